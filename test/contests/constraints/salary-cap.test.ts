import { describe, expect, it } from "vitest";
import { salaryCap } from "../../../src/contests/constraints/every-contest.ts";
import { tinyProblem } from "../../support/tiny-problem.ts";
import { judged, POOL, SHOWDOWN_POOL } from "./support.ts";

describe("the salary cap", () => {
  const lineup = { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb1"], DST: ["dst3"] };

  it("applies to the last unit", () => {
    expect(judged(salaryCap, tinyProblem("classic", POOL, { cap: 16_000 }), lineup)).toEqual([]);
    const [violation] = judged(salaryCap, tinyProblem("classic", POOL, { cap: 15_999 }), lineup);
    expect(violation!.detail).toMatch(/16000, 1 above the cap of 15999/);
    expect(violation).toMatchObject({ limit: 15_999, actual: 16_000 });
  });

  it("counts the captain's own salary", () => {
    const captained = { CPT: ["qb0"], FLEX: ["wr0", "rb1"] };
    const cost = 9000 + 4000 + 3500;
    expect(judged(salaryCap, tinyProblem("showdown", SHOWDOWN_POOL, { cap: cost }), captained)).toEqual([]);
    expect(
      judged(salaryCap, tinyProblem("showdown", SHOWDOWN_POOL, { cap: cost - 1 }), captained),
    ).toHaveLength(1);
  });

  it("defaults to the contest's, and the message says which one applies", () => {
    const [own] = salaryCap.rules(tinyProblem("classic", POOL, { cap: 1 }));
    const [default_] = salaryCap.rules(tinyProblem("classic", POOL));
    expect(own).toMatchObject({ maximum: 1, origin: { pointer: "/cap" } });
    expect(default_).toMatchObject({ maximum: 20_000, origin: { pointer: null } });
  });
});
