import { describe, expect, it } from "vitest";
import { rosterSlots } from "../../../src/contests/constraints/every-contest.ts";
import { buildModel } from "../../../src/contests/constraints/readers/build-model.ts";
import { plain } from "../../../src/shared/errors/message-parts.ts";
import { tinyProblem, uuidOf } from "../../support/tiny-problem.ts";
import { judged, lineupOf, POOL, SHOWDOWN_POOL } from "./support.ts";

describe("roster slots", () => {
  const problem = tinyProblem("classic", POOL);
  const full = { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb1"], DST: ["dst3"] };

  it("accept a full roster, flex and multiple positions included", () => {
    expect(judged(rosterSlots, problem, full)).toEqual([]);
    expect(judged(rosterSlots, problem, { ...full, FLEX: ["wr2"] })).toEqual([]);
    expect(judged(rosterSlots, problem, { ...full, WR: ["wr2"] })).toEqual([]);
    const rows = POOL.map((row) => (row.name === "wr2" ? { ...row, position: "RB/WR" } : row));
    expect(judged(rosterSlots, tinyProblem("classic", rows), { ...full, WR: ["wr2"] })).toEqual([]);
  });

  it.each(Object.keys(full))("name %s if a seat of it is empty", (slot) => {
    const violations = judged(rosterSlots, problem, { ...full, [slot]: [] });
    expect(violations.map(({ detail }) => detail)).toEqual([`${slot}: 0 seated, 1 needed.`]);
  });

  it("name a slot with too many players", () => {
    const violations = judged(rosterSlots, problem, { ...full, QB: ["qb0", "qb2"] });
    expect(violations.map(({ detail }) => detail)).toEqual([expect.stringMatching(/QB: 2 seated, 1/)]);
    const entries = ["qb0", "qb2"].map(uuidOf);
    expect(violations[0]).toMatchObject({ limit: 1, actual: 2, entries });
  });

  it.each([
    ["QB", "wr2"],
    ["WR", "qb2"],
    ["FLEX", "qb2"],
    ["DST", "wr2"],
  ])("name misplaced players in %s", (slot, name) => {
    const [violation, ...others] = rosterSlots.check(problem, lineupOf(problem, { ...full, [slot]: [name] }));
    expect(violation).toMatchObject({ entries: [uuidOf(name)] });
    expect(others).toEqual([]);
  });

  it("name players whom the slot does not accept, and what it accepts", () => {
    const [violation, ...others] = rosterSlots.check(problem, lineupOf(problem, { ...full, FLEX: ["qb2"] }));
    expect(plain(violation!.detail)).toMatch(`${uuidOf("qb2")} (QB) sits in FLEX, which accepts WR, RB`);
    expect(others).toEqual([]);
    const { picks } = buildModel(problem);
    const seats =
      picks.slots[picks.entry.findIndex((entry) => problem.entries[entry]!.uuid === uuidOf("qb2"))];
    expect(seats).toBe(1);
  });

  it("have seats of several roles in showdown", () => {
    const showdown = tinyProblem("showdown", SHOWDOWN_POOL);
    expect(judged(rosterSlots, showdown, { CPT: ["qb0"], FLEX: ["wr0", "rb1"] })).toEqual([]);
    expect(judged(rosterSlots, showdown, { FLEX: ["wr0", "rb1"] })).toHaveLength(1);
  });
});
