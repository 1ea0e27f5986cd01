import { describe, expect, it } from "vitest";
import { minimumGames } from "../../../src/contests/constraints/groups.ts";
import { tinyProblem, uuidOf } from "../../support/tiny-problem.ts";
import { breachesOf, judged, ofGames, POOL, ruled, SHOWDOWN_POOL } from "./support.ts";

describe("the minimum of games", () => {
  const problem = tinyProblem("classic", POOL);

  it("is satisfied by one player of another game, or a defense", () => {
    expect(judged(minimumGames, problem, { QB: ["qb0"], WR: ["wr2"] })).toEqual([]);
    expect(judged(minimumGames, problem, { QB: ["qb0"], DST: ["dst3"] })).toEqual([]);
  });

  it("is violated by both teams of one game; the message has the numbers", () => {
    const [violation] = judged(minimumGames, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb1"] });
    expect(violation!.detail).toMatch(/1 game;.*at least 2/);
    const entries = ["qb0", "wr0", "rb1"].map(uuidOf);
    expect(violation).toMatchObject({ limit: 2, actual: 1, entries });
  });

  it("ignores players with excepted positions only", () => {
    const strict = { minimum: 2, except: ["DST", "WR"], source: "invented" };
    const missed = { QB: ["qb0"], WR: ["wr0"], DST: ["dst3"] };
    expect(judged(minimumGames, problem, missed, strict)).toHaveLength(1);
    expect(judged(minimumGames, problem, { QB: ["qb0"], WR: ["wr2"] }, strict)).toEqual([]);
  });

  it("is absent if the contest has none", () => {
    const showdown = tinyProblem("showdown", SHOWDOWN_POOL);
    expect(ruled(minimumGames, showdown)).toEqual([]);
    expect(judged(minimumGames, showdown, { CPT: ["qb0"] })).toEqual([]);
  });

  it("is at most the number of counted seats, four in this roster", () => {
    const source = "invented";
    const of = (minimum: number, except: string[] = []) => ({ minimum, except, source });
    expect(breachesOf(minimumGames, ofGames(null), of(4))).toEqual([]);
    expect(breachesOf(minimumGames, ofGames(null), of(5))).toEqual(["minimum"]);
    expect(breachesOf(minimumGames, ofGames(null), of(3, ["DST"]))).toEqual([]);
    expect(breachesOf(minimumGames, ofGames(null), of(4, ["DST"]))).toEqual(["minimum"]);
  });

  it("is at most the number of games a contest may have", () => {
    const of = (minimum: number) => ({ minimum, except: [], source: "invented" });
    expect(breachesOf(minimumGames, ofGames(3), of(3))).toEqual([]);
    expect(breachesOf(minimumGames, ofGames(3), of(4))).toEqual(["minimum"]);
  });

  it("names declared positions, each once", () => {
    const of = (...except: string[]) => ({ minimum: 2, except, source: "invented" });
    expect(breachesOf(minimumGames, ofGames(null), of("DST", "WR"))).toEqual([]);
    expect(breachesOf(minimumGames, ofGames(null), of("DST", "XX"))).toEqual(["except.1"]);
    expect(breachesOf(minimumGames, ofGames(null), of("W"))).toEqual(["except.0"]);
    expect(breachesOf(minimumGames, ofGames(null), of("WR", "WR"))).toEqual(["except.1"]);
  });

  it("is described with the excepted positions", () => {
    expect(minimumGames.words(null)).toEqual([]);
    expect(minimumGames.words({ minimum: 3, except: ["DST"], source: "invented" })).toEqual([
      "players (DST not counted) of at least 3 games",
    ]);
  });
});
