import { afterAll, describe, expect, it } from "vitest";
import { InfeasibleError, InvalidRequestError } from "../../src/errors.ts";
import type { PortfolioRequest } from "../../src/optimizer.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import type { FantasyLineupDocument } from "../../src/schema/lineups.ts";
import { tinyClassic, tinyShowdown } from "../support/tiny-contests.ts";
import { type CellRow, ROWS, TEAMS, tinyFacts, tinyResources } from "../support/tiny-portfolio.ts";
import { tinyProjections, tinyRequest, uuidOf } from "../support/tiny-problem.ts";

/**
 * What the tests of other optimizers hold them to, over a pool of our own: quarterback, receiver, receiver or back, and
 * defense of four teams. Where they round a most up, it is rounded down here, as the description says.
 */
const optimizer = await createOptimizer({ rules: [tinyClassic, tinyShowdown], threads: 0 });
afterAll(() => optimizer.close());

/** The pool with some people worth other points, or with other cells. */
const pool = (
  points: Readonly<Record<string, number>> = {},
  cells: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
) =>
  ROWS.map(
    (row): CellRow => ({
      ...row,
      points: points[row.name] ?? row.points ?? 0,
      ...((row.cells || cells[row.name]) && { cells: { ...row.cells, ...cells[row.name] } }),
    }),
  );

async function lineupsOf(portfolio: unknown, rows: readonly CellRow[] = ROWS): Promise<string[][]> {
  const document: FantasyLineupDocument = await optimizer.portfolio({
    sport: "tiny",
    body: tinyRequest("classic", rows),
    projections: { data: tinyProjections(rows), included: tinyResources(rows) },
    facts: tinyFacts(rows),
    portfolio,
  } as PortfolioRequest);
  const names = new Map(rows.map((row) => [uuidOf(row.name), row.name]));
  return document.data.map(({ attributes }) =>
    Object.values(attributes.byPositions).flatMap((seats) =>
      seats.map(
        ({ uuid }) =>
          names.get(uuid) ??
          `${TEAMS[Number(Buffer.from(uuid.slice(0, 8), "hex").toString().replace(/\D/g, ""))]} DST`,
      ),
    ),
  );
}

const having = (lineups: readonly (readonly string[])[], name: string) =>
  lineups.filter((lineup) => lineup.includes(name)).length;
const count = (lineup: readonly string[], names: readonly string[]) =>
  names.filter((name) => lineup.includes(name)).length;

describe("exposures", () => {
  it.each([
    ["30%", 3],
    ["35%", 3],
    ["0%", 0],
    ["50%", 5],
  ])("at most %s of 10 lineups is %i", async (most, expected) => {
    const rows = pool({ "Player BW1": 500 });
    expect(
      having(await lineupsOf({ lineups: 10, exposure: [{ of: "Player BW1", most }] }, rows), "Player BW1"),
    ).toBe(expected);
  });

  it("of each player are replaced by those of one", async () => {
    const rows = pool({ "Player BW1": 500, "Player KW1": 400 });
    const lineups = await lineupsOf(
      {
        lineups: 10,
        exposure: [
          { each: "player", most: "50%" },
          { of: "Player BW1", most: "30%" },
        ],
      },
      rows,
    );
    expect([having(lineups, "Player BW1"), having(lineups, "Player KW1")]).toEqual([3, 5]);
  });

  it.each([
    ["30%", 3],
    ["35%", 4],
    ["95%", 10],
    ["93%", 10],
  ])("at least %s of 10 lineups is %i, of someone whom nobody would take", async (least, expected) => {
    const rows = pool({ "Player BR2": -100 });
    expect(
      having(await lineupsOf({ lineups: 10, exposure: [{ of: "Player BR2", least }] }, rows), "Player BR2"),
    ).toBe(expected);
  });

  it("that no seats can give together are infeasible", async () => {
    const exposure = ["Player BQ1", "Player KQ1"].map((of) => ({ of, least: "60%" }));
    await expect(lineupsOf({ lineups: 5, exposure })).rejects.toThrow(InfeasibleError);
  });

  it("of a locked player obey his own cap, and a lock of someone capped at none is infeasible", async () => {
    const exposure = [{ of: "Player BW1", most: 0 }];
    await expect(lineupsOf({ lineups: 2, lock: ["Player BW1"], exposure })).rejects.toThrow(InfeasibleError);
  });

  it("of teams and of stacks are of lineups that have them", async () => {
    const rows = pool({ "Player BQ1": 300, "Player BW1": 200, "Player KQ1": 100 });
    const lineups = await lineupsOf(
      {
        lineups: 10,
        exposure: [
          { each: "team", of: { position: "QB" }, most: "50%" },
          { of: { team: "BUF" }, times: 2, most: 3 },
        ],
      },
      rows,
    );
    expect(having(lineups, "Player BQ1")).toBe(5);
    expect(
      lineups.filter((one) => one.filter((name) => /^Player B|^BUF/.test(name)).length >= 2).length,
    ).toBeLessThanOrEqual(3);
    await expect(lineupsOf({ exposure: [{ of: { team: "XYZ" }, most: 1 }] })).rejects.toThrow(
      InvalidRequestError,
    );
  });
});

