import fc from "fast-check";
import { expect, it } from "vitest";
import { Lineups } from "../../../../src/engine/solver/paths/lineups.ts";
import { runs, share } from "../../../support/runs.ts";

const lineupsOf = (totals: readonly number[], pick = 0) => {
  const lineups = new Lineups(2, 1);
  for (const [at, points] of totals.entries()) lineups.add([pick - 10 * at + 9, pick - 10 * at], points);
  return lineups;
};
const unpacked = (lineups: Lineups) => {
  const { picks, points } = lineups.packed();
  expect(picks).toHaveLength(2 * points.length);
  return Array.from(points, (total, at) => [total, ...picks.subarray(2 * at, 2 * at + 2)]);
};

it("keeps lineups in the order they came in, each with its picks ascending", () => {
  const lineups = lineupsOf([5, 3, 3]);
  expect(unpacked(lineups)).toEqual([
    [5, 0, 9],
    [3, -10, -1],
    [3, -20, -11],
  ]);
  expect([0, 2, 3].map((index) => lineups.pointsOf(index))).toEqual([5, 3, Number.NEGATIVE_INFINITY]);
});

it("merges two lists into the best of both, its own first where points are equal", () => {
  const totals = fc.array(fc.nat(5), { maxLength: 8 }).map((list) => list.sort((a, b) => b - a));
  let ties = 0;
  fc.assert(
    fc.property(totals, totals, fc.nat(12), (own, others, count) => {
      const merged = unpacked(lineupsOf(own).mergedWith(lineupsOf(others, 1), count));
      const all = [...unpacked(lineupsOf(own)), ...unpacked(lineupsOf(others, 1))];
      // The sort is stable: of equal totals those of the first list stay first.
      expect(merged).toEqual(all.sort((a, b) => b[0]! - a[0]!).slice(0, count));
      if (own.some((total) => others.includes(total))) ties += 1;
    }),
    runs(200),
  );
  expect(ties).toBeGreaterThan(share(200, 0.3));
});
