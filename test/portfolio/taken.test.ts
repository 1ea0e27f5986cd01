import { describe, expect, it } from "vitest";
import { doubleAbove } from "../../src/engine/solver/portfolio/joint/totals.ts";
import type { AskedPortfolio } from "../../src/portfolio/description.ts";
import type { Answered } from "../../src/portfolio/outcome.ts";
import { takenPortfolio } from "../../src/portfolio/solve.ts";
import { SolverFailedError } from "../../src/shared/errors.ts";
import { allSolutions } from "../../src/testing/exhaustive.ts";
import { ROWS, tinyPortfolio } from "../support/tiny-portfolio.ts";
import { uuidOf } from "../support/tiny-problem.ts";

const rows = ROWS.filter(({ team }) => team < 2).map((row) =>
  row.name === "Player BW1" ? { ...row, cells: { ...row.cells, Odds: "1.5" } } : row,
);
const simulation = { draws: 4, seed: 1, strategy: "most-often", covered: 1 } as unknown as Parameters<
  typeof takenPortfolio
>[1]["simulation"];

interface Claimed extends Pick<AskedPortfolio, "avoided"> {
  readonly description?: object;
  readonly pool?: typeof rows;
  readonly count?: number;
}

/** The check of lineups from an external solver: a captain and two more, and their points. */
function taken(
  lineups: readonly (readonly [points: number, ...names: string[]])[],
  { description = {}, avoided, pool = rows, count = 2, ...claimed }: Partial<Answered> & Claimed = {},
) {
  const planned = tinyPortfolio(description, { contest: "showdown", rows: pool, count, avoided });
  const { picks } = planned.plan.model;
  const answered: Answered = {
    lineups: lineups.map(([points, ...names]) => ({
      picks: names
        .map((name, role) => {
          const entry = planned.people.all.findIndex((person) => person.name === `Player ${name}`);
          return picks.entry.findIndex(
            (one, pick) => one === entry && picks.role[pick] === Math.min(role, 1),
          );
        })
        .sort((a, b) => a - b),
      points: Math.round(points * 1e10),
    })),
    bound: null,
    prices: null,
    ...claimed,
  };
  const optimal = lineups.map((_, at) => (at + 1) / 4);
  return takenPortfolio(planned, { answered, optimal, simulation });
}

const BEST = [67.25, "BQ1", "KQ1", "BW1"] as const;
const NEXT = [64.375, "KQ1", "BQ1", "BW2"] as const;

describe("lineups from an external solver", () => {
  it("are scored again, seat by seat, and keep their order", () => {
    const { lineups, solver, result } = taken([NEXT, BEST]);
    expect(lineups.map(({ points, optimal }) => [points / 1e10, optimal])).toEqual([
      [64.375, 0.25],
      [67.25, 0.5],
    ]);
    expect([solver, result.method, result.sum]).toEqual(["paths", "simulation", 131.625]);
  });

  it("are compared with their bound exactly, however large their sum of points is", () => {
    const players = rows.filter(({ position }) => position !== "DST");
    const pool = players.map((row, at) => ({ ...row, points: 990 + ((at * at * 0.7654321987) % 9) }));
    const { plan, people } = tinyPortfolio({}, { contest: "showdown", rows: pool });
    const lineups = allSolutions(plan.model).map(({ picks, points }) => {
      const byRole = [...picks].sort((a, b) => plan.model.picks.role[a]! - plan.model.picks.role[b]!);
      const names = byRole.map((pick) => people.all[plan.model.picks.entry[pick]!]!.name!.slice(7));
      return { points, taken: [points / 1e10, ...names] as const };
    });
    const exact = lineups.reduce((sum, { points }) => sum + BigInt(points), 0n);
    const rounded = (order: typeof lineups) => order.reduce((sum, { points }) => sum + points, 0);
    // The sum of doubles depends on their order.
    const orders = lineups.map((_, at) => [...lineups.slice(at), ...lineups.slice(0, at)]);
    const order = orders.find((one) => BigInt(rounded(one)) > exact + 4n)!;
    const bounded = (bound: bigint) =>
      taken(
        order.map((lineup) => lineup.taken),
        { pool, count: order.length, bound: doubleAbove(bound) },
      );
    expect(bounded(exact).result.gap).toBe(0);
    expect(() => bounded(exact - 4n)).toThrow(/^A solver claimed that no portfolio has more than/);
  });

  it.each<[string, Parameters<typeof taken>, RegExp]>([
    [
      "for other points than theirs",
      [[BEST, [64.25, "KQ1", "BQ1", "BW2"]]],
      /^A solver claimed 642500000000 units of points for a lineup of 643750000000\.$/,
    ],
    [
      "that break the contest's rules",
      [[BEST, [69.5, "BQ1", "BW1", "BW2"]]],
      /^A solver returned an illegal lineup: /,
    ],
    [
      "that break the description",
      [[BEST, NEXT], { description: { salary: "..11500", exclude: ["Player BW2"] } }],
      /breaks its description \(\/portfolio\/salary\): Lineup 2 costs 12035, .*\.11500\. More violations: 1\. Your request is not the cause\./,
    ],
    [
      "that break it once",
      [[BEST, NEXT], { description: { exclude: ["Player BW2"] } }],
      /breaks its description \(\/portfolio\/exclude\/0\): Lineup 2 has an excluded player\. Your request is not the cause\. Please report it\.$/,
    ],
    ["twice", [[BEST, BEST]], /breaks its description .*: Lineup 2 repeats another lineup\. Your/],
    [
      "beyond what it claims to be the most",
      [[BEST, NEXT], { bound: 131e10 }],
      /^A solver claimed that no portfolio has more than 131 points, but its own has 131\.625\. Your/,
    ],
    ["too few of", [[BEST]], /^A solver reported a complete portfolio, but returned 1 of 2 lineups\. Your/],
  ])("are refused %s", (_, [lineups, claimed], words) => {
    const claim = () => taken(lineups, claimed);
    expect(claim).toThrow(SolverFailedError);
    expect(claim).toThrow(words);
  });

  it("may be fewer, and below a bound, if the solver says so", () => {
    const shortfall = { reason: "time is up", isProved: false };
    const { result } = taken([BEST], {
      shortfall,
      bound: 60e10,
      description: { exposure: [{ of: "BUF", least: 1 }] },
    });
    expect(result).toMatchObject({ sum: 67.25, shortfall });
  });
});

