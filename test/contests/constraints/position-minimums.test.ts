import { describe, expect, it } from "vitest";
import { positionMinimums } from "../../../src/contests/constraints/requirements.ts";
import { tinyProblem, uuidOf } from "../../support/tiny-problem.ts";
import { judged, POOL, SHOWDOWN_POOL } from "./support.ts";

describe("position minimums", () => {
  const problem = tinyProblem("classic", POOL, { positions: { RB: 1, W: 2 } });

  it("count holders in any slot, and holders of several positions for each", () => {
    expect(judged(positionMinimums, problem, { WR: ["wr0"], FLEX: ["wr2"] })).toEqual([]);
  });

  it("name position, numbers and field of each violation", () => {
    const violations = judged(positionMinimums, problem, { QB: ["qb0"], WR: ["wr0"] });
    expect(violations.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/The lineup has 0 at RB; the minimum is 1.*\/positions\/RB/),
      expect.stringMatching(/The lineup has 1 at WR; the minimum is 2.*\/positions\/W/),
    ]);
    expect(violations[1]).toMatchObject({ limit: 2, actual: 1, entries: [uuidOf("wr0")] });
  });

  it("count the captain", () => {
    const showdown = tinyProblem("showdown", SHOWDOWN_POOL, { positions: { RB: 2 } });
    expect(judged(positionMinimums, showdown, { CPT: ["rb0"], FLEX: ["rb1"] })).toEqual([]);
    expect(judged(positionMinimums, showdown, { CPT: ["rb0"], FLEX: ["wr0"] })).toHaveLength(1);
  });

  it("of zero, or implied by a slot, need no rule", () => {
    expect(positionMinimums.rules(tinyProblem("classic", POOL, { positions: { RB: 0, FLEX: 1 } }))).toEqual(
      [],
    );
  });
});
