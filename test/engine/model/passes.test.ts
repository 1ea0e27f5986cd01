import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PickCount, passes } from "../../../src/engine/model/lineup-test.ts";
import { runs, share, Tally } from "../../support/runs.ts";

const count = (picks: readonly number[], least: number, most = Number.POSITIVE_INFINITY): PickCount => ({
  picks: Int32Array.from(picks),
  least,
  most,
});
describe("passes", () => {
  it("agrees with hand-computed sets and sums", () => {
    const numRuns = 300;
    const tally = new Tally();
    const subset = fc.uniqueArray(fc.nat(11), { maxLength: 8 }).map((picks) => picks.sort((a, b) => a - b));
    const counts = fc
      .record({ picks: subset, least: fc.nat(3), room: fc.nat(4) })
      .map(({ picks, least, room }) =>
        count(picks, least, room === 4 ? Number.POSITIVE_INFINITY : least + room),
      );
    const sums = fc
      .record({
        weights: fc.array(fc.integer({ min: -5, max: 9 }), { minLength: 12, maxLength: 12 }),
        least: fc.nat(9),
      })
      .map(({ weights, least }) => ({ weights: Float64Array.from(weights), least, most: least + 9 }));
    const clause = fc.record({
      counts: fc.array(counts, { maxLength: 2 }),
      sums: fc.array(sums, { maxLength: 1 }),
    });
    const test = fc.record({ when: fc.option(counts), alternatives: fc.array(clause, { maxLength: 3 }) });
    fc.assert(
      fc.property(test, subset, (given, picks) => {
        const amount = (of: PickCount) => picks.filter((pick) => of.picks.includes(pick)).length;
        const within = (value: number, { least, most }: { least: number; most: number }) =>
          least <= value && value <= most;
        const expected =
          (given.when !== null && !within(amount(given.when), given.when)) ||
          given.alternatives.some(
            (one) =>
              one.counts.every((of) => within(amount(of), of)) &&
              one.sums.every((of) =>
                within(
                  picks.reduce((sum, pick) => sum + of.weights[pick]!, 0),
                  of,
                ),
              ),
          );
        tally.add(expected ? "passed" : "failed");
        expect(passes(given, picks)).toBe(expected);
      }),
      runs(numRuns),
    );
    expect(tally.of("passed")).toBeGreaterThanOrEqual(share(numRuns, 0.2));
    expect(tally.of("failed")).toBeGreaterThanOrEqual(share(numRuns, 0.2));
  });
});
