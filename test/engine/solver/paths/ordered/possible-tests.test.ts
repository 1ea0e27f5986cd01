import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LineupTest, type PickCount, passes } from "../../../../../src/engine/model/lineup-test.ts";
import {
  impossiblePicks,
  isHopeless,
  possibleTests,
} from "../../../../../src/engine/solver/paths/read-rules.ts";
import { runs, share, Tally } from "../../../../support/runs.ts";

const PICKS = 5;
/** Every set of picks. */
const LINEUPS = Array.from({ length: 2 ** PICKS }, (_, bits) =>
  Array.from({ length: PICKS }, (_empty, pick) => pick).filter((pick) => (bits >> pick) & 1),
);

const sets = fc
  .uniqueArray(fc.nat(PICKS - 1), { minLength: 1, maxLength: 3 })
  .map((picks) => Int32Array.from(picks.sort((a, b) => a - b)));
const count: fc.Arbitrary<PickCount> = fc.oneof(
  fc.record({
    picks: sets,
    least: fc.integer({ min: 1, max: 2 }),
    most: fc.constant(Number.POSITIVE_INFINITY),
  }),
  fc.record({ picks: sets, least: fc.constant(0), most: fc.nat(1) }),
);
const conditions = [
  null,
  { picks: Int32Array.of(0, 1), least: 1, most: Number.POSITIVE_INFINITY },
  { picks: Int32Array.of(2), least: 0, most: 0 },
] as const;
const test: fc.Arbitrary<LineupTest> = fc.record({
  when: fc.constantFrom(...conditions),
  alternatives: fc.array(
    fc.array(count, { minLength: 1, maxLength: 2 }).map((counts) => ({ counts, sums: [] })),
    { minLength: 0, maxLength: 3 },
  ),
});

describe("tests without redundant parts", () => {
  it("accept the same lineups; picks excluded from them are in none", () => {
    const numRuns = 500;
    const tally = new Tally();
    fc.assert(
      fc.property(fc.array(test, { minLength: 1, maxLength: 4 }), (tests) => {
        const left = possibleTests(tests);
        const out = new Set(impossiblePicks(left));
        for (const lineup of LINEUPS) {
          const isPassed = tests.every((one) => passes(one, lineup));
          expect(left.every((one) => passes(one, lineup))).toBe(isPassed);
          if (isPassed) expect(isHopeless(left)).toBe(false);
          if (isPassed) expect(lineup.some((pick) => out.has(pick))).toBe(false);
        }
        if (left.some((one, index) => one !== tests[index])) tally.add("changed");
        if (isHopeless(left) && !isHopeless(tests)) tally.add("hopeless");
        if (out.size > 0) tally.add("out");
      }),
      runs(numRuns),
    );
    expect(tally.of("changed")).toBeGreaterThanOrEqual(share(numRuns, 0.1));
    expect(tally.of("hopeless")).toBeGreaterThanOrEqual(share(numRuns, 0.005));
    expect(tally.of("out")).toBeGreaterThanOrEqual(share(numRuns, 0.05));
  });

  it("drop a stack of five if every team has at most four", () => {
    const of = (team: number) => Int32Array.from({ length: 6 }, (_, index) => 6 * team + index);
    const infinity = Number.POSITIVE_INFINITY;
    const most = [0, 1].map((team) => ({
      when: null,
      alternatives: [{ counts: [{ picks: of(team), least: 0, most: 4 }], sums: [] }],
    }));
    const stack = {
      when: null,
      alternatives: [0, 1].map((team) => ({
        counts: [{ picks: of(team), least: 5, most: infinity }],
        sums: [],
      })),
    };
    expect(possibleTests([...most, stack])).toEqual([...most, { ...stack, alternatives: [] }]);
  });
});
