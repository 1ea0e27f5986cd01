import { afterAll, describe, expect, it } from "vitest";
import { buildModel } from "../../../src/contests/constraints/readers/build-model.ts";
import type { Problem } from "../../../src/contests/problem/problem.ts";
import { createSearch } from "../../../src/engine/search/search.ts";
import { irreducible } from "../../../src/lineup/explain/elements.ts";
import { explainInfeasible } from "../../../src/lineup/explain/explain.ts";
import { createRunner } from "../../../src/platform/node/runner.ts";
import { AbortedError, SolverFailedError, TimeLimitError } from "../../../src/shared/errors.ts";
import type { LineupRequestInput } from "../../../src/shared/schema/request.ts";
import { type PoolRow, tinyProblem, uuidOf } from "../../support/tiny-problem.ts";

const search = createSearch(createRunner(0));
afterAll(() => search.close());

/** Two of each position on two teams in two games; every lineup is legal except for the changes of a case. */
const POOL: readonly PoolRow[] = [
  { name: "qb1", position: "QB", team: 0, salary: 6000 },
  { name: "qb2", position: "QB", team: 2, salary: 5000 },
  { name: "wr1", position: "WR", team: 0, salary: 4000 },
  { name: "wr2", position: "WR", team: 2, salary: 4500 },
  { name: "rb1", position: "RB", team: 1, salary: 3000 },
  { name: "rb2", position: "RB", team: 3, salary: 3500 },
  { name: "dst1", position: "DST", team: 1, salary: 2000 },
  { name: "dst2", position: "DST", team: 3, salary: 2500 },
];

const explain = (problem: Problem, control = {}) =>
  explainInfeasible(problem, buildModel(problem), search, control);

const classic = (body: Partial<LineupRequestInput>, pool = POOL) => tinyProblem("classic", pool, body);
const player = (name: string) => ({ player: uuidOf(name) });

