import { beforeAll, describe, expect, it } from "vitest";
import { ChosenLineups as Built } from "../../../../src/engine/model/chosen-lineups.ts";
import { type LineupTest, passes } from "../../../../src/engine/model/lineup-test.ts";
import type { PortfolioProgress } from "../../../../src/engine/model/portfolio-plan.ts";
import { satisfies } from "../../../../src/engine/model/satisfies.ts";
import { unpackSolutions } from "../../../../src/engine/solver/contract.ts";
import { BLOCK, Drawing } from "../../../../src/engine/solver/draws/drawing.ts";
import { createPathEngine } from "../../../../src/engine/solver/paths/index.ts";
import { loadOrdered } from "../../../../src/engine/solver/paths/ordered/load.ts";
import { Incumbent } from "../../../../src/engine/solver/portfolio/joint/incumbent.ts";
import { isOne, isPositive } from "../../../../src/engine/solver/portfolio/joint/master.ts";
import { branchesOf } from "../../../../src/engine/solver/portfolio/joint/price-branches.ts";
import { pricesOf, worthOf } from "../../../../src/engine/solver/portfolio/joint/prices.ts";
import { columnsOf, counts, RowIndex } from "../../../../src/engine/solver/portfolio/joint/rows.ts";
import { sumOf } from "../../../../src/engine/solver/portfolio/joint/totals.ts";
import type { LineupSource } from "../../../../src/engine/solver/portfolio/lineup-stream.ts";
import { drawer, pacedReport } from "../../../../src/engine/solver/portfolio/sequential/sequential.ts";
import {
  compare,
  firstWithin,
  tiesBySteps,
  withExclusions,
} from "../../../../src/engine/solver/portfolio/sequential/ties.ts";
import { sharesAsRules } from "../../../../src/engine/solver/portfolio/shares-as-rules.ts";
import { limitsOf, withinShares } from "../../../../src/engine/solver/portfolio/swap/exchange.ts";
import { SwapState } from "../../../../src/engine/solver/portfolio/swap/swap-state.ts";
import { failing, failingOf } from "../../../../src/engine/solver/portfolio/tests-as-rules.ts";
import { UnsupportedModelError } from "../../../../src/shared/errors.ts";
import { GRID, GRID_SIZE } from "../../../../src/shared/normal.ts";
import { slate } from "../../../../src/testing/conformance/solver-properties.ts";
import { allSolutions } from "../../../../src/testing/exhaustive.ts";
import {
  inSeveralRoles,
  PART_CASES,
  PART_SWAPS,
  type PartCase,
  pricesFor,
  rowsOf,
} from "../../../support/part-cases.ts";
import { isApart } from "../../../support/portfolios.ts";

// Loaded parts determine how tests are read, and files share them.
beforeAll(loadOrdered);

/** A test with non-integer limits. */
function halved({ when, alternatives }: LineupTest): LineupTest {
  const half = <Limits extends { readonly least: number; readonly most: number }>(limits: Limits) => ({
    ...limits,
    least: limits.least - 0.5,
    most: limits.most + 0.5,
  });
  return {
    when,
    alternatives: alternatives.map(({ counts, sums }) => ({
      counts: counts.map(half),
      sums: sums.map(half),
    })),
  };
}

const keeps = (tests: readonly LineupTest[], picks: readonly number[]) =>
  tests.every((test) => passes(test, picks));

const seatsOf = ({ plan }: Pick<PartCase, "plan">) =>
  plan.model.slots.reduce((sum, { count }) => sum + count, 0);

const bestLineups = (): LineupSource => {
  const engine = createPathEngine();
  return async (model, count) => unpackSolutions(engine.bestNow(model, count));
};

