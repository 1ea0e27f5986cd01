import type { Constraint } from "./constraint.ts";
import { counts, groupsOf } from "./groups.ts";

const name = "minimum-teams";

/** The lineup's entries are of at least as many teams as the contest asks for. */
export const minimumTeams: Constraint = {
  name,
  rules(problem) {
    const rule = problem.contest.minimumTeams;
    if (rule === null) return [];
    return [
      {
        kind: "groupsMinimum",
        groups: groupsOf(problem.entries, (entry) => (counts(entry, rule.except) ? entry.team : null)),
        minimum: rule.minimum,
        origin: { constraint: name, pointer: null, words: `players of at least ${rule.minimum} teams` },
      },
    ];
  },
  check(problem, lineup) {
    const rule = problem.contest.minimumTeams;
    if (rule === null) return [];
    const seen = new Set<string>();
    for (const seat of lineup) {
      const { team, positions } = problem.entries[seat.entry]!;
      if (!positions.every((position) => rule.except.includes(position))) seen.add(team);
    }
    if (seen.size >= rule.minimum) return [];
    return [
      {
        constraint: name,
        detail: `The players who count are of ${seen.size} team${seen.size === 1 ? "" : "s"}; at least ${rule.minimum} are needed.`,
      },
    ];
  },
};
