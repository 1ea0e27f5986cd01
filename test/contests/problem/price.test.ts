import { expect, test } from "vitest";
import { seatPoints, seatSalary, totalsOf } from "../../../src/contests/problem/pool.ts";
import { POINT_UNITS } from "../../../src/engine/model/model.ts";
import { tinyProblem } from "../../support/tiny-problem.ts";
import { lineupOf, POOL, SHOWDOWN_POOL } from "../constraints/support.ts";

test("a captain's seat costs the captain's salary and multiplies the points", () => {
  const problem = tinyProblem("showdown", SHOWDOWN_POOL);
  const lineup = lineupOf(problem, { CPT: ["qb0"], FLEX: ["wr0", "rb1"] });
  expect(lineup.map((seat) => seatSalary(problem, seat))).toEqual([9000, 4000, 3500]);
  expect(lineup.map((seat) => seatPoints(problem, seat) / POINT_UNITS)).toEqual([15, 10, 10]);
  expect(totalsOf(problem, lineup)).toEqual({ salary: 16_500, points: 35 * POINT_UNITS });
});

test("points are integer units, rounded seat by seat", () => {
  const fine = POOL.map((row) => ({ ...row, points: 1 / 3 }));
  const problem = tinyProblem("classic", fine);
  const lineup = lineupOf(problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb1"] });
  expect(totalsOf(problem, lineup).points).toBe(3 * 3_333_333_333);
});

test("an empty lineup costs and scores nothing", () => {
  expect(totalsOf(tinyProblem("classic", POOL), [])).toEqual({ salary: 0, points: 0 });
});
