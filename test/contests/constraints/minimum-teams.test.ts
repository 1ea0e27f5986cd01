import { describe, expect, it } from "vitest";
import { minimumTeams } from "../../../src/contests/constraints/groups.ts";
import { tinyProblem, uuidOf } from "../../support/tiny-problem.ts";
import { breachesOf, judged, ofGames, POOL, ruled, SHOWDOWN_POOL } from "./support.ts";

describe("the minimum of teams", () => {
  const problem = tinyProblem("classic", POOL);

  it("is satisfied by two teams of one game", () => {
    expect(judged(minimumTeams, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb1"] })).toEqual([]);
  });

  it("is violated by one team; the message has the numbers", () => {
    const [violation] = judged(minimumTeams, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb0"] });
    expect(violation!.detail).toMatch(/1 team;.*at least 2/);
    expect(violation).toMatchObject({ limit: 2, actual: 1 });
  });

  it("counts each team once, wherever its players sit", () => {
    const three = { minimum: 3, except: [], source: "invented" };
    const [violation] = judged(minimumTeams, problem, { QB: ["qb2"], WR: ["wr0"], FLEX: ["rb0"] }, three);
    expect(violation).toMatchObject({ limit: 3, actual: 2 });
  });

  it("ignores players with excepted positions only", () => {
    const [violation, ...others] = judged(minimumTeams, problem, { QB: ["qb0"], WR: ["wr0"], DST: ["dst3"] });
    expect(violation!.entries).toEqual(["qb0", "wr0"].map(uuidOf));
    expect(others).toEqual([]);
  });

  it("is absent if the contest has none", () => {
    const showdown = tinyProblem("showdown", SHOWDOWN_POOL);
    expect(ruled(minimumTeams, showdown)).toEqual([]);
    expect(judged(minimumTeams, showdown, { CPT: ["qb0"] })).toEqual([]);
  });

  it("is at most the number of counted seats, four in this roster", () => {
    const source = "invented";
    const of = (minimum: number, except: string[] = []) => ({ minimum, except, source });
    expect(breachesOf(minimumTeams, ofGames(null), of(4))).toEqual([]);
    expect(breachesOf(minimumTeams, ofGames(null), of(5))).toEqual(["minimum"]);
    expect(breachesOf(minimumTeams, ofGames(null), of(3, ["DST"]))).toEqual([]);
    expect(breachesOf(minimumTeams, ofGames(null), of(4, ["DST"]))).toEqual(["minimum"]);
  });

  it("is at most the number of teams that the contest's games have", () => {
    const of = (minimum: number) => ({ minimum, except: [], source: "invented" });
    expect(breachesOf(minimumTeams, ofGames(1), of(2))).toEqual([]);
    expect(breachesOf(minimumTeams, ofGames(1), of(3))).toEqual(["minimum"]);
  });

  it("names declared positions, each once", () => {
    const of = (...except: string[]) => ({ minimum: 2, except, source: "invented" });
    expect(breachesOf(minimumTeams, ofGames(null), of("DST", "WR"))).toEqual([]);
    expect(breachesOf(minimumTeams, ofGames(null), of("DST", "XX"))).toEqual(["except.1"]);
    expect(breachesOf(minimumTeams, ofGames(null), of("W"))).toEqual(["except.0"]);
    expect(breachesOf(minimumTeams, ofGames(null), of("WR", "WR"))).toEqual(["except.1"]);
  });

  it("is described with the excepted positions", () => {
    expect(minimumTeams.words(null)).toEqual([]);
    expect(minimumTeams.words({ minimum: 3, except: ["DST"], source: "invented" })).toEqual([
      "players (DST not counted) of at least 3 teams",
    ]);
  });
});
