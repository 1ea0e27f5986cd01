import { expect, test } from "vitest";
import { dollars, pointsText } from "../../../src/cli/render/amounts.ts";

test("salaries have a dollar sign and thousands commas, points two decimals", () => {
  expect([0, 900, 49_900, 1_234_567].map(dollars)).toEqual(["$0", "$900", "$49,900", "$1,234,567"]);
  expect([0, 122.456, -1.5].map(pointsText)).toEqual(["0.00", "122.46", "-1.50"]);
});
