import type { Constraint } from "./constraint.ts";
import { groupsOf } from "./groups.ts";

const name = "both-teams";

/** The lineup has an entry of each of the two teams of its game. */
export const bothTeams: Constraint = {
  name,
  rules(problem) {
    if (problem.contest.bothTeams === null) return [];
    return [
      {
        kind: "groupsMinimum",
        groups: groupsOf(problem.entries, (entry) => entry.team),
        minimum: 2,
        origin: { constraint: name, pointer: null, words: "both teams of the game" },
      },
    ];
  },
  check(problem, lineup) {
    if (problem.contest.bothTeams === null) return [];
    const teams = new Set(lineup.map((seat) => problem.entries[seat.entry]!.team));
    if (teams.size >= 2) return [];
    const met = teams.size === 0 ? "Nobody is in the lineup" : `Everybody is of team ${[...teams][0]}`;
    return [{ constraint: name, detail: `${met}; both teams of the game are needed.` }];
  },
};
