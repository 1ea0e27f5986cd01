import { expect } from "vitest";
import * as z from "zod/mini";
import type { Constraint, Finding, TableConstraint } from "../../../src/contests/constraints/constraint.ts";
import { buildModel } from "../../../src/contests/constraints/readers/build-model.ts";
import { valuesOf } from "../../../src/contests/constraints/readers/contest-table.ts";
import type { Lineup, Problem } from "../../../src/contests/problem/problem.ts";
import type { Rule } from "../../../src/engine/model/model.ts";
import { satisfies } from "../../../src/engine/model/satisfies.ts";
import { plain } from "../../../src/shared/errors/message-parts.ts";
import type { ContestBase } from "../../../src/shared/schema/contest.ts";
import { tinyClassic } from "../../support/tiny-contests.ts";
import { type PoolRow, teamUuid, uuidOf } from "../../support/tiny-problem.ts";

/** A pool of four teams in two games; teams 0 and 1 play each other. */
export const POOL: readonly PoolRow[] = [
  { name: "qb0", position: "QB", team: 0, salary: 6000 },
  { name: "qb2", position: "QB", team: 2, salary: 5000 },
  { name: "wr0", position: "WR", team: 0, salary: 4000 },
  { name: "wr2", position: "WR/RB", team: 2, salary: 4500 },
  { name: "rb0", position: "RB", team: 0, salary: 3000 },
  { name: "rb1", position: "RB", team: 1, salary: 3500 },
  { name: "dst0", position: "DST", team: 0, salary: 2000 },
  { name: "dst3", position: "DST", team: 3, salary: 2500 },
];

/** The players of one game. */
export const SHOWDOWN_POOL: readonly PoolRow[] = POOL.filter(({ team }) => team < 2);

/** The seated players, by slot name and pool name. */
export type Seating = Readonly<Record<string, readonly string[]>>;

/** The seats of the named players; throws for slots and entries that the problem lacks. */
export function lineupOf({ contest, entries }: Problem, seating: Seating): Lineup {
  return Object.entries(seating).flatMap(([name, occupants]) =>
    occupants.map((occupant) => {
      const row = POOL.find((one) => one.name === occupant)!;
      const uuid = row.position === "DST" ? teamUuid(row.team) : uuidOf(occupant);
      const seat = {
        entry: entries.findIndex((entry) => entry.uuid === uuid),
        slot: contest.slots.findIndex((slot) => slot.name === name),
      };
      expect(Math.min(seat.entry, seat.slot), `${occupant} in ${name}`).toBeGreaterThanOrEqual(0);
      return seat;
    }),
  );
}

/** The rules that a constraint adds to a problem, by the contest table's value or another one. */
export function ruled(constraint: Constraint, problem: Problem, value?: unknown): readonly Rule[] {
  if (!("field" in constraint)) return constraint.rules(problem);
  return constraint.rules(
    problem,
    value === undefined ? ownValue(constraint, problem) : value,
    buildModel(problem).picks,
  );
}

/** The violations that a constraint's check finds; asserts that its rules agree. `value` as for `ruled`. */
export function judged(
  constraint: Constraint,
  problem: Problem,
  seating: Seating,
  value?: unknown,
): readonly (Finding & { readonly detail: string })[] {
  const lineup = lineupOf(problem, seating);
  const findings =
    "field" in constraint
      ? constraint.check(problem, value === undefined ? ownValue(constraint, problem) : value, lineup)
      : constraint.check(problem, lineup);
  const found = findings.map((finding) => ({ ...finding, detail: plain(finding.detail) }));
  const rules = ruled(constraint, problem, value);
  const model = { ...buildModel(problem), rules };
  const picks = lineup.map((seat) =>
    model.picks.entry.findIndex(
      (entry, pick) => entry === seat.entry && (model.picks.slots[pick]! & (1 << seat.slot)) !== 0,
    ),
  );
  expect(picks).not.toContain(-1);
  const agreed = satisfies(
    model,
    picks.sort((a, b) => a - b),
  );
  expect(found.length === 0, `${found.map(({ detail }) => detail)}`).toBe(agreed);
  for (const rule of rules) expect(rule.origin.constraint).toBe(constraint.name);
  const uuids = lineup.map((seat) => problem.entries[seat.entry]!.uuid);
  for (const { limit, actual, entries } of found) {
    expect(limit === null).toBe(actual === null);
    if (limit !== null) expect(actual).not.toBe(limit);
    if (constraint.name !== "locks") expect(uuids).toEqual(expect.arrayContaining([...entries]));
  }
  return found;
}

function ownValue(constraint: Constraint, problem: Problem): unknown {
  return valuesOf(problem.contest).find((one) => one.constraint === constraint && !one.bookOnly)!.value;
}

/** The dotted paths at which a value contradicts its table. */
export function breachesOf<
  Field extends string,
  Kind extends "limit" | "offer",
  Schema extends z.core.$ZodType,
>(constraint: TableConstraint<Field, Kind, Schema>, contest: ContestBase, value: z.input<Schema>): string[] {
  const parsed = z.parse(constraint.schema, value);
  return [...constraint.breaches(contest, parsed)].map(({ path }) => path.join("."));
}

/** The tiny classic contest with at most this many games. */
export const ofGames = (maximum: number | null): ContestBase => ({
  ...tinyClassic,
  games: { ...tinyClassic.games, minimum: 1, maximum },
});
