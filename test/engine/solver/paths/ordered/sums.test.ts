import { expect, it } from "vitest";
import { POINT_UNITS } from "../../../../../src/engine/model/model.ts";
import { pullingPrices } from "../../../../../src/engine/solver/paths/ordered/sums.ts";

it("uses a fifth of a point per mean nonzero weight as the initial price", () => {
  const [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const of = (weights: readonly number[], limits: { readonly least: number; readonly most: number }) =>
    pullingPrices([{ weights: Float64Array.from(weights), ...limits }])[0]! / POINT_UNITS;
  expect(of([0, 4, 0], { least, most: 3 })).toBeCloseTo(0.05, 12);
  expect(of([3, -5, 0], { least, most: 3 })).toBeCloseTo(0.05, 12);
  expect(of([1, 2, 3], { least: 4, most })).toBeCloseTo(-0.1, 12);
  expect(of([1, 2, 3], { least: 4, most: 5 })).toBe(0);
  expect(of([0, 0], { least, most: 3 })).toBeGreaterThan(0);
});
