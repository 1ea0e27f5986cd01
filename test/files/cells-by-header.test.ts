import { expect, it } from "vitest";
import { cellsByHeader } from "../../src/files/columns.ts";

it("finds the nonempty cells from a given column on; the first of several under the same header", () => {
  const headings = ["Entry ID", "Name", "Own", "", "Own", "Line"];
  const cells = ["7", "Ado", "-", "x", "12", "n/a"];
  expect(cellsByHeader(headings, cells)).toEqual({ "Entry ID": "7", Name: "Ado", Own: "12" });
  expect(cellsByHeader(headings, ["", "Ado", "3", "", "12"], 1)).toEqual({ Name: "Ado", Own: "3" });
  const odd = cellsByHeader(["__proto__", "constructor"], ["a", "b"]);
  expect(Object.getPrototypeOf(odd)).toBe(Object.prototype);
  expect(Object.entries(odd)).toEqual([
    ["__proto__", "a"],
    ["constructor", "b"],
  ]);
});
