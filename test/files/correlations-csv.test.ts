import { expect, test } from "vitest";
import { readCorrelationsCsv } from "../../src/files/spreads.ts";

test("an empty cell takes the value of its mirror cell, or 0; the diagonal is 1", () => {
  const text = "Player,Ado Ka,Bor Li,Cen Mo\nAdo Ka,,0.4,\nBor Li,,1,\nCen Mo,-0.2\n";
  expect(readCorrelationsCsv(text, "c.csv")).toEqual({
    names: ["Ado Ka", "Bor Li", "Cen Mo"],
    matrix: [
      [1, 0.4, -0.2],
      [0.4, 1, 0],
      [-0.2, 0, 1],
    ],
  });
});

test.each([
  ["names in another order", ",A,B\nB,1,0\nA,0,1", 'begins with "B" instead of "A"'],
  ["a row too few", ",A,B\nA,1,0", "has 1 rows for 2 names"],
  ["an empty name", ",A,\nA,1,0\n,0,1", "needs two or more names along its first row"],
  ["no names", "A\n1", "needs two or more names along its first row"],
  ["what is no number", ",A,B\nA,1,x\nB,0,1", 'column B: "x" is not a number'],
])("%s is refused by its place", (_, text, reason) => {
  expect(() => readCorrelationsCsv(text, "c.csv")).toThrow(reason);
});
