import { describe, expect, it } from "vitest";
import { locks } from "../../../src/contests/constraints/requirements.ts";
import { plain } from "../../../src/shared/errors/message-parts.ts";
import { teamUuid, tinyProblem, uuidOf } from "../../support/tiny-problem.ts";
import { judged, POOL, SHOWDOWN_POOL } from "./support.ts";

const player = (name: string, position?: string) => ({ player: uuidOf(name), ...(position && { position }) });

describe("locks", () => {
  it("without a slot apply to every slot", () => {
    const problem = tinyProblem("classic", POOL, { include: { players: [player("wr2")] } });
    expect(judged(locks, problem, { WR: ["wr2"], FLEX: ["rb0"] })).toEqual([]);
    expect(judged(locks, problem, { WR: ["wr0"], FLEX: ["wr2"] })).toEqual([]);
  });

  it("name the missing player and the field", () => {
    const problem = tinyProblem("classic", POOL, {
      include: { players: [player("wr0"), player("rb1")], teams: [{ team: teamUuid(3) }] },
    });
    const violations = judged(locks, problem, { QB: ["qb0"], WR: ["wr0"], FLEX: ["rb0"] });
    expect(violations.map(({ detail }) => plain(detail))).toEqual([
      expect.stringMatching(`${uuidOf("rb1")}.*/include/players/1`),
      expect.stringMatching(`${teamUuid(3)}.*/include/teams/0`),
    ]);
    expect(violations[0]).toMatchObject({ limit: 1, actual: 0, entries: [uuidOf("rb1")] });
    const [inclusion] = locks.rules(problem);
    expect(plain(inclusion!.origin.words)).toBe(`${uuidOf("wr0")} included`);
  });

  it("distinguish a lock on the captain's seat from one on a flex seat", () => {
    const captain = tinyProblem("showdown", SHOWDOWN_POOL, { include: { players: [player("qb0", "CPT")] } });
    const flex = tinyProblem("showdown", SHOWDOWN_POOL, { include: { players: [player("qb0", "FLEX")] } });
    const asCaptain = { CPT: ["qb0"], FLEX: ["wr0", "rb1"] };
    const asFlex = { CPT: ["wr0"], FLEX: ["qb0", "rb1"] };
    expect(judged(locks, captain, asCaptain)).toEqual([]);
    expect(judged(locks, flex, asFlex)).toEqual([]);
    expect(plain(judged(locks, captain, asFlex)[0]!.detail)).toMatch(`${uuidOf("qb0")} must sit in CPT`);
    expect(plain(judged(locks, flex, asCaptain)[0]!.detail)).toMatch(`${uuidOf("qb0")} must sit in FLEX`);
  });

  it("to a slot are broken by another slot of the same role", () => {
    const problem = tinyProblem("classic", POOL, { include: { players: [player("wr2", "FLEX")] } });
    const seated = (WR: string, FLEX: string) =>
      locks.check(problem, [
        { entry: problem.entries.findIndex(({ uuid }) => uuid === uuidOf(WR)), slot: 1 },
        { entry: problem.entries.findIndex(({ uuid }) => uuid === uuidOf(FLEX)), slot: 2 },
      ]);
    expect(seated("wr0", "wr2")).toEqual([]);
    expect(seated("wr2", "wr0")[0]!.detail).toContain("FLEX");
    expect(seated("wr2", "wr2")[0]!.detail).toContain("FLEX");
    expect(locks.rules(problem).map(({ kind }) => kind)).toEqual(["count", "allow"]);
    expect(plain(locks.rules(problem)[0]!.origin.words)).toBe(`${uuidOf("wr2")} included in FLEX`);
  });
});
