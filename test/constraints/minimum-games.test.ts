import { describe, expect, it } from "vitest";
import { minimumGames } from "../../src/constraints/minimum-games.ts";
import { tinyProblem, uuidOf } from "../support/tiny-problem.ts";
import { judged, POOL, ruled, SHOWDOWN_POOL } from "./support.ts";

describe("the minimum of games", () => {
  const problem = tinyProblem("classic", POOL);

  it("is met by one player of another game, or a defense", () => {
    expect(judged(minimumGames, problem, { QB: ["qb0"], WR: ["wr2"] })).toEqual([]);
    expect(judged(minimumGames, problem, { QB: ["qb0"], DST: ["dst3"] })).toEqual([]);
  });

  it("is missed by both teams of one game, with the numbers", () => {
    const [violation] = judged(minimumGames, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb1"] });
    expect(violation!.detail).toMatch(/1 game;.*at least 2/);
    const entries = ["qb0", "wr0", "rb1"].map(uuidOf);
    expect(violation).toMatchObject({ limit: 2, actual: 1, entries });
  });

  it("does not count who holds excepted positions only", () => {
    const strict = { minimum: 2, except: ["DST", "WR"], source: "invented" };
    const missed = { QB: ["qb0"], WR: ["wr0"], DST: ["dst3"] };
    expect(judged(minimumGames, problem, missed, strict)).toHaveLength(1);
    expect(judged(minimumGames, problem, { QB: ["qb0"], WR: ["wr2"] }, strict)).toEqual([]);
  });

  it("is nothing where the contest has none", () => {
    const showdown = tinyProblem("showdown", SHOWDOWN_POOL);
    expect(ruled(minimumGames, showdown)).toEqual([]);
    expect(judged(minimumGames, showdown, { CPT: ["qb0"] })).toEqual([]);
  });
});
