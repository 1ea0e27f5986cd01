import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextTotal, smallest } from "../../../../src/engine/solver/paths/ordered/opening.ts";
import { runs } from "../../../support/runs.ts";

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
