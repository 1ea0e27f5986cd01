import { describe, expect, it } from "vitest";
import {
  gameLimits,
  minimumGames,
  minimumTeams,
  teamLimits,
} from "../../../src/contests/constraints/groups.ts";
import { teamUuid, tinyProblem, uuidOf } from "../../support/tiny-problem.ts";
import { breachesOf, judged, ofGames, POOL, ruled, SHOWDOWN_POOL } from "./support.ts";

const problem = tinyProblem("classic", POOL);
const showdown = tinyProblem("showdown", SHOWDOWN_POOL);
const source = "invented";
const least = (minimum: number, except: string[] = []) => ({ minimum, except, source });
const most = (maximum: number, except: string[] = []) => [{ maximum, except, source }];

/** The minimums, and the most that contests of so many games may require. */
const MINIMUMS = [
  ["games", minimumGames, 3, 3],
  ["teams", minimumTeams, 1, 2],
] as const;

describe.each(MINIMUMS)("the minimum of %s", (what, minimum, games, highest) => {
  it("is absent if the contest has none", () => {
    expect(ruled(minimum, showdown)).toEqual([]);
    expect(judged(minimum, showdown, { CPT: ["qb0"] })).toEqual([]);
  });

  it("is at most the number of counted seats, four in this roster, and that of the contest's games", () => {
    const breaches = (value: object, most: number | null = null) =>
      breachesOf(minimum, ofGames(most), value as never);
    expect(breaches(least(4))).toEqual([]);
    expect(breaches(least(5))).toEqual(["minimum"]);
    expect(breaches(least(3, ["DST"]))).toEqual([]);
    expect(breaches(least(4, ["DST"]))).toEqual(["minimum"]);
    expect(breaches(least(highest), games)).toEqual([]);
    expect(breaches(least(highest + 1), games)).toEqual(["minimum"]);
  });

  it("names declared positions, each once", () => {
    const breaches = (...except: string[]) => breachesOf(minimum, ofGames(null), least(2, except) as never);
    expect(breaches("DST", "WR")).toEqual([]);
    expect(breaches("DST", "XX")).toEqual(["except.1"]);
    expect(breaches("W")).toEqual(["except.0"]);
    expect(breaches("WR", "WR")).toEqual(["except.1"]);
  });

  it("is described with the excepted positions", () => {
    expect(minimum.words(null)).toEqual([]);
    expect(minimum.words(least(3, ["DST"]))).toEqual([`players (DST not counted) of at least 3 ${what}`]);
  });
});

