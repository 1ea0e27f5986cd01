import type { Rule } from "../../engine/model/model.ts";
import { mostTeams, seatsWhere, undeclared } from "../../engine/roster.ts";
import { LastMade } from "../../shared/collections.ts";
import { entryRef } from "../../shared/errors/lineup-error.ts";
import { citedSource, exceptedPositions } from "../../shared/schema/contest.ts";
import * as z from "../../shared/schema/zod.ts";
import type { Entry, Seat } from "../problem/problem.ts";
import { type Finding, type TableConstraint, tableConstraint } from "./constraint.ts";
import { counts, exception, type Grouping, groupsOf, holdsOther } from "./groups.ts";

const schema = z._default(
  z.array(
    z.strictObject({
      maximum: z.int().check(z.minimum(1)),
      except: exceptedPositions,
      source: citedSource,
    }),
  ),
  [],
);

/** No group has more players in the lineup than the contest allows. */
function groupLimits<const Field extends string>({
  name,
  field,
  unit,
  keyOf,
  most,
}: Grouping<Field>): TableConstraint<Field, "limit", typeof schema> {
  const known = new LastMade<readonly Entry[], Int32Array>();
  const words = ({ maximum, except }: { readonly maximum: number; readonly except: readonly string[] }) =>
    `at most ${maximum} ${maximum === 1 ? "player" : "players"}${exception(except)} of one ${unit}`;
  return tableConstraint({
    name,
    field,
    kind: "limit",
    schema: schema,
    *breaches(contest, limits) {
      const groups = most(contest);
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
        if (groups !== null && maximum * groups < counted) {
          yield {
            path: [at, "maximum"],
            reason: `${maximum} players per ${unit} cannot fill ${counted} seats: games.maximum allows ${groups} ${unit}s. Raise it.`,
          };
        }
      }
    },
    words: (limits) => limits.map(words),
    rules: (problem, limits) =>
      limits.map(
        (limit): Rule => ({
          kind: "groupMaximum",
          groups: known.of(problem.entries, limit.except, () =>
            groupsOf(problem.entries, (entry) => (counts(entry, limit.except) ? keyOf(entry) : null)),
          ),
          maximum: limit.maximum,
          origin: { constraint: name, pointer: null, words: words(limit), unit },
        }),
      ),
    check(problem, limits, lineup) {
      const found: Finding[] = [];
      for (const { maximum, except } of limits) {
        const isOf = (seat: Seat, key: string) => {
          const entry = problem.entries[seat.entry]!;
          return keyOf(entry) === key && holdsOther(entry.positions, except);
        };
        for (let at = 0; at < lineup.length; at += 1) {
          const key = keyOf(problem.entries[lineup[at]!.entry]!);
          let [earlier, actual] = [0, 0];
          for (let other = 0; other < lineup.length; other += 1) {
            if (!isOf(lineup[other]!, key)) continue;
            actual += 1;
            if (other < at) earlier += 1;
          }
          if (actual <= maximum || earlier > 0 || !isOf(lineup[at]!, key)) continue;
          found.push({
            detail: `${actual} from ${unit} ${entryRef(key)}${exception(except)}, at most ${maximum} allowed.`,
            limit: maximum,
            actual,
            entries: lineup
              .filter((seat) => isOf(seat, key))
              .map((seat) => problem.entries[seat.entry]!.uuid),
          });
        }
      }
      return found;
    },
  });
}

/** No game has more players in the lineup than the contest allows. */
export const gameLimits = groupLimits({
  name: "game-limits",
  field: "gameLimits",
  unit: "game",
  keyOf: (entry) => entry.event,
  most: ({ games }) => games.maximum,
});

/** No team has more players in the lineup than the contest allows. */
export const teamLimits = groupLimits({
  name: "team-limits",
  field: "teamLimits",
  unit: "team",
  keyOf: (entry) => entry.team,
  most: mostTeams,
});
