import { expect, test } from "vitest";
import { poissonAtLeast } from "../../../src/contests/scoring/terms.ts";

test.each([
  [0, 3, 1],
  [1, 1, 1 - Math.exp(-1)],
  [2, 1, 1 - 2 * Math.exp(-1)],
  [1, 0, 0],
  [3, -0.2, 0],
  [0, 0, 1],
])("at least %i at a mean of %d", (count, mean, chance) => {
  expect(poissonAtLeast(count, mean)).toBeCloseTo(chance, 14);
});

test("stays within 0 and 1 where exponentials overflow or vanish", () => {
  expect(poissonAtLeast(35, 5000)).toBe(1);
  expect(poissonAtLeast(35, 1e-9)).toBeGreaterThanOrEqual(0);
  // The first two terms dominate the tail: e^-m m^35/35! (1 + m/36).
  const mean = 1e-3;
  const tail = (Math.exp(-mean) / 1.0333147966386145e40) * mean ** 35 * (1 + mean / 36);
  expect(poissonAtLeast(35, mean) / tail).toBeCloseTo(1, 8);
});
