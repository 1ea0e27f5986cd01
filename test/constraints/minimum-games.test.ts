import { describe, expect, it } from "vitest";
import { minimumGames } from "../../src/constraints/minimum-games.ts";
import type { Problem } from "../../src/problem/problem.ts";
import { tinyProblem } from "../support/tiny-problem.ts";
import { judged, POOL, SHOWDOWN_POOL } from "./support.ts";

describe("the minimum of games", () => {
  const problem = tinyProblem("classic", POOL);

  it("is met by one player of another game, or a defense", () => {
    expect(judged(minimumGames, problem, { QB: ["qb0"], WR: ["wr2"] })).toEqual([]);
    expect(judged(minimumGames, problem, { QB: ["qb0"], DST: ["dst3"] })).toEqual([]);
  });

  it("is missed by both teams of one game, with the numbers", () => {
    const [violation] = judged(minimumGames, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb1"] });
    expect(violation!.detail).toMatch(/1 game;.*at least 2/);
  });

  it("does not count who holds excepted positions only", () => {
    const strict: Problem = {
      ...problem,
      contest: {
        ...problem.contest,
        minimumGames: { minimum: 2, except: ["DST", "WR"], source: "invented" },
      },
    };
    expect(judged(minimumGames, strict, { QB: ["qb0"], WR: ["wr0"], DST: ["dst3"] })).toHaveLength(1);
    expect(judged(minimumGames, strict, { QB: ["qb0"], WR: ["wr2"] })).toEqual([]);
  });

  it("is nothing where the contest has none", () => {
    const showdown = tinyProblem("showdown", SHOWDOWN_POOL);
    expect(minimumGames.rules(showdown)).toEqual([]);
    expect(judged(minimumGames, showdown, { CPT: ["qb0"] })).toEqual([]);
  });
});