describe("groups of players", () => {
  const pair = ["Player BW1", "Player BR1"];

  it.each([
    ["all of a group", { least: 2 }, -50, 2],
    ["one of a group", { least: 1 }, -50, 1],
    ["at most one of a group", { most: 1 }, 500, 1],
  ])("%s", async (_, limits, worth, expected) => {
    const rows = pool({ "Player BW1": worth, "Player BR1": worth });
    const [lineup] = await lineupsOf({ lineups: 1, rules: [{ count: { of: pair, ...limits } }] }, rows);
    expect(count(lineup!, pair)).toBe(expected);
  });

  it.each([
    ["together", { when: { of: "Player BW1" }, count: { of: "Player BR1", least: 1 } }, 500, -10, 2],
    [
      "neither, where the second costs too much",
      { when: { of: "Player BW1" }, count: { of: "Player BR1", least: 1 } },
      500,
      -900,
      0,
    ],
    [
      "the second alone, which nothing forbids",
      { when: { of: "Player BW1" }, count: { of: "Player BR1", least: 1 } },
      -50,
      500,
      1,
    ],
    ["never both", { when: { of: "Player BW1" }, count: { of: "Player BR1", most: 0 } }, 500, 501, 1],
  ])("if one, then the other: %s", async (_, rule, first, second, expected) => {
    const rows = pool({ "Player BW1": first, "Player BR1": second });
    const [lineup] = await lineupsOf({ lineups: 1, rules: [rule] }, rows);
    expect(count(lineup!, pair)).toBe(expected);
  });
});

