import { describe, expect, it } from "vitest";
import { minimumTeams } from "../../src/constraints/minimum-teams.ts";
import { tinyProblem } from "../support/tiny-problem.ts";
import { judged, POOL, ruled, SHOWDOWN_POOL } from "./support.ts";

describe("the minimum of teams", () => {
  const problem = tinyProblem("classic", POOL);

  it("is met by two teams of one game", () => {
    expect(judged(minimumTeams, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb1"] })).toEqual([]);
  });

  it("is missed by one team, with the numbers", () => {
    const [violation] = judged(minimumTeams, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb0"] });
    expect(violation!.detail).toMatch(/1 team;.*at least 2/);
    expect(violation).toMatchObject({ limit: 2, actual: 1 });
  });

  it("does not count who holds excepted positions only", () => {
    expect(judged(minimumTeams, problem, { QB: ["qb0"], WR: ["wr0"], DST: ["dst3"] })).toHaveLength(1);
  });

  it("is nothing where the contest has none", () => {
    const showdown = tinyProblem("showdown", SHOWDOWN_POOL);
    expect(ruled(minimumTeams, showdown)).toEqual([]);
    expect(judged(minimumTeams, showdown, { CPT: ["qb0"] })).toEqual([]);
  });
});
