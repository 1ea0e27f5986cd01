import { describe, expect, it } from "vitest";
import { bothTeams } from "../../../src/contests/constraints/groups.ts";
import { teamUuid, tinyProblem, uuidOf } from "../../support/tiny-problem.ts";
import { breachesOf, judged, ofGames, POOL, ruled, SHOWDOWN_POOL } from "./support.ts";

describe("both teams", () => {
  const problem = tinyProblem("showdown", SHOWDOWN_POOL);

  it("are satisfied by one player of the other team, captain or not", () => {
    expect(judged(bothTeams, problem, { CPT: ["qb0"], FLEX: ["wr0", "rb1"] })).toEqual([]);
    expect(judged(bothTeams, problem, { CPT: ["rb1"], FLEX: ["wr0", "qb0"] })).toEqual([]);
  });

  it("are satisfied by a defense, which counts as its team", () => {
    expect(judged(bothTeams, problem, { CPT: ["rb1"], FLEX: ["dst0"] })).toEqual([]);
  });

  it("are violated if all players are of one team, which is named", () => {
    const [violation] = judged(bothTeams, problem, { CPT: ["qb0"], FLEX: ["wr0", "dst0"] });
    expect(violation!.detail).toContain(teamUuid(0));
    expect(violation).toMatchObject({
      limit: 2,
      actual: 1,
      entries: [uuidOf("qb0"), uuidOf("wr0"), teamUuid(0)],
    });
  });

  it("are violated by an empty lineup", () => {
    expect(judged(bothTeams, problem, {})).toHaveLength(1);
  });

  it("are not required if the contest does not", () => {
    const classic = tinyProblem("classic", POOL);
    expect(ruled(bothTeams, classic)).toEqual([]);
    expect(judged(bothTeams, classic, { QB: ["qb0"], WR: ["wr0"] })).toEqual([]);
  });

  it("require one game and at least two seats", () => {
    const source = "invented";
    const seats = (...counts: number[]) => ({
      ...ofGames(1),
      slots: counts.map((count, index) => ({ ...ofGames(1).slots[index]!, count })),
    });
    expect(breachesOf(bothTeams, ofGames(1), { source })).toEqual([]);
    expect(breachesOf(bothTeams, ofGames(2), { source })).toEqual([""]);
    expect(breachesOf(bothTeams, ofGames(null), { source })).toEqual([""]);
    expect(breachesOf(bothTeams, ofGames(null), null)).toEqual([]);
    expect(breachesOf(bothTeams, seats(2), { source })).toEqual([]);
    expect(breachesOf(bothTeams, seats(1, 1), { source })).toEqual([]);
    expect(breachesOf(bothTeams, seats(1), { source })).toEqual([""]);
  });
});
