import { afterAll, describe, expect, it } from "vitest";
import { InfeasibleError } from "../../src/shared/errors.ts";
import { count, createPeer, namesOf, pool, SEVEN, SEVEN_POINTS } from "../support/peer-pool.ts";
import { type CellRow, ROWS, TEAMS } from "../support/tiny-portfolio.ts";

/**
 * Stacking cases from the tests of other optimizers. Limits on the number of teams belong to the contest,
 * not to a portfolio; a stack's spacing is a run within a column.
 */
const optimizer = await createPeer();
afterAll(() => optimizer.close());
const lineupsOf = (portfolio: unknown, rows?: readonly CellRow[], sport?: string) =>
  namesOf(optimizer, portfolio, rows, sport);

const worth = (lineup: readonly string[]) =>
  lineup.reduce((sum, name) => sum + SEVEN_POINTS[name as keyof typeof SEVEN_POINTS], 0);

describe("games", () => {
  it.each([
    [1, 51],
    [2, 68],
    [3, 68],
    [4, 51],
    [5, 22],
  ])("are stacked by exactly %i players", async (exactly, expected) => {
    const [lineup] = await lineupsOf(
      { lineups: 1, rules: [{ some: "game", count: { exactly } }] },
      SEVEN,
      "coach5",
    );
    expect(worth(lineup!)).toBe(expected);
  });

  it("are stacked with that many of each team, as far as seats allow", async () => {
    const ofBoth = (least: number) => ({
      lineups: 1,
      rules: [{ some: "team", count: [{ least }, { side: "opponent", least }] }],
    });
    const [lineup] = await lineupsOf(ofBoth(2), SEVEN, "coach5");
    expect(lineup!.toSorted()).toEqual(["alice", "carol", "dan", "fiona", "george"]);
    await expect(lineupsOf(ofBoth(3), SEVEN, "coach5")).rejects.toThrow(InfeasibleError);
  });
});

describe("positions", () => {
  const initials = (lineup: readonly string[], position: string) =>
    lineup.flatMap((name) => (RegExp(`^Player .${position}`).test(name) ? [name[7]] : []));

  it.each([
    ["a receiver", "WR", "W"],
    ["a receiver or a back", ["WR", "RB"], "[WR]"],
  ])("are stacked: a quarterback with %s", async (_, position, letter) => {
    // Without the rule, no lineup has these two.
    const rows = pool({
      "Player BW1": -40,
      "Player BW2": -40,
      "Player BR1": -20,
      "Player BR2": -20,
      "Player BQ1": 500,
    });
    const count = [
      { of: { position: "QB" }, least: 1 },
      { of: { position }, least: 1 },
    ];
    const [lineup] = await lineupsOf({ lineups: 1, rules: [{ some: "team", count }] }, rows);
    const [team] = initials(lineup!, "Q");
    expect(initials(lineup!, letter)).toContain(team);
  });

  it("require others of the opposing team", async () => {
    const rules = [
      {
        every: "team",
        when: { of: { position: "QB" } },
        count: { of: { position: "WR" }, side: "opponent", least: 1 },
      },
    ];
    const opponentOf = (initial: string | undefined) =>
      TEAMS[TEAMS.findIndex((team) => team[0] === initial) ^ 1]![0];
    const lineups = await lineupsOf({ lineups: 4, rules });
    expect(lineups).toHaveLength(4);
    for (const lineup of lineups)
      expect(initials(lineup, "W")).toContain(opponentOf(initials(lineup, "Q")[0]));
  });
});

describe("orders", () => {
  it.each([
    [3, ["first", "third"]],
    [2, ["second A", "third"]],
    [1, ["second A", "second B"]],
  ])("are stacked within %i", async (within, expected) => {
    const rows = [
      ["first", 4, "1"],
      ["second A", 3, "2"],
      ["second B", 3, "2"],
      ["third", 5, "3"],
      ["fourth", 1, "4"],
    ].map(
      ([name, points, order]): CellRow => ({
        name: name as string,
        position: "QB",
        team: 0,
        salary: 33,
        points: points as number,
        cells: { Bats: order as string },
      }),
    );
    const opponent: CellRow = { name: "opponent", position: "QB", team: 1, salary: 33, points: 0 };
    const rules = [{ some: { column: "Bats", within }, count: { least: 2 } }];
    const [lineup] = await lineupsOf({ lineups: 1, rules }, [...rows, opponent], "coach2");
    expect(lineup!.toSorted()).toEqual(expected);
  });
});

describe("groups", () => {
  it("of three have exactly two in the lineup", async () => {
    const of = ["eve", "fiona", "george"];
    const [lineup] = await lineupsOf({ lineups: 1, rules: [{ count: { of, exactly: 2 } }] }, SEVEN, "coach3");
    expect(count(lineup!, of)).toBe(2);
    expect(worth(lineup!)).toBe(36);
  });
});

describe("teams, games and orders", () => {
  it("a stack of one team, and two lists for two teams", async () => {
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

  it("no player against the lineup's own defense, or exactly one", async () => {
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

  it("runs of a batting order, which wrap around after the last", async () => {
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
