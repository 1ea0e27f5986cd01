import { describe, expect, it } from "vitest";
import { teamLimits } from "../../src/constraints/team-limits.ts";
import type { Problem } from "../../src/problem/problem.ts";
import { teamUuid, tinyProblem } from "../support/tiny-problem.ts";
import { judged, POOL, SHOWDOWN_POOL } from "./support.ts";

describe("team limits", () => {
  const problem = tinyProblem("classic", POOL);

  it("are kept by as many as allowed", () => {
    expect(judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb1"] })).toEqual([]);
  });

  it("name the team that has too many, with the numbers", () => {
    const [violation, ...others] = judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb0"] });
    expect(violation!.detail).toMatch(`3 of team ${teamUuid(0)}, at most 2`);
    expect(others).toEqual([]);
  });

  it("do not count who holds excepted positions only", () => {
    expect(judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"], DST: ["dst0"] })).toEqual([]);
    const strict: Problem = {
      ...problem,
      contest: { ...problem.contest, teamLimits: [{ maximum: 1, except: ["WR"], source: "invented" }] },
    };
    expect(judged(teamLimits, strict, { QB: ["qb0"], WR: ["wr0"] })).toEqual([]);
    expect(judged(teamLimits, strict, { QB: ["qb2"], WR: ["wr2"] })).toHaveLength(1);
  });

  it("hold all at once where a contest has several", () => {
    const [limit] = problem.contest.teamLimits;
    const both: Problem = {
      ...problem,
      contest: { ...problem.contest, teamLimits: [limit!, { maximum: 1, except: [], source: "invented" }] },
    };
    expect(judged(teamLimits, both, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb0"] })).toHaveLength(2);
    expect(judged(teamLimits, both, { QB: ["qb0"], WR: ["wr0"] })).toHaveLength(1);
  });

  it("are none where the contest has none", () => {
    expect(teamLimits.rules(tinyProblem("showdown", SHOWDOWN_POOL))).toEqual([]);
  });
});
