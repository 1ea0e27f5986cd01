import { describe, expect, it } from "vitest";
import { teamLimits } from "../../../src/contests/constraints/groups.ts";
import { teamUuid, tinyProblem, uuidOf } from "../../support/tiny-problem.ts";
import { breachesOf, judged, ofGames, POOL, ruled, SHOWDOWN_POOL } from "./support.ts";

describe("team limits", () => {
  const problem = tinyProblem("classic", POOL);

  it("accept up to the limit", () => {
    expect(judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb1"] })).toEqual([]);
  });

  it("name a team over the limit, with the numbers", () => {
    const [violation, ...others] = judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb0"] });
    expect(violation!.detail).toMatch(
      `3 players (DST not counted) are from team ${teamUuid(0)}; the limit is 2.`,
    );
    const entries = ["qb0", "wr0", "rb0"].map(uuidOf);
    expect(violation).toMatchObject({ limit: 2, actual: 3, entries });
    expect(others).toEqual([]);
  });

  it("ignore players with excepted positions only", () => {
    expect(judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"], DST: ["dst0"] })).toEqual([]);
    const strict = [{ maximum: 1, except: ["WR"], source: "invented" }];
    expect(judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"] }, strict)).toEqual([]);
    expect(judged(teamLimits, problem, { QB: ["qb2"], WR: ["wr2"] }, strict)).toHaveLength(1);
  });

  it("all apply if a contest has several", () => {
    const both = [
      { maximum: 2, except: ["DST"], source: "invented" },
      { maximum: 1, except: [], source: "invented" },
    ];
    expect(judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb0"] }, both)).toHaveLength(2);
    expect(judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"] }, both)).toHaveLength(1);
  });

  it("are broken wherever the team's players sit", () => {
    const one = [{ maximum: 1, except: [], source: "invented" }];
    const found = judged(teamLimits, problem, { QB: ["qb2"], WR: ["wr0"], FLEX: ["rb0"] }, one);
    expect(found).toMatchObject([{ actual: 2, entries: ["wr0", "rb0"].map(uuidOf) }]);
  });

  it("are absent if the contest has none", () => {
    expect(ruled(teamLimits, tinyProblem("showdown", SHOWDOWN_POOL))).toEqual([]);
  });

  it("allow a contest's teams to fill the seats that always count", () => {
    const of = (maximum: number, except: string[] = []) => [{ maximum, except, source: "invented" }];
    expect(breachesOf(teamLimits, ofGames(null), of(1))).toEqual([]);
    expect(breachesOf(teamLimits, ofGames(1), of(2))).toEqual([]);
    expect(breachesOf(teamLimits, ofGames(1), of(1))).toEqual(["0.maximum"]);
    expect(breachesOf(teamLimits, ofGames(1), of(1, ["DST", "QB"]))).toEqual([]);
    expect(breachesOf(teamLimits, ofGames(1), of(1, ["DST"]))).toEqual(["0.maximum"]);
    expect(breachesOf(teamLimits, ofGames(1), of(1, ["WR"]))).toEqual([]);
  });

  it("count each player, and name declared positions", () => {
    const of = (...except: string[]) => [{ maximum: 4, except, source: "invented" }];
    expect(breachesOf(teamLimits, ofGames(null), of("QB", "WR", "RB"))).toEqual([]);
    expect(breachesOf(teamLimits, ofGames(null), of("QB", "WR", "RB", "DST"))).toEqual(["0.except"]);
    expect(breachesOf(teamLimits, ofGames(null), of("D"))).toEqual(["0.except.0"]);
  });

  it("are described one by one", () => {
    const both = [
      { maximum: 4, except: [], source: "invented" },
      { maximum: 1, except: ["DST", "QB"], source: "invented" },
    ];
    expect(teamLimits.words(both)).toEqual([
      "at most 4 players of one team",
      "at most 1 player (DST, QB not counted) of one team",
    ]);
  });
});