describe("an infeasible request", () => {
  type Words = string | number;
  /** Its name, the problem, the conflicting constraints with their pointers, and what the error says. */
  const cases: [string, Problem, string, Words | readonly Words[]][] = [
    [
      "excludes all players who fit a slot",
      classic({ exclude: { players: [uuidOf("qb1"), uuidOf("qb2")] } }),
      "exclusions /exclude/players, roster-slots",
      ["QB: 1 slot", "no QB left after exclude.players"],
    ],
    [
      "has a cap below the cheapest lineup",
      classic({ cap: 13_999 }),
      "salary-cap /cap, roster-slots, roster-slots, roster-slots, roster-slots",
      [13_999, 14_000],
    ],
    [
      "has a cap that one slot exceeds",
      classic({ cap: 4000 }),
      "salary-cap /cap, roster-slots",
      [4000, "QB: 1 slot", 5000, 14_000],
    ],
    [
      "includes two for one seat",
      classic({ include: { players: [player("qb1"), player("qb2")] } }),
      "locks /include/players/0, locks /include/players/1",
      [uuidOf("qb1"), uuidOf("qb2"), "include.players/0", "QB has 1"],
    ],
    [
      "includes two in one slot who could use different slots",
      classic({
        include: { players: ["wr1", "wr2"].map((name) => ({ ...player(name), position: "WR" })) },
      }),
      "locks /include/players/0, locks /include/players/1",
      "WR has 1",
    ],
    [
      "includes players who are too expensive",
      classic({ include: { players: [player("qb1")] }, cap: 5999 }),
      "locks /include/players/0, salary-cap /cap",
      [5999, uuidOf("qb1"), 6000, 15_500],
    ],
    [
      "asks for more of a position than the pool has",
      classic({ positions: { RB: 1, WR: 2 } }),
      "position-minimums /positions/RB, position-minimums /positions/WR",
      ["at least 1 RB", "at least 2 WR"],
    ],
    [
      "has a pool of one game",
      classic(
        {},
        POOL.filter(({ team }) => team < 2),
      ),
      "minimum-games",
      ["at least 2 games", "1 game in the pool"],
    ],
    [
      "stacks if no team has both",
      classic(
        { stack: true },
        POOL.map((row) => (row.position === "WR" ? { ...row, team: row.team + 1 } : row)),
      ),
      "stack /stack",
      "no team with both",
    ],
    [
      "has an empty pool",
      classic({}, []),
      "roster-slots",
      ["The pool is empty", "QB: 1 slot", "no QB in the pool"],
    ],
    [
      "has a pool without a projection",
      classic(
        {},
        POOL.map((row) => ({ ...row, points: null })),
      ),
      "roster-slots",
      ["projection for DraftKings (`bookAPoints`)", "tiny classic", "no QB"],
    ],
    [
      "has lost its quarterbacks for want of a projection",
      classic(
        {},
        POOL.map((row) => (row.position === "QB" ? { ...row, points: null } : row)),
      ),
      "roster-slots",
      ["no QB in the pool", "no projection in the listed games: 2."],
    ],
    [
      "excludes all players from a slot",
      tinyProblem(
        "classic",
        POOL,
        {},
        {
          excludedSlots: [
            { uuid: uuidOf("wr1"), slot: "FLEX" },
            { uuid: uuidOf("qb1"), slot: "QB" },
            { uuid: uuidOf("qb2"), slot: "QB" },
          ],
        },
      ),
      "exclusions /excludedSlots/1, exclusions /excludedSlots/2, roster-slots",
      [
        `${uuidOf("qb1")} excluded from QB (excludedSlots.1)`,
        `${uuidOf("qb2")} excluded from QB (excludedSlots.2)`,
        "QB: 1 slot, no QB left for it",
      ],
    ],
    [
      "keeps who is included out of all but a slot that others are locked to",
      tinyProblem(
        "showdown",
        POOL.filter(({ team }) => team < 2),
        { include: { players: [{ player: uuidOf("rb1"), position: "CPT" }, player("qb1")] } },
        { excludedSlots: [{ uuid: uuidOf("qb1"), slot: "FLEX" }] },
      ),
      "exclusions /excludedSlots/0, locks /include/players/0, locks /include/players/1",
      [`${uuidOf("qb1")} excluded from FLEX (excludedSlots.0)`, `${uuidOf("rb1")} included in CPT`],
    ],
    [
      "has minimums for more players than seats",
      tinyProblem(
        "showdown",
        POOL.map((row, index) => ({ ...row, team: index % 2 })),
        { positions: { WR: 2, RB: 2 } },
      ),
      "position-minimums /positions/WR, position-minimums /positions/RB",
      ["at least 2 WR", "at least 2 RB", "A lineup has 3 seats."],
    ],
    [
      "has fewer players than seats",
      tinyProblem(
        "showdown",
        POOL.filter(({ name }) => name === "qb1" || name === "rb1"),
        {},
      ),
      "roster-slots, roster-slots, player-once",
      ["2 players for 3 seats", "CPT: 1 slot", "FLEX: 2 slots", "2 candidates"],
    ],
    [
      "is of one team in a showdown",
      tinyProblem(
        "showdown",
        POOL.filter(({ team }) => team < 2).map((row) => ({ ...row, team: 0 })),
        {},
      ),
      "both-teams",
      "1 team in the pool",
    ],
  ];

  it.each(cases)("that %s", async (_, problem, conflicts, says) => {
    const error = await explain(problem);
    const found = error.conflicts.map(({ constraint, pointer }) => `${constraint} ${pointer ?? ""}`.trim());
    expect(found.join(", ")).toBe(conflicts);
    expect(error.code).toBe("infeasible");
    for (const value of [says].flat()) expect(error.message).toContain(String(value));
    expect(error.message).toMatch(/^[^\n]+\.$/);
    for (const { detail } of error.conflicts) expect(detail).toMatch(/^\S[^\n]*[^.\s]$/);
  });
});

