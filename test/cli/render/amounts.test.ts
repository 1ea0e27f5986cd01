import { expect, test } from "vitest";
import {
  amountText,
  counted,
  dollars,
  gapText,
  grouped,
  percent,
  pointsText,
} from "../../../src/shared/words.ts";

test("salaries have a dollar sign and thousands separators, points two decimals", () => {
  expect([0, 900, 49_900, 1_234_567].map(dollars)).toEqual(["$0", "$900", "$49,900", "$1,234,567"]);
  expect([0, 122.456, -1.5].map(pointsText)).toEqual(["0.00", "122.46", "-1.50"]);
});

test("numbers are grouped as by toLocaleString", () => {
  for (const value of [0, 7, 999, 1_000, 65_536, 1_234_567.5, -1_000, -999, 1e9])
    expect(grouped(value)).toBe(value.toLocaleString("en-US"));
  expect([1, 0, 2_000].map((count) => counted(count, "job"))).toEqual(["1 job", "0 jobs", "2,000 jobs"]);
  expect([0, 0.00227, 1.2e-7].map(gapText)).toEqual(["0%", "0.227%", "0.000012%"]);
  expect([amountText(1234.5), percent(0.12345)]).toEqual(["1,234.50", "12.35%"]);
});
