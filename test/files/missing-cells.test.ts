import { expect, test } from "vitest";
import { isMissing } from "../../src/files/columns.ts";

test.each(["", "-", "--", "–", "—", "n/a", "NA", "#N/A", "NaN", "nil", "None", "NULL"])(
  "%j is empty",
  (cell) => {
    expect(isMissing(cell)).toBe(true);
  },
);

test.each(["0", "-1", "nat", "null1", "."])("%j is not empty", (cell) => {
  expect(isMissing(cell)).toBe(false);
});
