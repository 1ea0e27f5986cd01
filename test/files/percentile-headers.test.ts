import { expect, test } from "vitest";
import { percentileOf } from "../../src/files/projection-columns.ts";
import { namesBook } from "../../src/files/spreads.ts";

test.each([
  ["dk_25_percentile", 25, null],
  ["fd_99_percentile", null, 99],
  ["DraftKings 75th Percentile", 75, null],
  ["25th Percentile", 25, 25],
  ["1st percentile", 1, 1],
  ["FPTS 25th pct", 25, 25],
  ["Proj P90", 90, 90],
  ["Points Percentile 50", 50, 50],
  ["90th Pct", 90, 90],
  ["P90", 90, 90],
  ["dk_p90", 90, null],
  ["Percentile 50", 50, 50],
  ["yahoo_25_percentile", null, null],
  ["Own 10 pct", null, null],
  ["0 percentile", null, null],
  ["P1", null, null],
  ["Proj", null, null],
  ["StdDev", null, null],
])("the header %s means percentile %s of bookA and %s of bookB", (header, ofA, ofB) => {
  expect(percentileOf(header, "bookA")).toBe(ofA);
  expect(percentileOf(header, "bookB")).toBe(ofB);
});

test("a header that begins with a book's name belongs to the book", () => {
  expect([namesBook("dk_25_percentile"), namesBook("25th Percentile")]).toEqual([true, false]);
});
