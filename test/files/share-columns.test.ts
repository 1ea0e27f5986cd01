import { expect, test } from "vitest";
import { toPercent } from "../../src/files/projection-columns.ts";
import { sharesToPercent } from "../../src/files/projections.ts";

const AT = { row: 0, at: { points: 0, ownership: 1 } };

const scaleOf = (heading: string, ...cells: string[]) =>
  sharesToPercent(
    ["Points", heading],
    cells.map((cell, index) => ({ line: index + 2, cells: ["1", cell] })),
    AT,
  ).ownership;

test.each<[string, 1 | 100, string, string[]]>([
  ["fractions", 100, "Own", ["0.125", "1", "", "0,5"]],
  ["percentages", 1, "Own", ["0.125", "1.5"]],
  ["small percentages with their sign", 1, "Own", ["0.5%", "0.7%"]],
  ["small percentages below a header that says so", 1, "Own %", ["0.5", "0.7"]],
  ["percentages with decimal commas", 1, "Own", ["12,5"]],
])("the unit of a column of %s is recognised by its numbers and signs", (_, scale, heading, cells) => {
  expect(scaleOf(heading, ...cells)).toBe(scale);
});

test("a column that the file lacks stays as it is", () => {
  expect(sharesToPercent(["Points", "Own"], [], AT).minimumExposure).toBe(1);
});

test("a fraction becomes the intended percentage, without rounding errors", () => {
  expect(0.07 * 100).not.toBe(7);
  expect(toPercent(0.07, 100)).toBe(7);
  expect(toPercent(12.345, 1)).toBe(12.345);
});
