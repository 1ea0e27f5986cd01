import { describe, expect, it } from "vitest";
import { teamLimits } from "../../src/constraints/team-limits.ts";
import { teamUuid, tinyProblem, uuidOf } from "../support/tiny-problem.ts";
import { judged, POOL, ruled, SHOWDOWN_POOL } from "./support.ts";

describe("team limits", () => {
  const problem = tinyProblem("classic", POOL);

  it("are kept by as many as allowed", () => {
    expect(judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb1"] })).toEqual([]);
  });

  it("name the team that has too many, with the numbers", () => {
    const [violation, ...others] = judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb0"] });
    expect(violation!.detail).toMatch(`3 of team ${teamUuid(0)} (DST not counted), at most 2`);
    const entries = ["qb0", "wr0", "rb0"].map(uuidOf);
    expect(violation).toMatchObject({ limit: 2, actual: 3, entries });
    expect(others).toEqual([]);
  });

  it("do not count who holds excepted positions only", () => {
    expect(judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"], DST: ["dst0"] })).toEqual([]);
    const strict = [{ maximum: 1, except: ["WR"], source: "invented" }];
    expect(judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"] }, strict)).toEqual([]);
    expect(judged(teamLimits, problem, { QB: ["qb2"], WR: ["wr2"] }, strict)).toHaveLength(1);
  });

  it("hold all at once where a contest has several", () => {
    const both = [
      { maximum: 2, except: ["DST"], source: "invented" },
      { maximum: 1, except: [], source: "invented" },
    ];
    expect(judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb0"] }, both)).toHaveLength(2);
    expect(judged(teamLimits, problem, { QB: ["qb0"], WR: ["wr0"] }, both)).toHaveLength(1);
  });

  it("are none where the contest has none", () => {
    expect(ruled(teamLimits, tinyProblem("showdown", SHOWDOWN_POOL))).toEqual([]);
  });
});