/** Small parts of the portfolio solvers, each compared with its definition on one case. */
const PARTS: Readonly<Record<string, (one: PartCase) => void | Promise<void>>> = {
  "the negation of a test holds if one of its parts fails": ({ plan, all }) => {
    const shares = plan.shares.flatMap((share) => [share, { ...share, tests: share.tests.map(halved) }]);
    for (const share of shares) {
      const failed = failing(share);
      for (const picks of all) expect(keeps(failed, picks)).toBe(!keeps(share.tests, picks));
    }
  },
  "a model without shares and overlaps has the other lineups": ({ plan, all, some }) => {
    const shares = plan.shares.length > 1 ? [0, plan.shares.length - 1] : [];
    const apart = [...plan.avoid, ...some.slice(0, 2)];
    const held = withExclusions(plan, plan.model, { shares, apart });
    const built = new Built(plan);
    for (const picks of some.slice(0, 2)) built.add({ picks, points: 0 });
    for (const picks of all) {
      const isFree = shares.every((share) => !keeps(plan.shares[share]!.tests, picks));
      expect(satisfies(held, picks)).toBe(isFree && !built.conflicts.hasConflict(picks));
    }
    expect(withExclusions(plan, plan.model, { shares: [], apart: [] })).toBe(plan.model);
  },
  "shares of all or no lineups become rules, and the others stay": ({ plan, all }) => {
    const { plan: rest, left, became } = sharesAsRules(plan);
    for (const picks of all) {
      const isKept = became.every((share) => {
        const { tests, least } = plan.shares[share]!;
        return keeps(tests, picks) === least >= plan.count;
      });
      expect(satisfies(rest.model, picks)).toBe(isKept);
    }
    expect(rest.shares).toEqual(left.map((share) => plan.shares[share]));
  },
  "rows count the lineups that keep their shares": (one) => {
    const { plan, all } = one;
    const rows = rowsOf(one);
    const index = new RowIndex(rows);
    const columns = all.map(columnsOf(plan));
    for (const column of columns)
      expect(index.of(column).sort((a, b) => a - b)).toEqual(
        [...rows.keys()].filter((at) => counts(rows[at]!, column)),
      );
    for (const row of rows) {
      if (!("share" in row) || row.share === null) continue;
      const { share } = row.share;
      const inverted = row.share.plain?.passes === "none";
      for (const column of columns)
        expect(counts(row, column)).toBe(keeps(share.tests, column.picks) !== inverted);
    }
  },
  "a lineup's reduced value is its points minus its rows' prices": (one) => {
    const { plan, some } = one;
    for (const scored of [true, false]) {
      const prices = pricesFor(one, scored);
      for (const column of some.map(columnsOf(plan))) {
        const pays = prices.list.reduce(
          (sum, { row, amount }) => sum + (counts(row, column) ? amount : 0),
          0,
        );
        expect(worthOf(prices, column)).toBe((scored ? column.points : 0) - pays);
      }
    }
  },
  "branches of prices bound the reduced value of every lineup": (one) => {
    const { plan, all } = one;
    // More rewards than can be priced exactly.
    const asking = Array.from({ length: 5 }, () => plan.shares).flat();
    const shares = asking.map((share) => ({ ...share, least: Math.max(1, share.least) }));
    const rows = rowsOf({ ...one, plan: { ...plan, shares } });
    const rewarding = pricesOf(
      rows,
      rows.map((_, at) => -1 - (at % 5)),
      plan.model.picks.entry.length,
    );
    for (const prices of [pricesFor(one), rewarding]) {
      const branches = branchesOf(plan.model, prices);
      for (const column of all.map(columnsOf(plan))) {
        const seen = branches.filter(({ model }) => satisfies(model, column.picks));
        const mosts = seen.map(({ model: { picks }, most }) =>
          column.picks.reduce((sum, pick) => sum + picks.points[pick]!, most),
        );
        expect(Math.max(...mosts)).toBeGreaterThanOrEqual(worthOf(prices, column));
      }
    }
  },
  "a incumbent has the portfolio taken, never a bound below it, and what more than it may bring": (one) => {
    const { plan, some } = one;
    const columns = some.map(columnsOf(plan));
    const incumbent = new Incumbent(plan, 0.01, columns.slice(0, 2), () => {});
    expect(() => incumbent.solution("time")).toThrow("there is no portfolio yet");
    const built = new Incumbent(plan, 0, [], () => {});
    built.take(columns);
    // A bound below what was found is none, and one of doubles is no proof.
    built.estimate(sumOf(columns) - 1n);
    expect([built.bound, built.solution("time").endedBy]).toEqual([null, "time"]);
    built.estimate(sumOf(columns));
    expect([built.bound, built.solution("time").endedBy]).toEqual([sumOf(columns), "gap"]);
    const proved = new Incumbent(plan, 0, [], () => {});
    proved.take(columns);
    proved.prove(sumOf(columns));
    expect(proved.solution("time").endedBy).toBe("proof");
    let most = 0;
    const exact = new Incumbent(plan, 0, [], ({ bound }) => {
      most = bound ?? 0;
    });
    const prices = pricesFor(one);
    exact.learn({ bound: 700_000_000_001n, prices: [prices] });
    expect([1, 2].map((less) => exact.isPromising(most - less))).toEqual([true, false]);
  },
  "lineups overlap that have more in common than the contest allows": ({ plan }) => {
    const model = inSeveralRoles(plan.model);
    const lineups = allSolutions(model).filter((_, at) => at % 5 < 2);
    const seats = seatsOf({ plan });
    const merged = model.picks.entry.map((entry) => 9 - (entry >> 1));
    for (const choices of [null, model.picks.entry, merged])
      for (const unique of [0, 1, seats - 1, seats]) {
        const apart = { ...plan, model, choices, unique, avoid: [] };
        const built = new Built({ ...apart, shares: [] });
        const others = lineups.slice(0, 3);
        for (const lineup of others) built.add(lineup);
        for (const { picks } of lineups.slice(0, 30))
          expect(built.conflicts.hasConflict(picks)).toBe(
            others.some((other) => !isApart(apart, [picks, other.picks])),
          );
      }
  },
  "a lineup that keeps no share is found if enumeration finds one": async ({ plan, all, some }) => {
    const built = new Built(plan);
    const ties = tiesBySteps(plan, bestLineups());
    for (const picks of some.slice(0, 2)) built.add({ picks, points: 0 });
    const shares = [...plan.shares.keys()].slice(0, 2);
    for (const different of [false, true]) {
      const isFree = (picks: readonly number[]) =>
        shares.every((share) => !keeps(plan.shares[share]!.tests, picks)) &&
        !(different && built.conflicts.hasConflict(picks));
      const found = await firstWithin(ties, plan.model, { shares, different }, built);
      expect(found !== null).toBe(all.some(isFree));
    }
  },
};