/** Whether a lineup, of the captain BQ1 and the flexible KQ1 and BW1, satisfies a description. */
function isKept(description: object): boolean {
  try {
    taken([BEST], { description, shortfall: { reason: "it is one", isProved: false } });
    return true;
  } catch (error) {
    if (!(error instanceof SolverFailedError)) throw error;
    expect(error.message).toMatch(/breaks its description/);
    return false;
  }
}

describe("a lineup", () => {
  it.each<[selection: unknown, isIn: boolean]>([
    [{ salary: "3000..3000" }, true],
    [{ salary: "3001..3089" }, false],
    [{ salary: "3701.." }, false],
    [{ salary: "3700.." }, true],
    [{ salary: "..2999" }, false],
    [{ salary: "..3000" }, true],
    [{ salary: 3_090 }, true],
    [{ salary: 3_091 }, false],
    [{ points: "20.25.." }, true],
    [{ points: "20.26.." }, false],
    [{ position: "qb", slot: "FLEX" }, true],
    [{ position: "w", slot: "CPT" }, false],
    [{ name: "Player KQ1", slot: "CPT" }, false],
    [{ name: [uuidOf("Player KQ1"), "Player BR1"] }, true],
    [{ name: "id-Player BR1" }, false],
    ["Player BQ1@CPT", true],
    ["Player BQ1@FLEX", false],
    [{ Order: "1..1" }, true],
    [{ Order: "2.." }, false],
    [{ Order: 1 }, true],
    [{ Order: " 2 " }, false],
    [{ Ownership: 5 }, true],
    [{ opponent: "BUF", position: "WR" }, false],
    [{ opponent: "buf" }, true],
    [{ team: "KC", game: "Nick1@Nick0" }, true],
    [{ not: { team: ["BUF", "KC"] } }, false],
    [{ not: { team: "BUF" } }, true],
    [{ position: "K" }, false],
    [[{ team: "KC", position: "DST" }, "Player BW2"], false],
  ])("is compared with the players a selection means: %j", (selection, isIn) => {
    expect(isKept({ rules: [{ count: { of: selection, most: 0 } }] })).toBe(!isIn);
  });

  const OWN = { position: "QB" };
  const PRODUCT = { product: { column: "Line", of: ["Player KQ1", "Player BW1"] } };
  it.each<[rule: object, kept: boolean]>([
    [{ product: { ...PRODUCT.product, least: 2 } }, true],
    [{ product: { ...PRODUCT.product, least: 2.001 } }, false],
    // Solvers add logarithms, which deviate by a fraction of a limit.
    [{ product: { ...PRODUCT.product, least: 2.000001 } }, true],
    [{ product: { ...PRODUCT.product, most: 1.999999 } }, true],
    [{ product: { ...PRODUCT.product, most: 2 } }, true],
    [{ product: { ...PRODUCT.product, most: 1.999 } }, false],
    [{ product: { ...PRODUCT.product, exactly: 1 } }, false],
    [{ sum: { column: "Ownership", missing: 9, exactly: 10 } }, true],
    [{ sum: { column: "Ownership", missing: 9, least: 10.001 } }, false],
    [{ sum: { column: "Ownership", missing: 9, most: 9.999 } }, false],
    [{ sum: { column: "Odds", missing: 2, exactly: 5.5 } }, true],
    [{ sum: { column: "Odds", missing: 2, most: 5 } }, false],
    [{ sum: { column: "salary", exactly: 11_290 } }, true],
    [{ sum: { column: "salary", most: 11_289 } }, false],
    [{ sum: { column: "points", least: 67.25 } }, true],
    [{ sum: { column: "points", least: 67.251 } }, false],
    [{ count: { of: { team: "BUF" }, exactly: 2 } }, true],
    [{ count: { of: { team: "BUF" }, exactly: 1 } }, false],
    [
      {
        count: [
          { of: { team: "BUF" }, least: 2 },
          { of: { team: "KC" }, least: 2 },
        ],
      },
      false,
    ],
    [{ count: { of: OWN, most: 1 }, when: { of: "Player BQ1" } }, false],
    [{ count: { of: OWN, most: 1 }, when: { of: { team: "BUF" }, least: 3 } }, true],
    [{ count: { of: OWN, most: 1 }, when: { of: "Player BW2" } }, true],
    [{ count: { of: OWN, most: 1 }, when: { of: "Player BW2", most: 0 } }, false],
    [{ some: "team", count: { of: OWN, side: "opponent", least: 1 } }, true],
    [{ some: "team", count: { of: OWN, side: "opponent", least: 2 } }, false],
    [{ some: "game", count: { least: 3 } }, true],
    [{ every: "game", count: { most: 2 } }, false],
    [{ every: "team", when: { of: OWN }, count: { of: { position: "WR" }, least: 1 } }, false],
    [{ every: "team", when: { of: { position: "WR" } }, count: { of: OWN, least: 1 } }, true],
    [{ some: "team", counts: [[{ least: 2 }], [{ least: 1 }]] }, true],
    [{ some: "team", counts: [[{ least: 2 }], [{ least: 2 }]] }, false],
    [{ some: { column: "Line" }, count: { least: 2 } }, false],
    [{ some: { column: "Line", of: { position: "QB" } }, count: { of: OWN, least: 1 } }, true],
    [{ some: { column: "Order", within: 2 }, count: { least: 2 } }, true],
    [{ some: { column: "Order", within: 1 }, count: { least: 2 } }, false],
    [{ some: { column: "Order", within: 2, cyclic: 3 }, count: { of: OWN, least: 1 } }, true],
    [{ some: { column: "Order", within: 2, cyclic: 5 }, count: { least: 2 } }, false],
  ])("is checked against rules: %j", (rule, kept) => {
    expect(isKept({ rules: [rule] })).toBe(kept);
    // A share of lineups that satisfy it counts none or one.
    expect(isKept({ rules: [{ ...rule, most: 0 }] })).toBe(!kept);
  });

  it.each<[exposure: readonly object[], kept: boolean]>([
    [[{ of: "Player BQ1", most: "49.6%" }], false],
    [[{ of: "Player BQ1", most: "50%" }], true],
    [[{ each: "player", of: ["Player BQ1"], most: 0 }], false],
    [
      [
        { each: "player", of: ["Player BQ1"], most: 0 },
        { of: "Player BQ1", times: 2, most: 1 },
      ],
      false,
    ],
    [
      [
        { each: "player", of: ["Player BQ1"], most: 0 },
        { of: "Player BQ1", most: 1 },
      ],
      true,
    ],
    [
      [
        { each: "player", of: "Player BQ1", most: 1 },
        { each: "player", of: ["Player BQ1"], most: 0 },
      ],
      false,
    ],
    [[{ each: "team", of: { position: "QB" }, times: 2, most: 0 }], true],
    [[{ each: "team", times: 2, most: 0 }], false],
  ])("is checked against shares of both requested lineups: %j", (exposure, kept) => {
    expect(isKept({ exposure })).toBe(kept);
  });

  it("is checked against entered lineups, which may overlap among themselves", () => {
    const entered = (...names: string[]) =>
      names.map((name, at) => ({ uuid: uuidOf(`Player ${name}`), slot: at === 0 ? "CPT" : "FLEX" }));
    const claim = (avoided: readonly ReturnType<typeof entered>[], unique?: number) => () =>
      taken([BEST, NEXT], {
        description: { unique, avoid: ["entered.csv"] },
        avoided: new Map([["entered.csv", avoided]]),
      });
    const others = entered("KW1", "KR1", "BR1");
    expect(claim([others, others], 1)).not.toThrow();
    expect(claim([entered("BQ1", "BW1", "KQ1")])).toThrow(/\/portfolio\/avoid\): Lineup 1 repeats another/);
    expect(claim([entered("KQ1", "BW1", "BQ1")])).not.toThrow();
    expect(claim([entered("KQ1", "BW1", "BQ1")], 1)).toThrow(
      /\/portfolio\/unique\): Lineup 1 has 3 players in common /,
    );
  });
});
