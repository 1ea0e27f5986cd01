import { describe, expect, it } from "vitest";
import { playerOnce } from "../../../src/contests/constraints/every-contest.ts";
import { tinyProblem, uuidOf } from "../../support/tiny-problem.ts";
import { judged, SHOWDOWN_POOL } from "./support.ts";

describe("each player once", () => {
  const problem = tinyProblem("showdown", SHOWDOWN_POOL);

  it("accepts different players", () => {
    expect(judged(playerOnce, problem, { CPT: ["qb0"], FLEX: ["wr0", "rb1"] })).toEqual([]);
  });

  it("names a player who is captain and flex at once, once", () => {
    const violations = judged(playerOnce, problem, { CPT: ["qb0"], FLEX: ["qb0", "rb1"] });
    expect(violations).toHaveLength(1);
    expect(violations[0]!.detail).toContain(uuidOf("qb0"));
  });

  it("is broken from any seat", () => {
    expect(judged(playerOnce, problem, { CPT: ["rb1"], FLEX: ["qb0", "qb0"] })).toHaveLength(1);
  });

  it("counts a player three times as one violation", () => {
    const entry = problem.entries.findIndex(({ uuid }) => uuid === uuidOf("wr0"));
    const seats = [0, 1, 1].map((slot) => ({ entry, slot }));
    expect(playerOnce.check(problem, seats)).toEqual([
      expect.objectContaining({ limit: 1, actual: 3, entries: [uuidOf("wr0")] }),
    ]);
  });
});
