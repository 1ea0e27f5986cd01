import * as z from "zod";
import type { Rule } from "../model/model.ts";
import { undeclared } from "../roster/declared.ts";
import { mostTeams, seatsWhere } from "../roster/room.ts";
import { citedSource, exceptedPositions } from "../schema/contest.ts";
import { tableConstraint } from "./constraint.ts";
import { exception, teamsOf } from "./parts/groups.ts";

const name = "team-limits";

interface Limit {
  readonly maximum: number;
  readonly except: readonly string[];
}

/** No team has more entries in the lineup than the contest allows. */
export const teamLimits = tableConstraint({
  name,
  field: "teamLimits",
  kind: "limit",
  schema: z
    .array(z.strictObject({ maximum: z.int().min(1), except: exceptedPositions, source: citedSource }))
    .default([]),
  *breaches(contest, limits) {
    const teams = mostTeams(contest);
    for (const [at, { maximum, except }] of limits.entries()) {
      yield* undeclared(contest.positions, except, [at, "except"]);
      if (contest.positions.every((position) => except.includes(position.name))) {
        yield {
          path: [at, "except"],
          reason: "leaves no position that counts. Remove one, or the whole limit.",
        };
      }
      const counted = seatsWhere(contest, (accepts) =>
        accepts.every((position) => !except.includes(position)),
      );
      if (teams !== null && maximum * teams < counted) {
        yield {
          path: [at, "maximum"],
          reason: `${maximum} of each team cannot fill ${counted} seats: games.maximum allows ${teams} teams. Raise it.`,
        };
      }
    }
  },
  words: (limits) => limits.map(words),
  rules: (problem, limits) =>
    limits.map(
      (limit): Rule => ({
        kind: "groupMaximum",
        groups: teamsOf(problem.entries, limit.except),
        maximum: limit.maximum,
        origin: { constraint: name, pointer: null, words: words(limit), unit: "team" },
      }),
    ),
  check: (problem, limits, lineup) =>
    limits.flatMap(({ maximum, except }) => {
      const ofTeam = new Map<string, string[]>();
      for (const seat of lineup) {
        const { team, positions, uuid } = problem.entries[seat.entry]!;
        if (positions.every((position) => except.includes(position))) continue;
        const others = ofTeam.get(team);
        if (others) others.push(uuid);
        else ofTeam.set(team, [uuid]);
      }
      return [...ofTeam]
        .filter(([, entries]) => entries.length > maximum)
        .map(([team, entries]) => ({
          detail: `${entries.length} of team ${team}${exception(except)}, at most ${maximum} allowed.`,
          limit: maximum,
          actual: entries.length,
          entries,
        }));
    }),
});

function words({ maximum, except }: Limit): string {
  return `at most ${maximum} players${exception(except)} of one team`;
}
