import type { LineupTest, PickCount, PickSum } from "../../engine/model/lineup-test.ts";
import type { Model, Picks, RuleData } from "../../engine/model/model.ts";
import { seatCount } from "../../engine/roster.ts";
import fc from "../fast-check.ts";
import { bindingModel } from "./binding-model.ts";
import { withOrigin } from "./hand-made.ts";

/**
 * A test that a lineup's salaries sum to at least, or at most, a fraction of the average cost of that many
 * picks.
 */
const salaryLimit: fc.Arbitrary<TestMaker> = fc
  .double({ min: 0.5, max: 1.3, noNaN: true })
  .map((part) => (picks, seats) => {
    const mean = picks.salary.reduce((sum, salary) => sum + salary, 0) / picks.salary.length;
    // Cheap lineups have few points: a maximum below the average excludes almost all of the best.
    const limit = Math.floor((part < 0.9 ? part : part + 0.3) * mean * seats);
    const [least, most] = part < 0.9 ? [limit, Number.POSITIVE_INFINITY] : [Number.NEGATIVE_INFINITY, limit];
    return {
      when: null,
      alternatives: [{ counts: [], sums: [{ weights: picks.salary, least, most }] }],
    };
  });

/** Rosters that can usually be filled, with rules that bind and one to three tests of whole lineups. */
export const testedModel: fc.Arbitrary<Model> = bindingModel.chain((model) => {
  const test = fc.oneof(
    { weight: 5, arbitrary: randomTest(model.entries) },
    { weight: 1, arbitrary: salaryLimit },
  );
  const seats = seatCount(model.slots);
  return fc.array(test, { minLength: 1, maxLength: 3 }).map((makers) => ({
    ...model,
    rules: [
      ...model.rules,
      ...makers.map((make) => withOrigin({ kind: "clauses", ...make(model.picks, seats) } as RuleData)),
    ],
  }));
});

interface RawCount {
  /** Entries, with all of their picks or those in one role. */
  readonly members: readonly number[];
  readonly role: number | null;
  readonly least: number;
  readonly more: number | null;
}

interface RawSum {
  readonly weights: readonly number[];
  readonly least: number | null;
  readonly most: number | null;
}

interface RawTest {
  readonly when: RawCount | null;
  readonly alternatives: readonly {
    readonly counts: readonly RawCount[];
    readonly sums: readonly RawSum[];
  }[];
}

/** Makes a test from a model's picks and number of seats. */
export type TestMaker = (picks: Picks, seats: number) => LineupTest;

/** Random tests over this many entries of roles 0 and 1: counts, sums, conditions and alternatives. */
export function randomTest(entries: number): fc.Arbitrary<TestMaker> {
  const count: fc.Arbitrary<RawCount> = fc.record({
    members: fc.uniqueArray(fc.nat(entries - 1), { minLength: 1 }),
    role: fc.constantFrom(null, null, 0, 1),
    least: fc.constantFrom(0, 0, 1, 1, 2),
    more: fc.constantFrom(null, 0, 1, 1),
  });
  const sum: fc.Arbitrary<RawSum> = fc.record({
    weights: fc.array(fc.integer({ min: -3, max: 9 }), { minLength: entries, maxLength: entries }),
    least: fc.option(fc.integer({ min: -2, max: 12 })),
    most: fc.option(fc.integer({ min: 2, max: 20 })),
  });
  const clause = fc.record({
    counts: fc.array(count, { maxLength: 3 }),
    sums: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(sum, { maxLength: 2 }) },
    ),
  });
  const test: fc.Arbitrary<RawTest> = fc.record({
    when: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: count }),
    alternatives: fc.oneof(
      { weight: 4, arbitrary: fc.array(clause, { minLength: 1, maxLength: 1 }) },
      { weight: 4, arbitrary: fc.array(clause, { minLength: 2, maxLength: 4 }) },
      { weight: 1, arbitrary: fc.constant([]) },
    ),
  });
  return test.map(
    ({ when, alternatives }) =>
      (picks): LineupTest => ({
        when: when === null ? null : countOf(when, picks),
        alternatives: alternatives.map(({ counts, sums }) => ({
          counts: counts.map((raw) => countOf(raw, picks)),
          sums: sums.map((raw) => sumOf(raw, picks)),
        })),
      }),
  );
}

function countOf({ members, role, least, more }: RawCount, picks: Picks): PickCount {
  const chosen = [...picks.entry.keys()].filter(
    (pick) => members.includes(picks.entry[pick]!) && (role === null || picks.role[pick] === role),
  );
  return {
    picks: Int32Array.from(chosen),
    least,
    most: more === null ? Number.POSITIVE_INFINITY : least + more,
  };
}

function sumOf({ weights, least, most }: RawSum, picks: Picks): PickSum {
  return {
    weights: Float64Array.from(picks.entry, (entry, pick) => weights[entry]! * (1 + picks.role[pick]!)),
    least: least ?? Number.NEGATIVE_INFINITY,
    most: most ?? Number.POSITIVE_INFINITY,
  };
}
