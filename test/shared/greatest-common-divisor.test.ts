import { expect, it } from "vitest";
import { greatestCommonDivisor } from "../../src/shared/greatest-common-divisor.ts";

it("is the largest number that divides both, whatever their signs", () => {
  expect(greatestCommonDivisor(-12, 18)).toBe(6);
  expect(greatestCommonDivisor(7, 5)).toBe(1);
});

it("is the other number if one is 0", () => {
  expect(greatestCommonDivisor(0, -5)).toBe(5);
  expect(greatestCommonDivisor(0, 0)).toBe(0);
});