describe("for random plans", () => {
  it.each(Object.entries(PARTS))("%s", async (_, part) => {
    for (const one of PART_CASES) await part(one);
  });
});

describe("for random swaps", () => {
  it("changing one line changes the total by the change of that line's violations", () => {
    for (const plan of PART_SWAPS) {
      const state = new SwapState(plan);
      const isOpen = plan.lines.every((one) => one.state !== "fixed");
      for (const [line, { group }] of plan.lines.entries())
        for (const { current } of plan.lines) {
          const held = state.read(current, group);
          const [theirs, now] = [state.violations(line, held), state.violations(line, state.held[line]!)];
          const before = state.total();
          const were = [...state.held];
          state.set(line, held);
          const after = state.total();
          if (isOpen && state.held.every(({ isWhole }) => isWhole))
            expect(after.breaches - before.breaches).toBe(theirs.breaches - now.breaches);
          expect(after.points - before.points).toBe(theirs.points - now.points);
          state.setAll(were);
        }
    }
  });

  it("limits of a line only add rules to its model and bar picks", () => {
    for (const plan of PART_SWAPS) {
      const state = new SwapState(plan);
      for (const [line, { group }] of plan.lines.entries()) {
        const model = state.models[group]!;
        const limits = limitsOf(plan, state, line);
        const within = withinShares(model, limits);
        expect(within.model.rules.slice(0, model.rules.length)).toEqual(model.rules);
        expect(withinShares(model, [])).toEqual({ model, barred: [] });
      }
    }
  });
});

it("describes the failure of lineups within 4,000 words", () => {
  const clause = (ways: number) => ({
    counts: Array.from({ length: ways }, (_, pick) => ({
      picks: Int32Array.of(pick),
      least: 1,
      most: Number.POSITIVE_INFINITY,
    })),
    sums: [],
  });
  const test = (...ways: number[]) => ({ when: null, alternatives: ways.map(clause) });
  const most = test(4, 10, 10, 10);
  const origin = { pointer: "/rules/1", words: "rules[1] in at most 3" };
  expect(failing({ tests: [most, test(0)], origin })[0]?.alternatives.length).toBe(4_000);
  expect(failingOf([most, test(1)])).toBe(null);
  const large = () => failing({ tests: [most, test(1)], origin });
  expect(large).toThrow(UnsupportedModelError);
  expect(large).toThrow('break the conditions of the rule "rules[1] in at most 3"');
  expect(failing({ tests: [test(5_000)], origin })[0]?.alternatives.length).toBe(5_000);
});

it("orders the shorter of two lists with a common prefix first", () => {
  const [long, short] = [
    [1, 2, 3],
    [1, 2],
  ];
  expect([compare(long, short), compare(short, long), compare(long, long)]).toEqual([1, -1, 0]);
  expect([compare([1, 3], long), compare([1], [0, 5])]).toEqual([1, 1]);
});

it("ignores a millionth of a lineup, and treats a lineup short by less as complete", () => {
  expect([1e-6, 1.01e-6].map(isPositive)).toEqual([false, true]);
  expect([1 - 1.01e-6, 1 - 0.99e-6, 1].map(isOne)).toEqual([false, true, true]);
});

it("draws a portfolio's points as a simulation does, across blocks", async () => {
  const model = slate(60);
  const { entries } = model;
  const random = {
    ...{ seed: 3, factors: 1, multiplier: new Float64Array(entries).fill(1) },
    first: Int32Array.from({ length: entries + 1 }, (_, entry) => entry),
    factor: new Int32Array(entries),
    loading: new Float64Array(entries).fill(0.6),
    own: new Float64Array(entries).fill(0.8),
    outcomes: Float64Array.from(
      { length: entries * GRID_SIZE },
      (_, at) => Math.floor(at / GRID_SIZE) + GRID[at % GRID_SIZE]!,
    ),
  };
  const plan = { model, count: 4, unique: 0, choices: null, avoid: [], shares: [], random };
  const draw = await drawer(plan);
  const drawing = new Drawing(random, model.picks.entry);
  for (let at = 0; at <= BLOCK; at += 1) {
    if (at % BLOCK === 0) drawing.begin(at / BLOCK);
    drawing.next();
    expect(draw?.().picks.points).toEqual(drawing.points);
  }
});

it("reports lineups immediately, and then at most ten times a second", () => {
  const reported: PortfolioProgress[] = [];
  const report = pacedReport((progress) => reported.push(progress));
  const lineups = [{ picks: [1], points: 2 }];
  const began = performance.now();
  for (let calls = 0; calls < 500; calls += 1) report(lineups);
  const passed = performance.now() - began;
  expect(reported[0]).toEqual({ lineups, sum: null, bound: null, gap: null });
  expect(reported[0]?.lineups).not.toBe(lineups);
  expect(reported.length).toBeLessThanOrEqual(1 + passed / 100);
});
