import { describe, expect, it } from "vitest";
import { gameLimits } from "../../../src/contests/constraints/groups.ts";
import { tinyProblem, uuidOf } from "../../support/tiny-problem.ts";
import { breachesOf, judged, ofGames, POOL, ruled, SHOWDOWN_POOL } from "./support.ts";

describe("game limits", () => {
  const problem = tinyProblem("classic", POOL);
  const of = (maximum: number, except: string[] = []) => [{ maximum, except, source: "invented" }];

  it("accept up to the limit", () => {
    expect(judged(gameLimits, problem, { QB: ["qb0"], WR: ["wr2"] }, of(1))).toEqual([]);
    expect(judged(gameLimits, problem, { QB: ["qb0"], FLEX: ["rb1"] }, of(2))).toEqual([]);
  });

  it("count both teams of a game, and name the players over the limit", () => {
    const [violation, ...others] = judged(gameLimits, problem, { QB: ["qb0"], FLEX: ["rb1"] }, of(1));
    expect(violation!.detail).toMatch(/^2 players are from game .*; the limit is 1\.$/);
    expect(violation).toMatchObject({ limit: 1, actual: 2, entries: ["qb0", "rb1"].map(uuidOf) });
    expect(others).toEqual([]);
  });

  it("ignore players with excepted positions only", () => {
    expect(judged(gameLimits, problem, { QB: ["qb0"], DST: ["dst0"] }, of(1, ["DST"]))).toEqual([]);
    expect(judged(gameLimits, problem, { QB: ["qb0"], DST: ["dst0"] }, of(1))).toHaveLength(1);
  });

  it("are absent if the contest has none", () => {
    expect(ruled(gameLimits, tinyProblem("showdown", SHOWDOWN_POOL))).toEqual([]);
  });

  it("allow a contest's games to fill the seats that always count", () => {
    expect(breachesOf(gameLimits, ofGames(null), of(1))).toEqual([]);
    expect(breachesOf(gameLimits, ofGames(1), of(4))).toEqual([]);
    expect(breachesOf(gameLimits, ofGames(1), of(2))).toEqual(["0.maximum"]);
  });
});
