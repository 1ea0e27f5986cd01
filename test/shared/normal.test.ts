import fc from "fast-check";
import { expect, test } from "vitest";
import { normalChance, normalDensity, normalQuantile } from "../../src/shared/normal.ts";
import { runs } from "../support/runs.ts";

test("quantiles match the published tables", () => {
  expect(normalQuantile(0.5)).toBe(0);
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14);
  expect(normalQuantile(0.9)).toBeCloseTo(1.2815515655446004, 14);
  expect(normalQuantile(1e-10)).toBeCloseTo(-6.361340902404056, 13);
});

test("the probability of a quantile is the given one", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true }), (chance) => {
      expect(normalChance(normalQuantile(chance))).toBeCloseTo(chance, 14);
    }),
    runs(5_000),
  );
});

test("the probability grows by the density", () => {
  const step = 1e-5;
  for (let value = -6; value <= 6; value += 0.25) {
    const slope = (normalChance(value + step) - normalChance(value - step)) / (2 * step);
    expect(slope).toBeCloseTo(normalDensity(value), 9);
  }
});

test("far out, a probability is 0 or 1, and a density 0", () => {
  for (const far of [8.4, 37, 38, 60, 1e200]) {
    expect([normalChance(-far), normalChance(far)]).toEqual([0, 1]);
    expect(normalDensity(far)).toBeLessThan(1e-15);
    expect(normalDensity(far)).toBeGreaterThanOrEqual(0);
  }
});
