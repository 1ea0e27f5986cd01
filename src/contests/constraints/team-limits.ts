import type { Rule } from "../../engine/model/model.ts";
import { mostTeams, seatsWhere, undeclared } from "../../engine/roster.ts";
import { entryRef } from "../../shared/errors/lineup-error.ts";
import { citedSource, exceptedPositions } from "../../shared/schema/contest.ts";
import * as z from "../../shared/schema/zod.ts";
import type { Seat } from "../problem/problem.ts";
import { type Finding, tableConstraint } from "./constraint.ts";
import { exception, holdsOther, teamsOf } from "./groups.ts";

const name = "team-limits";

interface Limit {
  readonly maximum: number;
  readonly except: readonly string[];
}

/** No team has more players in the lineup than the contest allows. */
export const teamLimits = tableConstraint({
  name,
  field: "teamLimits",
  kind: "limit",
  schema: z._default(
    z.array(
      z.strictObject({
        maximum: z.int().check(z.minimum(1)),
        except: exceptedPositions,
        source: citedSource,
      }),
    ),
    [],
  ),
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
          reason: `${maximum} players per team cannot fill ${counted} seats: games.maximum allows ${teams} teams. Raise it.`,
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
  check(problem, limits, lineup) {
    const found: Finding[] = [];
    for (const { maximum, except } of limits) {
      const isOf = (seat: Seat, team: string) => {
        const entry = problem.entries[seat.entry]!;
        return entry.team === team && holdsOther(entry.positions, except);
      };
      for (let at = 0; at < lineup.length; at += 1) {
        const { team } = problem.entries[lineup[at]!.entry]!;
        let [earlier, actual] = [0, 0];
        for (let other = 0; other < lineup.length; other += 1) {
          if (!isOf(lineup[other]!, team)) continue;
          actual += 1;
          if (other < at) earlier += 1;
        }
        if (actual <= maximum || earlier > 0 || !isOf(lineup[at]!, team)) continue;
        found.push({
          detail: `${actual} from team ${entryRef(team)}${exception(except)}, at most ${maximum} allowed.`,
          limit: maximum,
          actual,
          entries: lineup.filter((seat) => isOf(seat, team)).map((seat) => problem.entries[seat.entry]!.uuid),
        });
      }
    }
    return found;
  },
});

function words({ maximum, except }: Limit): string {
  return `at most ${maximum} ${maximum === 1 ? "player" : "players"}${exception(except)} of one team`;
}
