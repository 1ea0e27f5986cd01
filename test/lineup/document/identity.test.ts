import { describe, expect, it } from "vitest";
import { lineupNamer } from "../../../src/lineup/document/document.ts";
import type { LineupRequestInput } from "../../../src/shared/schema/request.ts";
import { type PoolRow, tinyProblem, uuidOf } from "../../support/tiny-problem.ts";

const POOL: readonly PoolRow[] = [
  { name: "qb", position: "QB", team: 0 },
  { name: "wr", position: "WR", team: 0 },
  { name: "both", position: "WR/RB", team: 2 },
  { name: "dst", position: "DST", team: 3 },
];

/** The name of the lineup of these players, seated in the contest's slots in order. */
function named(
  names: readonly string[],
  {
    contest = "classic" as "classic" | "showdown",
    pool = POOL,
    body = {} as Partial<LineupRequestInput>,
  } = {},
): string {
  const problem = tinyProblem(contest, pool, body);
  const slots = problem.contest.slots.flatMap(({ count }, slot) => new Array<number>(count).fill(slot));
  const seats = names.map((name, at) => ({
    entry: problem.entries.findIndex(({ uuid, kind }) =>
      name === "dst" ? kind === "team" : uuid === uuidOf(name),
    ),
    slot: slots[at]!,
  }));
  expect(seats.every(({ entry }) => entry >= 0)).toBe(true);
  return lineupNamer(problem, [{ seats }])(seats);
}

const LINEUP = ["qb", "wr", "both", "dst"];

describe("a lineup's name", () => {
  it("is a version 5 UUID that is the same in every run", () => {
    expect(named(LINEUP)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(named(LINEUP)).toBe(named(LINEUP));
  });

  it("does not depend on equal seats, the pool's order or the number of lineups", () => {
    const name = named(LINEUP);
    expect(named(["qb", "both", "wr", "dst"])).toBe(name);
    expect(named(LINEUP, { pool: POOL.toReversed() })).toBe(name);
    expect(named(LINEUP, { body: { count: 10 } })).toBe(name);
    expect(named(LINEUP, { body: { cap: 20_000 } }), "the contest's own cap").toBe(name);
  });

  it("does not depend on the order of the request's lists and minimums", () => {
    const asked = (turn: <Item>(list: Item[]) => Item[]): Partial<LineupRequestInput> => ({
      positions: Object.fromEntries(
        turn([
          ["QB", 1],
          ["WR", 1],
          ["RB", 1],
        ]),
      ),
      games: turn([uuidOf("g0"), uuidOf("g1"), uuidOf("g2")]),
      include: { players: turn([{ player: uuidOf("qb") }, { player: uuidOf("wr") }]) },
    });
    expect(named(LINEUP, { body: asked((list) => list.reverse()) })).toBe(
      named(LINEUP, { body: asked((list) => list) }),
    );
  });

  it("distinguishes captains", () => {
    const pool = POOL.map((row) => ({ ...row, team: row.team % 2 }));
    const showdown = { contest: "showdown", pool } as const;
    const names = [
      ["qb", "wr", "both"],
      ["wr", "qb", "both"],
      ["both", "qb", "wr"],
    ].map((lineup) => named(lineup, showdown));
    expect(new Set(names).size).toBe(3);
    expect(named(["qb", "both", "wr"], showdown)).toBe(names[0]);
  });

  it("distinguishes requests by every field", () => {
    const bodies: Partial<LineupRequestInput>[] = [
      {},
      { cap: 19_999 },
      { stack: true },
      { positions: { WR: 1 } },
      { positions: { WR: 2 } },
      { include: { players: [{ player: uuidOf("wr") }] } },
      { include: { players: [{ player: uuidOf("both"), position: "FLEX" }] } },
      { exclude: { players: [uuidOf("wr")] } },
      { games: [uuidOf("g0"), uuidOf("g1"), uuidOf("g2")] },
    ];
    const names = bodies.map((body) => named(LINEUP, { body }));
    const dearer = POOL.map((row, index) => (index === 0 ? { ...row, salary: 3001 } : row));
    expect(new Set([...names, named(LINEUP, { pool: dearer })]).size).toBe(bodies.length + 1);
  });
});
