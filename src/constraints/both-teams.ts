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
    const first = lineup[0] && problem.entries[lineup[0].entry]!.team;
    if (lineup.some((seat) => problem.entries[seat.entry]!.team !== first)) return [];
    return [
      { constraint: name, detail: `Everybody is of team ${first}; both teams of the game are needed.` },
    ];
  },
};
