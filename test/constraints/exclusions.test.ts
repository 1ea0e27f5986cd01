import { describe, expect, it } from "vitest";
import { exclusions } from "../../src/constraints/exclusions.ts";
import { teamUuid, tinyProblem, uuidOf } from "../support/tiny-problem.ts";
import { judged, POOL } from "./support.ts";

describe("exclusions", () => {
  const problem = tinyProblem("classic", POOL, {
    exclude: { players: [uuidOf("qb0"), uuidOf("wr0").toUpperCase()], teams: [teamUuid(0)] },
  });

  it("leave a lineup of others alone", () => {
    expect(judged(exclusions, problem, { QB: ["qb2"], WR: ["wr2"], FLEX: ["rb0"], DST: ["dst3"] })).toEqual(
      [],
    );
  });

  it("name every excluded player, however its GUID was spelled", () => {
    const violations = judged(exclusions, problem, { QB: ["qb0"], WR: ["wr0"] });
    expect(violations.map(({ detail }) => detail)).toEqual([
      expect.stringContaining(uuidOf("qb0")),
      expect.stringContaining(uuidOf("wr0")),
    ]);
  });

  it("of a team speak of its defense, not of its players", () => {
    const [violation, ...others] = judged(exclusions, problem, { FLEX: ["rb0"], DST: ["dst0"] });
    expect(violation!.detail).toContain(teamUuid(0));
    expect(violation).toMatchObject({ limit: 0, actual: 1, entries: [teamUuid(0)] });
    expect(others).toEqual([]);
  });

  it("point at the field of each kind", () => {
    expect(exclusions.rules(problem).map(({ origin }) => origin.pointer)).toEqual([
      "/exclude/players",
      "/exclude/teams",
    ]);
    expect(exclusions.rules(tinyProblem("classic", POOL))).toEqual([]);
  });

  it("of entries without a projection need no rule", () => {
    const rows = POOL.map((row) => (row.name === "qb0" ? { ...row, points: null } : row));
    const unprojected = tinyProblem("classic", rows, { exclude: { players: [uuidOf("qb0")] } });
    expect(exclusions.rules(unprojected)).toEqual([]);
  });
});
