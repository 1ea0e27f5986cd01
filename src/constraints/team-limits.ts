import type { Rule } from "../model/model.ts";
import type { Constraint } from "./constraint.ts";
import { counts, groupsOf } from "./groups.ts";

const name = "team-limits";

/** No team has more entries in the lineup than the contest allows. */
export const teamLimits: Constraint = {
  name,
  rules: (problem) =>
    problem.contest.teamLimits.map(
      ({ maximum, except }): Rule => ({
        kind: "groupMaximum",
        groups: groupsOf(problem.entries, (entry) => (counts(entry, except) ? entry.team : null)),
        maximum,
        origin: {
          constraint: name,
          pointer: null,
          words: `at most ${maximum} of one team${exception(except)}`,
        },
      }),
    ),
  check: (problem, lineup) =>
    problem.contest.teamLimits.flatMap(({ maximum, except }) => {
      const perTeam = new Map<string, number>();
      for (const seat of lineup) {
        const { team, positions } = problem.entries[seat.entry]!;
        if (positions.every((position) => except.includes(position))) continue;
        perTeam.set(team, (perTeam.get(team) ?? 0) + 1);
      }
      return [...perTeam]
        .filter(([, players]) => players > maximum)
        .map(([team, players]) => ({
          constraint: name,
          detail: `${players} of team ${team}, at most ${maximum} allowed${exception(except)}.`,
        }));
    }),
};

function exception(except: readonly string[]): string {
  return except.length === 0 ? "" : `, ${except.join(" and ")} not counted`;
}
