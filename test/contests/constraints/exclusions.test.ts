import { describe, expect, it } from "vitest";
import { exclusions } from "../../../src/contests/constraints/requirements.ts";
import { plain } from "../../../src/shared/errors/message-parts.ts";
import { teamUuid, tinyProblem, uuidOf } from "../../support/tiny-problem.ts";
import { judged, lineupOf, POOL, SHOWDOWN_POOL } from "./support.ts";

describe("exclusions", () => {
  const problem = tinyProblem("classic", POOL, {
    exclude: { players: [uuidOf("qb0"), uuidOf("wr0").toUpperCase()], teams: [teamUuid(0)] },
  });

  it("accept a lineup of other players", () => {
    expect(judged(exclusions, problem, { QB: ["qb2"], WR: ["wr2"], FLEX: ["rb0"], DST: ["dst3"] })).toEqual(
      [],
    );
  });

  it("name every excluded player, however its GUID is spelled", () => {
    const violations = judged(exclusions, problem, { QB: ["qb0"], WR: ["wr0"] });
    expect(violations.map(({ detail }) => plain(detail))).toEqual([
      expect.stringContaining(uuidOf("qb0")),
      expect.stringContaining(uuidOf("wr0")),
    ]);
  });

  it("of a team name its defense, not its players", () => {
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

  it("forbid players by one rule and teams by another", () => {
    const forbidden = exclusions.rules(problem).map((rule) => (rule.kind === "count" ? rule.entries : []));
    expect(forbidden.map((entries) => entries.map((entry) => problem.entries[entry]?.uuid))).toEqual([
      [uuidOf("qb0"), uuidOf("wr0")],
      [teamUuid(0)],
    ]);
  });

  it("are all checked, however many there are of each kind", () => {
    const exclude = { players: [uuidOf("qb0")], teams: [teamUuid(0)] };
    const excludedSlots = [{ uuid: uuidOf("rb0"), slot: "FLEX" }];
    expect(judged(exclusions, tinyProblem("classic", POOL, { exclude }), { QB: ["qb0"] })).toHaveLength(1);
    const one = tinyProblem("classic", POOL, { exclude: { players: [uuidOf("qb0")] } }, { excludedSlots });
    expect(judged(exclusions, one, { QB: ["qb0"] })).toHaveLength(1);
  });

  it("from the captain's seat leave the other seats", () => {
    const excludedSlots = [{ uuid: uuidOf("qb0").toUpperCase(), slot: "cpt" }];
    const showdown = tinyProblem("showdown", SHOWDOWN_POOL, {}, { excludedSlots });
    expect(judged(exclusions, showdown, { CPT: ["wr0"], FLEX: ["qb0", "rb1"] })).toEqual([]);
    const [violation, ...others] = judged(exclusions, showdown, { CPT: ["qb0"], FLEX: ["wr0", "rb1"] });
    expect(violation).toMatchObject({ limit: 0, actual: 1, entries: [uuidOf("qb0")] });
    expect(violation!.detail).toMatch(/must not sit in CPT \(\/excludedSlots\/0\)/);
    expect(others).toEqual([]);
  });

  it("from one of several seats of a role are broken by that seat alone", () => {
    const excludedSlots = [{ uuid: uuidOf("wr2"), slot: "FLEX" }];
    const classic = tinyProblem("classic", POOL, {}, { excludedSlots });
    const foundOf = (WR: string, FLEX: string) =>
      exclusions.check(classic, lineupOf(classic, { WR: [WR], FLEX: [FLEX] })).length;
    expect([foundOf("wr2", "rb0"), foundOf("wr0", "wr2")]).toEqual([0, 1]);
    // Picks take any seat they fit: the receivers' seat is left for this player.
    expect(judged(exclusions, classic, { WR: ["wr2"], FLEX: ["rb0"] })).toEqual([]);
    const everywhere = tinyProblem(
      "classic",
      POOL,
      {},
      { excludedSlots: [...excludedSlots, { uuid: uuidOf("wr2"), slot: "WR" }] },
    );
    expect(judged(exclusions, everywhere, { WR: ["wr2"], FLEX: ["rb0"] })).toHaveLength(1);
  });

  it("of entries without a projection need no rule", () => {
    const rows = POOL.map((row) => (row.name === "qb0" ? { ...row, points: null } : row));
    const unprojected = tinyProblem("classic", rows, { exclude: { players: [uuidOf("qb0")] } });
    expect(exclusions.rules(unprojected)).toEqual([]);
    const unseated = tinyProblem(
      "classic",
      rows,
      {},
      { excludedSlots: [{ uuid: uuidOf("qb0"), slot: "QB" }] },
    );
    expect(exclusions.rules(unseated)).toEqual([]);
  });
});
