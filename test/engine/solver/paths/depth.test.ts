import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Instance } from "../../../../src/engine/solver/paths/instance.ts";
import {
  deeper,
  depthFor,
  enough,
  nextTotal,
  smallest,
} from "../../../../src/engine/solver/paths/ordered/opening.ts";
import { runs } from "../../../support/runs.ts";

/** Candidates for two seats. */
const instanceOf = (size: number) => ({ openSeats: 2, size }) as unknown as Instance;

it("finds the value of a rank as sorting does, with any number of ties", () => {
  const value = fc.oneof(fc.nat(6), fc.constant(Number.POSITIVE_INFINITY));
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 40 }), fc.nat(39), (values, drawn) => {
      const rank = drawn % values.length;
      const kept = Float64Array.from(values);
      expect(smallest(kept, rank)).toBe(Float64Array.from(values).sort()[rank]);
      expect([...kept.sort()]).toEqual([...Float64Array.from(values).sort()]);
    }),
    runs(300),
  );
});

describe("the first depth", () => {
  it("covers two candidates per seat, and more for each doubling of the wanted lineups", () => {
    const slacks = [9, 4, 1, 8, 2, 5, 3, 7, 6, 0];
    const instance = instanceOf(slacks.length);
    expect([1, 2, 3, 4].map((count) => enough(instance, count))).toEqual([4, 8, 11, 12]);
    expect([1, 2, 3, 4].map((count) => depthFor(Float64Array.from(slacks), instance, count))).toEqual([
      4, 8, 9, 9,
    ]);
    expect(depthFor(new Float64Array(), instanceOf(0), 1)).toBe(0);
  });
});

describe("the next total", () => {
  const of = (points: readonly number[], threshold: number) =>
    nextTotal({ points: Float64Array.of(...points, 0) }, threshold);

  it("is the highest sum below a threshold that the points can form", () => {
    // All are even.
    const totals = [3, 2, 1.5, 0, -0.5, -1].map((threshold) => of([6, 10, 14], 2 * threshold));
    expect(totals).toEqual([2, 1, 1, -1, -1, -2].map((total) => 2 * total));
  });

  it("takes the points of all candidates", () => {
    expect([of([3, 6, 12], 100), of([12, 6, 4], 100), of([40, 20, 15], 100), of([-7], 100)]).toEqual([
      99, 98, 95, 98,
    ]);
  });

  it("is 0 if no candidate has points", () => {
    expect(of([0], 5)).toBe(0);
  });
});

describe("the next depth", () => {
  const from = { depth: 30, bound: 1000, first: 990, taken: 3, count: 9, isInVain: false };

  it("doubles if almost nothing was found, and grows by at least a thousandth of the bound", () => {
    expect(deeper(from)).toBe(60);
    expect(deeper({ ...from, depth: 0.25, taken: 0, first: Number.NEGATIVE_INFINITY })).toBe(1);
    expect(deeper({ ...from, depth: 0.25, taken: 0, bound: -1000 })).toBe(1);
  });

  it("grows from the best by the cube root of the missing lineups, within limits", () => {
    // The best lies 20 below the bound.
    const four = { ...from, depth: 40, first: 980, taken: 4 };
    expect(deeper({ ...four, count: 4 * 8 })).toBeCloseTo(20 + 20 * (1.3 * 8) ** (1 / 3), 9);
    expect(deeper({ ...four, count: 4 * 8, isInVain: true })).toBeCloseTo(20 + 20 * (1.8 * 8) ** (1 / 3), 9);
    expect(deeper({ ...four, count: 4 })).toBeCloseTo(20 + 20 * 1.15, 9);
    expect(deeper({ ...four, count: 4000 })).toBeCloseTo(20 + 20 * 3, 9);
  });
});