describe("teams, games and orders", () => {
  it("a stack of a team, and of two teams two lists", async () => {
    const stacked = (lineup: readonly string[]) =>
      TEAMS.map((team) => lineup.filter((name) => name.startsWith(`Player ${team[0]}`)).length);
    const [pair] = await lineupsOf({
      lineups: 1,
      rules: [
        {
          some: "team",
          count: [
            { of: { position: "QB" }, least: 1 },
            { of: { position: "WR" }, least: 1 },
          ],
        },
      ],
    });
    expect(Math.max(...stacked(pair!))).toBe(2);
    const [two] = await lineupsOf({
      lineups: 1,
      rules: [{ some: "team", counts: [[{ least: 2 }], [{ least: 2 }]] }],
    });
    const all = TEAMS.map(
      (team) => two!.filter((name) => name.startsWith(`Player ${team[0]}`) || name.startsWith(team)).length,
    );
    expect(all.filter((number) => number === 2)).toHaveLength(2);
    await expect(lineupsOf({ rules: [{ some: "team", count: { least: 4 } }] })).rejects.toThrow(
      InfeasibleError,
    );
  });

  it("nobody against one's own defense, or exactly one", async () => {
    const opposed = (lineup: readonly string[]) => {
      const own = TEAMS.indexOf(lineup.find((name) => name.endsWith("DST"))!.slice(0, -4));
      return lineup.filter((name) => name.startsWith(`Player ${TEAMS[own ^ 1]![0]}`)).length;
    };
    for (const [limit, expected] of [
      [{ most: 0 }, 0],
      [{ exactly: 1 }, 1],
    ] as const) {
      const lineups = await lineupsOf({
        lineups: 4,
        rules: [{ every: "team", when: { of: { position: "DST" } }, count: { side: "opponent", ...limit } }],
      });
      expect(lineups.map(opposed)).toEqual(lineups.map(() => expected));
    }
  });

  it("runs of a batting order, which begin anew after the last", async () => {
    const order = {
      "Player BQ1": "9",
      "Player BW1": "5",
      "Player BW2": "1",
      "Player BR1": "4",
      "Player BR2": "6",
    };
    const rows = pool(
      { "Player BQ1": 100, "Player BW1": 90, "Player BW2": 10 },
      Object.fromEntries(
        ROWS.map(({ name }) => [name, { Bats: (order as Readonly<Record<string, string>>)[name] ?? "" }]),
      ),
    );
    const rule = (cyclic: object) => ({
      some: { column: "Bats", within: 2, ...cyclic },
      count: { least: 2 },
    });
    const [around] = await lineupsOf({ lineups: 1, rules: [rule({ cyclic: 9 })] }, rows);
    expect(count(around!, ["Player BQ1", "Player BW2"])).toBe(2);
    const [straight] = await lineupsOf({ lineups: 1, rules: [rule({})] }, rows);
    expect(count(straight!, ["Player BQ1", "Player BW2"])).toBeLessThan(2);
  });
});

describe("sums", () => {
  it("the least salary may be all of the cap, and no more", async () => {
    const rows = ROWS.map((row) => ({ ...row, salary: 5000 }));
    const [lineup] = await lineupsOf({ lineups: 1, salary: "20000.." }, rows);
    expect(lineup).toHaveLength(4);
    await expect(lineupsOf({ salary: "20001.." }, rows)).rejects.toThrow(InvalidRequestError);
  });

  it("ownership between two sums, unknown ownership as 0", async () => {
    const [lineup] = await lineupsOf({
      lineups: 1,
      rules: [{ sum: { column: "Ownership", least: 20, most: 25, missing: 0 } }],
    });
    const owned = lineup!.reduce(
      (sum, name) =>
        sum + Number.parseFloat(ROWS.find((row) => row.name === name)?.cells?.["Ownership"] ?? "0"),
      0,
    );
    expect(owned).toBeGreaterThanOrEqual(20);
    expect(owned).toBeLessThanOrEqual(25);
    await expect(lineupsOf({ rules: [{ sum: { column: "Ownership", least: 3, most: 2 } }] })).rejects.toThrow(
      InvalidRequestError,
    );
  });
});

describe("different lineups", () => {
  it.each([1, 2, 3])("share at most all but %i players", async (unique) => {
    const lineups = await lineupsOf({ lineups: 4, unique });
    for (const [at, one] of lineups.entries())
      for (const other of lineups.slice(at + 1)) expect(count(one, other)).toBeLessThanOrEqual(4 - unique);
  });

  it("with another captain are others, unless they must differ by a player", async () => {
    const rows = ROWS.filter(({ team }) => team < 2).slice(0, 7);
    const ask = (portfolio: object) =>
      optimizer.portfolio({
        sport: "tiny",
        body: tinyRequest("showdown", rows),
        projections: { data: tinyProjections(rows), included: tinyResources(rows) },
        portfolio,
      } as PortfolioRequest);
    const sets = ({ data }: FantasyLineupDocument) =>
      new Set(
        data.map(({ attributes }) =>
          Object.values(attributes.byPositions)
            .flat()
            .map(({ uuid }) => uuid)
            .sort()
            .join(),
        ),
      );
    expect(sets(await ask({ lineups: 6 })).size).toBeLessThan(6);
    expect(sets(await ask({ lineups: 6, unique: 1 })).size).toBe(6);
  });
});
