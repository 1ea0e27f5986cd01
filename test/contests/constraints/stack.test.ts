import { describe, expect, it } from "vitest";
import { stack } from "../../../src/contests/constraints/stack.ts";
import { type PoolRow, tinyProblem, uuidOf } from "../../support/tiny-problem.ts";
import { breachesOf, judged, ofGames, POOL, ruled, SHOWDOWN_POOL } from "./support.ts";

const stacked = (...included: string[]) =>
  tinyProblem("classic", POOL, {
    stack: true,
    include: { players: included.map((name) => ({ player: uuidOf(name) })) },
  });
const NONE_STACKED = { QB: ["qb0"], WR: ["wr2"], FLEX: ["rb0"] };

describe("a stack", () => {
  it("without included players requires a passer and a receiver of one team", () => {
    expect(judged(stack, stacked(), { QB: ["qb0"], WR: ["wr0"] })).toEqual([]);
    expect(judged(stack, stacked(), { QB: ["qb2"], WR: ["wr0"], FLEX: ["wr2"] })).toEqual([]);
    expect(judged(stack, stacked(), NONE_STACKED)[0]!.detail).toContain("/stack");
  });

  it("depends only on included passers and receivers", () => {
    expect(judged(stack, stacked("rb0"), NONE_STACKED)).toHaveLength(1);
    expect(judged(stack, stacked("rb0"), { QB: ["qb2"], WR: ["wr2"], FLEX: ["rb0"] })).toEqual([]);
  });

  it("with an included passer requires a receiver of that team", () => {
    expect(judged(stack, stacked("qb0"), { QB: ["qb0"], WR: ["wr0"] })).toEqual([]);
    expect(judged(stack, stacked("qb0"), NONE_STACKED)).toHaveLength(1);
    const two: readonly PoolRow[] = [
      ...SHOWDOWN_POOL,
      { name: "qb2", position: "QB", team: 1 },
      { name: "wr2", position: "WR", team: 1 },
    ];
    const included = { players: [{ player: uuidOf("qb0") }] };
    const problem = tinyProblem("showdown", two, { stack: true, include: included });
    expect(judged(stack, problem, { CPT: ["qb2"], FLEX: ["qb0", "wr2"] })).toHaveLength(1);
    expect(judged(stack, problem, { CPT: ["qb2"], FLEX: ["qb0", "wr0"] })).toEqual([]);
  });

  it("with an included receiver requires a passer of that team, not of another team", () => {
    expect(judged(stack, stacked("wr2"), { QB: ["qb2"], WR: ["wr2"] })).toEqual([]);
    expect(judged(stack, stacked("wr2"), { QB: ["qb0"], WR: ["wr0"], FLEX: ["wr2"] })).toHaveLength(1);
  });

  it("with several included receivers requires a passer of any of their teams", () => {
    expect(judged(stack, stacked("wr0", "wr2"), { QB: ["qb0"], WR: ["wr0"], FLEX: ["wr2"] })).toEqual([]);
    expect(judged(stack, stacked("wr0", "wr2"), { QB: ["qb2"], WR: ["wr0"], FLEX: ["wr2"] })).toEqual([]);
  });

  it("with an included passer and receiver requires nothing more, whatever their teams", () => {
    expect(ruled(stack, stacked("qb0", "wr2"))).toEqual([]);
    expect(judged(stack, stacked("qb0", "wr2"), NONE_STACKED)).toEqual([]);
  });

  it("with two included passers requires a receiver of either team", () => {
    const rows: readonly PoolRow[] = [...SHOWDOWN_POOL, { name: "qb2", position: "QB", team: 1 }];
    const problem = tinyProblem("showdown", rows, {
      stack: true,
      include: { players: [{ player: uuidOf("qb0") }, { player: uuidOf("qb2") }] },
    });
    expect(judged(stack, problem, { CPT: ["qb2"], FLEX: ["qb0", "wr0"] })).toEqual([]);
    expect(judged(stack, problem, { CPT: ["qb2"], FLEX: ["qb0", "rb1"] })).toHaveLength(1);
  });

  it("is absent unless requested", () => {
    expect(ruled(stack, tinyProblem("classic", POOL))).toEqual([]);
    expect(judged(stack, tinyProblem("classic", POOL), NONE_STACKED)).toEqual([]);
  });

  it("pairs two declared positions", () => {
    const of = (passer: string, receiver: string) => ({ passer, receiver, source: "invented" });
    expect(breachesOf(stack, ofGames(null), of("QB", "RB"))).toEqual([]);
    expect(breachesOf(stack, ofGames(null), of("XX", "RB"))).toEqual(["passer"]);
    expect(breachesOf(stack, ofGames(null), of("QB", "W"))).toEqual(["receiver"]);
    expect(breachesOf(stack, ofGames(null), of("QB", "QB"))).toEqual(["receiver"]);
  });

  it("names the players without a partner", () => {
    const [violation] = judged(stack, stacked(), NONE_STACKED);
    expect(violation).toMatchObject({ limit: 1, actual: 0, entries: [uuidOf("qb0"), uuidOf("wr2")] });
  });
});
