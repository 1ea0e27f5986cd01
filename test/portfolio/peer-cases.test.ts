import { afterAll, describe, expect, it } from "vitest";
import type { PortfolioRequest } from "../../src/optimizer/optimizer.ts";
import { InfeasibleError, InvalidRequestError, LineupError } from "../../src/shared/errors.ts";
import type { FantasyLineupDocument } from "../../src/shared/schema/lineups.ts";
import { count, createPeer, having, namesOf, pool, SEVEN, SEVEN_POINTS } from "../support/peer-pool.ts";
import { type CellRow, ROWS, TEAMS, tinyResources } from "../support/tiny-portfolio.ts";
import { tinyProjections, tinyRequest } from "../support/tiny-problem.ts";

/**
 * Cases from the tests of other optimizers, over our own pool of four teams with a quarterback, receiver,
 * receiver or back, and defense each. Where they round a maximum up, it is rounded down here, as the
 * description specifies.
 */
const optimizer = await createPeer();
afterAll(() => optimizer.close());
const lineupsOf = (portfolio: unknown, rows?: readonly CellRow[], sport?: string) =>
  namesOf(optimizer, portfolio, rows, sport);

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
  ])("at least %s of 10 lineups is %i, for a player in no best lineup", async (least, expected) => {
    const rows = pool({ "Player BR2": -100 });
    expect(
      having(await lineupsOf({ lineups: 10, exposure: [{ of: "Player BR2", least }] }, rows), "Player BR2"),
    ).toBe(expected);
  });

  it("that exceed the seats together are infeasible", async () => {
    const exposure = ["Player BQ1", "Player KQ1"].map((of) => ({ of, least: "60%" }));
    await expect(lineupsOf({ lineups: 5, exposure })).rejects.toThrow(InfeasibleError);
  });

  it("of a locked player respect the player's own maximum, and a lock of a player with a maximum of none is infeasible", async () => {
    const exposure = [{ of: "Player BW1", most: 0 }];
    await expect(lineupsOf({ lineups: 2, lock: ["Player BW1"], exposure })).rejects.toThrow(InfeasibleError);
  });

  it("of teams and of stacks count lineups that have them", async () => {
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

describe("shares", () => {
  it("from half to 70% of two lineups are one, and all are both", async () => {
    const exposure = [
      { of: "Player BQ1", share: "50%..70%" },
      { of: "Player BW1", share: "100%" },
    ];
    const lineups = await lineupsOf({ lineups: 2, exposure });
    expect([having(lineups, "Player BQ1"), having(lineups, "Player BW1")]).toEqual([1, 2]);
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
      "neither, if the second costs too much",
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

describe("a group that depends on a player", () => {
  const group = ["Player BW1", "Player DR1"];
  const whom = "KC";

  it.each([
    // Whether the group requires the player; the points of each member and of the player; minimum; maximum;
    // expected members.
    [false, 400, 1, undefined, undefined, 2],
    [false, 400, 1, 1, undefined, 2],
    [false, 400, 1, undefined, 1, 1],
    [false, 400, -900, undefined, undefined, 2],
    [false, 400, -900, 1, undefined, 2],
    [false, 1, 400, undefined, undefined, 3],
    [false, 1, 400, undefined, 1, 2],
    [false, 1, 400, 1, undefined, 2],
    [false, 1, -900, 1, undefined, 0],
    [true, 400, 1, undefined, undefined, 3],
    [true, 400, 1, 1, undefined, 3],
    [true, 400, 1, undefined, 1, 2],
    [true, 400, -900, undefined, undefined, 0],
    [true, 400, -900, 1, undefined, 0],
    [true, 1, 1, undefined, undefined, 0],
    [true, 1, 400, undefined, undefined, 3],
    [true, 1, 400, 1, undefined, 2],
    [true, 1, 400, undefined, 1, 2],
  ])(
    "strictly %s, worth %i and %i, at least %s and at most %s: %i",
    async (isStrict, worth, his, least, most, expected) => {
      const rows = pool({ "Player BW1": worth, "Player DR1": worth, "KC DST": his });
      const rules = [
        { when: { of: { team: whom, position: "DST" } }, count: { of: group, least: least ?? most ?? 2 } },
        ...(most === undefined ? [] : [{ count: { of: group, most } }]),
        ...(isStrict
          ? [{ when: { of: group }, count: { of: { team: whom, position: "DST" }, least: 1 } }]
          : []),
      ];
      const [lineup] = await lineupsOf({ lineups: 1, rules }, rows);
      expect(count(lineup!, [...group, "KC DST"])).toBe(expected);
    },
  );
});

describe("seven players of one position", () => {
  const times = (lineups: readonly (readonly string[])[]) =>
    Object.keys(SEVEN_POINTS).map((name) => having(lineups, name));

  it("are each in half of four lineups, or combined with two locked players", async () => {
    const exposure = [{ each: "player", most: "50%" }];
    expect(times(await lineupsOf({ lineups: 4, exposure }, SEVEN, "coach3"))).toEqual([2, 2, 2, 2, 0, 2, 2]);
    const lock = ["alice", "bob"];
    expect(
      times(
        await lineupsOf({ lineups: 4, exposure: [{ ...exposure[0], most: "25%" }], lock }, SEVEN, "coach3"),
      ),
    ).toEqual([4, 4, 1, 1, 0, 1, 1]);
  });

  it.each([
    ["three of a team", { count: { least: 3 } }, "alice bob carol dan eve"],
    [
      "three of one team and two of another",
      { counts: [[{ least: 3 }], [{ least: 2 }]] },
      "carol dan eve fiona george",
    ],
  ])("are stacked: %s", async (_, stack, expected) => {
    const [lineup] = await lineupsOf({ lineups: 1, rules: [{ some: "team", ...stack }] }, SEVEN, "coach5");
    expect(lineup!.toSorted().join(" ")).toBe(expected);
  });
});

describe("rules of other kinds", () => {
  it("both or neither, one and two others, and a pair that requires a third", async () => {
    const [one, other] = ["Player BW1", "Player DR1"];
    const both = [
      { when: { of: one }, count: { of: other, least: 1 } },
      { when: { of: other }, count: { of: one, least: 1 } },
    ];
    for (const [first, second, expected] of [
      [100, 0, 2],
      [502, -1000, 0],
    ] as const) {
      const rows = pool({ [one!]: first, [other!]: second });
      const [lineup] = await lineupsOf({ lineups: 1, rules: both }, rows);
      expect(count(lineup!, [one!, other!])).toBe(expected);
    }
    const rows = pool({ [one!]: 100, "NYG DST": -20, [other!]: -20 });
    const all = [
      { when: { of: one }, count: { of: other, least: 1 } },
      { when: { of: one }, count: { of: { team: "NYG", position: "DST" }, least: 1 } },
    ];
    const [lineup] = await lineupsOf({ lineups: 1, rules: all }, rows);
    expect(count(lineup!, [one!, other!, "NYG DST"])).toBe(3);
    const pair = {
      every: "team",
      when: { of: { position: ["QB", "WR"] }, least: 2 },
      count: { of: { position: "DST" }, least: 1 },
    };
    const paired = (await lineupsOf({ lineups: 3, rules: [pair] })).flatMap((found) => {
      const team = TEAMS.find(
        (own) => found.filter((name) => RegExp(`^Player ${own[0]}[QW]`).test(name)).length > 1,
      );
      return team === undefined ? [] : [found.includes(`${team} DST`)];
    });
    expect(paired.length).toBeGreaterThan(0);
    expect(paired).toEqual(paired.map(() => true));
  });

  it("an exact number of starters, one of each tier, and at most one of a team and its rivals", async () => {
    const cells = Object.fromEntries(
      ROWS.map(({ name, position }, at) => [
        name,
        {
          Starts: name === "Player NR2" || name === "Player NW2" ? "1" : "0",
          Tier: position === "QB" ? "T1" : `T${2 + (at % 2)}`,
        },
      ]),
    );
    const rows = pool({ "Player NR2": -9, "Player NW2": -9 }, cells);
    for (const exactly of [1, 2]) {
      const rules = [{ count: { of: { Starts: 1 }, exactly } }];
      const [lineup] = await lineupsOf({ lineups: 1, rules }, rows);
      expect(count(lineup!, ["Player NR2", "Player NW2"])).toBe(exactly);
    }
    await expect(
      lineupsOf({ rules: [{ count: { of: { Starts: 1 }, exactly: 3 } }] }, rows),
    ).rejects.toThrow();
    const tiers = ["T1", "T2", "T3"].map((tier) => ({
      count: { of: { Tier: tier, position: ["QB", "WR", "RB"] }, exactly: 1 },
    }));
    const [tiered] = await lineupsOf({ lineups: 1, rules: tiers }, rows);
    const tierOf = (name: string) => cells[name]!.Tier;
    expect(
      tiered!
        .filter((name) => !name.endsWith("DST"))
        .map(tierOf)
        .sort(),
    ).toEqual(["T1", "T2", "T3"]);
    const apart = [
      { every: "team", when: { of: { position: "RB" } }, count: { of: { position: "WR" }, most: 0 } },
    ];
    const rich = pool({ "Player BW1": 300, "Player BR1": 300 });
    for (const lineup of await lineupsOf({ lineups: 3, rules: apart }, rich))
      expect(count(lineup, ["Player BW1", "Player BR1"])).toBeLessThanOrEqual(1);
  });

  it.each([
    ["a player locked and left out", { lock: ["Player BW1"], exclude: ["Player BW1"] }],
    ["more of a group than it has", { rules: [{ count: { of: ["Player BW1", "Player BR1"], least: 3 } }] }],
    ["less than none", { rules: [{ count: { of: "Player BW1", least: -1 } }] }],
    ["no player at all", { rules: [{ count: { of: [], least: 1 } }] }],
  ])("are refused: %s", async (_, portfolio) => {
    await expect(lineupsOf(portfolio)).rejects.toBeInstanceOf(LineupError);
  });
});

describe("sums", () => {
  it("a minimum salary may equal the cap, and not exceed it", async () => {
    const rows = ROWS.map((row) => ({ ...row, salary: 5000 }));
    const [lineup] = await lineupsOf({ lineups: 1, salary: "20000.." }, rows);
    expect(lineup).toHaveLength(4);
    await expect(lineupsOf({ salary: "20001.." }, rows)).rejects.toThrow(InvalidRequestError);
    const cheap = rows.map((row) => (row.name === "Player BW1" ? { ...row, salary: 1, points: 500 } : row));
    expect(having(await lineupsOf({ lineups: 3, salary: "20000.." }, cheap), "Player BW1")).toBe(0);
    const locked = { salary: "20000..", lock: ["Player BW1"] };
    await expect(lineupsOf(locked, cheap)).rejects.toThrow(InfeasibleError);
  });

  it("ownership between two sums, with unknown ownership as 0", async () => {
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

  it("may differ only in the captain, unless they must differ by a player", async () => {
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