describe("the minimum of games", () => {
  it("is satisfied by one player of another game, or a defense", () => {
    expect(judged(minimumGames, problem, { QB: ["qb0"], WR: ["wr2"] })).toEqual([]);
    expect(judged(minimumGames, problem, { QB: ["qb0"], DST: ["dst3"] })).toEqual([]);
  });

  it("is violated by both teams of one game; the message has the numbers", () => {
    const [violation] = judged(minimumGames, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb1"] });
    expect(violation!.detail).toMatch(/1 game;.*at least 2/);
    expect(violation).toMatchObject({ limit: 2, actual: 1, entries: ["qb0", "wr0", "rb1"].map(uuidOf) });
  });

  it("ignores players with excepted positions only", () => {
    const strict = least(2, ["DST", "WR"]);
    const missed = { QB: ["qb0"], WR: ["wr0"], DST: ["dst3"] };
    expect(judged(minimumGames, problem, missed, strict)).toHaveLength(1);
    expect(judged(minimumGames, problem, { QB: ["qb0"], WR: ["wr2"] }, strict)).toEqual([]);
  });
});

describe("the minimum of teams", () => {
  it("is satisfied by two teams of one game, and violated by one; the message has the numbers", () => {
    expect(judged(minimumTeams, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb1"] })).toEqual([]);
    const [violation] = judged(minimumTeams, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb0"] });
    expect(violation!.detail).toMatch(/1 team;.*at least 2/);
    expect(violation).toMatchObject({ limit: 2, actual: 1 });
  });

  it("counts each team once, wherever its players sit, and no players with excepted positions only", () => {
    const seats = { QB: ["qb2"], WR: ["wr0"], FLEX: ["rb0"] };
    expect(judged(minimumTeams, problem, seats, least(3))).toMatchObject([{ limit: 3, actual: 2 }]);
    const defense = judged(minimumTeams, problem, { QB: ["qb0"], WR: ["wr0"], DST: ["dst3"] });
    expect(defense).toMatchObject([{ entries: ["qb0", "wr0"].map(uuidOf) }]);
  });
});

describe.each([
  ["team", teamLimits],
  ["game", gameLimits],
] as const)("%s limits", (_, limits) => {
  it("are absent if the contest has none", () => {
    expect(ruled(limits, showdown)).toEqual([]);
  });
});

describe("team limits", () => {
  it("accept up to the limit, and name a team over it, with the numbers", () => {
    expect(judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb1"] })).toEqual([]);
    const [violation, ...others] = judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb0"] });
    expect(violation!.detail).toMatch(
      `3 players (DST not counted) are from team ${teamUuid(0)}; the limit is 2.`,
    );
    expect(violation).toMatchObject({ limit: 2, actual: 3, entries: ["qb0", "wr0", "rb0"].map(uuidOf) });
    expect(others).toEqual([]);
  });

  it("ignore players with excepted positions only", () => {
    expect(judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"], DST: ["dst0"] })).toEqual([]);
    expect(judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"] }, most(1, ["WR"]))).toEqual([]);
    expect(judged(teamLimits, problem, { QB: ["qb2"], WR: ["wr2"] }, most(1, ["WR"]))).toHaveLength(1);
  });

  it("all apply if a contest has several, wherever the team's players sit", () => {
    const both = [...most(2, ["DST"]), ...most(1)];
    expect(judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb0"] }, both)).toHaveLength(2);
    expect(judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"] }, both)).toHaveLength(1);
    const found = judged(teamLimits, problem, { QB: ["qb2"], WR: ["wr0"], FLEX: ["rb0"] }, most(1));
    expect(found).toMatchObject([{ actual: 2, entries: ["wr0", "rb0"].map(uuidOf) }]);
  });

  it("allow a contest's teams to fill the seats that always count, and name declared positions", () => {
    const breaches = (games: number | null, ...given: Parameters<typeof most>) =>
      breachesOf(teamLimits, ofGames(games), most(...given));
    expect(breaches(null, 1)).toEqual([]);
    expect(breaches(1, 2)).toEqual([]);
    expect(breaches(1, 1)).toEqual(["0.maximum"]);
    expect(breaches(1, 1, ["DST", "QB"])).toEqual([]);
    expect(breaches(1, 1, ["DST"])).toEqual(["0.maximum"]);
    expect(breaches(1, 1, ["WR"])).toEqual([]);
    expect(breaches(null, 4, ["QB", "WR", "RB"])).toEqual([]);
    expect(breaches(null, 4, ["QB", "WR", "RB", "DST"])).toEqual(["0.except"]);
    expect(breaches(null, 4, ["D"])).toEqual(["0.except.0"]);
  });

  it("are described one by one", () => {
    expect(teamLimits.words([...most(4), ...most(1, ["DST", "QB"])])).toEqual([
      "at most 4 players of one team",
      "at most 1 player (DST, QB not counted) of one team",
    ]);
  });
});

describe("game limits", () => {
  it("count both teams of a game, and name the players over the limit", () => {
    expect(judged(gameLimits, problem, { QB: ["qb0"], WR: ["wr2"] }, most(1))).toEqual([]);
    expect(judged(gameLimits, problem, { QB: ["qb0"], FLEX: ["rb1"] }, most(2))).toEqual([]);
    const [violation, ...others] = judged(gameLimits, problem, { QB: ["qb0"], FLEX: ["rb1"] }, most(1));
    expect(violation!.detail).toMatch(/^2 players are from game .*; the limit is 1\.$/);
    expect(violation).toMatchObject({ limit: 1, actual: 2, entries: ["qb0", "rb1"].map(uuidOf) });
    expect(others).toEqual([]);
  });

  it("ignore players with excepted positions only", () => {
    expect(judged(gameLimits, problem, { QB: ["qb0"], DST: ["dst0"] }, most(1, ["DST"]))).toEqual([]);
    expect(judged(gameLimits, problem, { QB: ["qb0"], DST: ["dst0"] }, most(1))).toHaveLength(1);
  });

  it("allow a contest's games to fill the seats that always count", () => {
    expect(breachesOf(gameLimits, ofGames(null), most(1))).toEqual([]);
    expect(breachesOf(gameLimits, ofGames(1), most(4))).toEqual([]);
    expect(breachesOf(gameLimits, ofGames(1), most(2))).toEqual(["0.maximum"]);
  });
});
