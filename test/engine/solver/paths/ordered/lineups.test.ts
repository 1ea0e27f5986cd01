import { expect, it } from "vitest";
import { Lineups } from "../../../../../src/engine/solver/paths/ordered/lineups-in-order.ts";

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

it("keeps lineups in order of arrival, each with ascending picks", () => {
  const lineups = lineupsOf([5, 3, 3]);
  expect(unpacked(lineups)).toEqual([
    [5, 0, 9],
    [3, -10, -1],
    [3, -20, -11],
  ]);
});
