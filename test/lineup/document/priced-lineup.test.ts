import { describe, expect, it } from "vitest";
import { POINT_UNITS } from "../../../src/engine/model/model.ts";
import {
  type PricedLineup,
  priceLineup,
  roundedPoints,
  sortLineups,
} from "../../../src/lineup/document/priced-lineup.ts";
import { type PoolRow, tinyProblem, uuidOf } from "../../support/tiny-problem.ts";

const rows = (prices: readonly (readonly [name: string, points: number, salary: number])[]): PoolRow[] =>
  prices.map(([name, points, salary]) => ({ name, position: "QB", team: 0, points, salary }));

describe("pricing", () => {
  it("counts the captain's points and salary", () => {
    const problem = tinyProblem(
      "showdown",
      rows([
        ["a", 0.1, 4000],
        ["b", 0.2, 3000],
      ]),
    );
    const { points, salary } = priceLineup(problem, [
      { entry: 0, slot: 0 },
      { entry: 1, slot: 1 },
    ]);
    expect(points).toBe(0.35 * POINT_UNITS);
    expect(salary).toBe(9000);
  });

  it("rounds to 4 decimals on output only", () => {
    const units = [12.34565, 0.00004, -0.00001, -1.5].map((points) => Math.round(points * POINT_UNITS));
    expect(units.map(roundedPoints)).toEqual([12.3457, 0, 0, -1.5]);
  });
});

describe("sorting", () => {
  const problem = tinyProblem(
    "showdown",
    rows([
      ["a", 10, 3000],
      ["b", 10, 3000],
      ["c", 10, 2000],
      ["d", 20, 5000],
    ]),
  );
  const uuids = ["a", "b", "c", "d"].map(uuidOf);
  const lineup = (captain: number, ...flex: number[]) =>
    priceLineup(problem, [{ entry: captain, slot: 0 }, ...flex.map((entry) => ({ entry, slot: 1 }))]);
  const inOrder = (lineups: readonly PricedLineup[]) =>
    sortLineups(problem, lineups).map(({ seats }) => seats.map(({ entry }) => entry).join(""));

  it("orders by higher points, then lower salary, then lower GUIDs", () => {
    expect(uuids).toEqual(uuids.toSorted());
    const best = lineup(3, 0, 1);
    const cheaper = lineup(0, 1, 2);
    const dearer = [lineup(0, 1, 3), lineup(1, 0, 3)];
    expect(inOrder([cheaper, ...dearer, best])).toEqual(["301", "013", "103", "012"]);
    expect(inOrder([lineup(2, 0, 1), cheaper])).toEqual(["201", "012"]);
    expect(inOrder([lineup(0, 2), lineup(0, 1)])).toEqual(["02", "01"]);
  });

  it("gives the same order for any input order", () => {
    const lineups = [lineup(0, 1, 2), lineup(1, 0, 2), lineup(2, 0, 1), lineup(0, 1, 3), lineup(1, 0, 3)];
    expect(inOrder(lineups.toReversed())).toEqual(inOrder(lineups));
  });
});
