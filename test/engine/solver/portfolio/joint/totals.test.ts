import { expect, it } from "vitest";
import { overlap } from "../../../../../src/engine/model/lineup-conflicts.ts";
import { columnsOf } from "../../../../../src/engine/solver/portfolio/joint/rows.ts";
import { doubleAbove, floorTo, sumOf } from "../../../../../src/engine/solver/portfolio/joint/totals.ts";
import { modelOf } from "../../../../../src/testing/models/hand-made.ts";

it("adds units beyond the precision of doubles, and rounds down to whole steps", () => {
  const large = { points: 2 ** 53 };
  expect(sumOf([large, { points: 1 }, { points: -3 }])).toBe(2n ** 53n - 2n);
  expect(sumOf([])).toBe(0n);
  for (const [value, step, floor] of [
    [17n, 5n, 15n],
    [15n, 5n, 15n],
    [-17n, 5n, -20n],
    [-15n, 5n, -15n],
    [0n, 5n, 0n],
  ] as const)
    expect(floorTo(value, step)).toBe(floor);
});

it("finds the least double that is not less", () => {
  const edge = 2n ** 53n;
  for (const value of [0n, 1n, -1n, edge, -edge, edge + 2n, 3n * edge]) {
    expect(BigInt(doubleAbove(value))).toBe(value);
  }
  for (const [value, above] of [
    [edge + 1n, edge + 2n],
    [edge + 3n, edge + 4n],
    [-edge - 1n, -edge],
    [-edge - 3n, -edge - 2n],
    [8n * edge + 1n, 8n * edge + 16n],
    [8n * edge + 15n, 8n * edge + 16n],
    [2n * edge - 1n, 2n * edge],
  ] as const)
    expect(BigInt(doubleAbove(value))).toBe(above);
});

it("counts common elements of two ascending lists, and identifies lineups as the contest does", () => {
  expect(overlap([1, 3, 5, 9], [0, 3, 4, 5])).toBe(2);
  expect(overlap([], [1])).toBe(0);
  expect(overlap([2], [2])).toBe(1);
  const model = modelOf(
    [
      [0, 1],
      [1, 1],
    ],
    [1, 2].map((points) => [
      { slots: [0], points: 1.5 * points },
      { slots: [1], points },
    ]),
  );
  const columnOf = columnsOf({ model, choices: Int32Array.of(7, 10, 10, 7) });
  const [one, other] = [columnOf([0, 2]), columnOf([1, 3])];
  expect([one.identity, other.identity]).toEqual(["7,10", "7,10"]);
  expect([one.entries, one.points]).toEqual([[0, 1], 1.5e10 + 3e10]);
  expect(columnOf([0, 1])).toMatchObject({ entries: [0], identity: "7,10", key: "0,1" });
  expect(columnOf([0, 2])).toBe(one);
});