describe("a conflict as data", () => {
  it("contains the cap, a feasible cap, and the slots with the required salaries", async () => {
    const { conflicts } = await explain(classic({ cap: 13_999 }));
    expect(conflicts[0]).toMatchObject({
      kind: "cap",
      pointer: "/cap",
      limit: 13_999,
      cost: 14_000,
      leastCost: 14_000,
      entry: null,
      slot: null,
    });
    expect(conflicts.slice(1).map(({ kind, slot, limit }) => [kind, slot, limit])).toEqual(
      ["QB", "WR", "FLEX", "DST"].map((slot) => ["seats", slot, 1]),
    );
  });

  it("contains the locked players, their slots and salaries", async () => {
    const wr = ["wr1", "wr2"].map((name) => ({ ...player(name), position: "WR" }));
    const { conflicts } = await explain(classic({ include: { players: wr } }));
    expect(conflicts).toMatchObject([
      { kind: "included", entry: uuidOf("wr1"), slot: "WR", limit: null, cost: 4000 },
      { kind: "included", entry: uuidOf("wr2"), slot: "WR", limit: null, cost: 4500 },
    ]);
    expect(conflicts[0]!.words).toBe(`${uuidOf("wr1")} included in WR (WR, salary 4000)`);
  });

  it("contains the players excluded from a slot", async () => {
    const excludedSlots = ["qb1", "qb2"].map((name) => ({ uuid: uuidOf(name), slot: "QB" }));
    const { conflicts } = await explain(tinyProblem("classic", POOL, {}, { excludedSlots }));
    expect(conflicts).toMatchObject([
      { kind: "excluded", entry: uuidOf("qb1"), slot: "QB", pointer: "/excludedSlots/0" },
      { kind: "excluded", entry: uuidOf("qb2"), slot: "QB", pointer: "/excludedSlots/1" },
      { kind: "seats", entry: null, slot: "QB", limit: 1 },
    ]);
  });

  it("contains minimums and the number of games required", async () => {
    const minimums = await explain(classic({ positions: { RB: 1, WR: 2 } }));
    expect(minimums.conflicts.map(({ kind, limit }) => [kind, limit])).toEqual([
      ["minimum", 1],
      ["minimum", 2],
    ]);
    const games = await explain(
      classic(
        {},
        POOL.filter(({ team }) => team < 2),
      ),
    );
    expect(games.conflicts).toMatchObject([
      { kind: "groups", limit: 2, entry: null, slot: null, cost: null },
    ]);
  });
});

describe("an explanation", () => {
  const infeasible = classic({ cap: 13_999 });

  it("ends when its request is aborted", async () => {
    const controller = new AbortController();
    const explained = explain(infeasible, { signal: controller.signal });
    controller.abort();
    await expect(explained).rejects.toBeInstanceOf(AbortedError);
  });

  it("ends at its time limit", async () => {
    await expect(explain(infeasible, { deadline: performance.now() })).rejects.toBeInstanceOf(TimeLimitError);
  });

  it("needs few questions for few of many parts", async () => {
    const prices = Array.from({ length: 300 }, (_, at) => (at % 60 === 7 ? 90 : 0));
    let asked = 0;
    const parts = await irreducible([...prices.keys()], async (kept) => {
      asked += 1;
      return kept.reduce((sum, at) => sum + prices[at]!, 0) <= 420;
    });
    expect(parts).toEqual([7, 67, 127, 187, 247]);
    expect(asked).toBeLessThan(100);
  });

  it("refuses a model that has a solution", async () => {
    await expect(explain(classic({}))).rejects.toBeInstanceOf(SolverFailedError);
  });

  it("handles a large number of locks", async () => {
    const rows = Array.from({ length: 60 }, (_, at) => ({
      name: `wr${at}`,
      position: "WR",
      team: at % 4,
      salary: 1000 + at,
    }));
    const error = await explain(
      classic({ include: { players: rows.map(({ name }) => player(name)) } }, rows),
    );
    expect(error.conflicts).toHaveLength(3);
  });
});
