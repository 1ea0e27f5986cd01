import fc from "fast-check";
import { expect, test } from "vitest";
import { exp, ln } from "../../src/shared/normal.ts";
import { runs } from "../support/runs.ts";

const RUNS = 20_000;

test("logarithms match the platform's, except for the last bits", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-300, max: 1e300, noNaN: true }), (value) => {
      const expected = Math.log(value);
      return Math.abs(ln(value) - expected) <= 4e-16 * Math.max(1, Math.abs(expected));
    }),
    runs(RUNS),
  );
  expect(ln(1)).toBe(0);
});

test("exponentials match the platform's, except for the last bits", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -700, max: 700, noNaN: true }),
      (power) => Math.abs(exp(power) / Math.exp(power) - 1) <= 2e-15,
    ),
    runs(RUNS),
  );
  expect(exp(0)).toBe(1);
});
