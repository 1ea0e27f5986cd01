import { expect } from "vitest";
import type { InvalidRequestError } from "../../src/errors.ts";
import type { LineupTest } from "../../src/model/lineup-test.ts";
import { passes } from "../../src/model/passes.ts";
import { satisfies } from "../../src/model/satisfies.ts";
import { failing } from "../../src/solver/portfolio/failing.ts";
import { certified } from "../../src/solver/portfolio/joint/certificate.ts";
import { columnsOf } from "../../src/solver/portfolio/joint/columns.ts";
import { programOf } from "../../src/solver/portfolio/joint/few.ts";
import { Ledger } from "../../src/solver/portfolio/joint/ledger.ts";
import { likenessOf } from "../../src/solver/portfolio/joint/likeness.ts";
import { branchesOf } from "../../src/solver/portfolio/joint/price-branches.ts";
import { pricesLinearly, pricesOf, STEP, worthOf } from "../../src/solver/portfolio/joint/prices.ts";
import { paymentsOf, rewardsOf } from "../../src/solver/portfolio/joint/rewards.ts";
import { Room } from "../../src/solver/portfolio/joint/room.ts";
import { RowIndex } from "../../src/solver/portfolio/joint/row-index.ts";
import { counts, entryRows, keyOf } from "../../src/solver/portfolio/joint/rows.ts";
import { readShares } from "../../src/solver/portfolio/joint/shares.ts";
import { sumOf } from "../../src/solver/portfolio/joint/totals.ts";
import { refuseLeastShares } from "../../src/solver/portfolio/least-shares.ts";
import { Record as Built, picksThatPass } from "../../src/solver/portfolio/sequential/record.ts";
import { withHeld } from "../../src/solver/portfolio/sequential/room-left.ts";
import { withStandingShares } from "../../src/solver/portfolio/standing.ts";
import { inSeveralRoles, type PartCase, pricesFor, rowsOf } from "./part-cases.ts";
import { counted, shareOf } from "./portfolios.ts";

/** A test whose limits are no whole numbers. */
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

/** What each small part makes of a case; what has another meaning to compare with is compared with it. */
export const PARTS: Readonly<Record<string, (one: PartCase) => unknown>> = {
  "tests that fail": ({ plan, all }) =>
    plan.shares
      .flatMap(({ tests }) => [tests, tests.map(halved)])
      .map((tests) => {
        const failed = failing(tests);
        for (const picks of all)
          expect(failed.every((test) => passes(test, picks))).toBe(
            !tests.every((test) => passes(test, picks)),
          );
        return failed;
      }),
  "what is held": ({ plan, all, some }) => {
    const shares = plan.shares.length > 1 ? [0, plan.shares.length - 1] : [];
    const apart = [...plan.avoid, ...some.slice(0, 2)];
    const held = withHeld(plan, plan.model, { shares, apart });
    const built = new Built(plan);
    for (const picks of some.slice(0, 2)) built.add({ picks, points: 0 });
    for (const picks of all) {
      const isFree = shares.every((share) => !plan.shares[share]!.tests.every((test) => passes(test, picks)));
      expect(satisfies(held, picks)).toBe(isFree && !built.isAlike(picks));
    }
    const none = withHeld(plan, plan.model, { shares: [], apart: [] });
    expect(none).toBe(plan.model);
    const loose = { ...plan, model: inSeveralRoles(plan.model) };
    return [held, withHeld(loose, plan.model, { shares, apart })].map(({ rules }) =>
      rules.slice(plan.model.rules.length),
    );
  },
  "shares that are rules": ({ plan, all }) => {
    const { plan: rest, left, became } = withStandingShares(plan);
    for (const picks of all) {
      const isKept = became.every((share) => {
        const { tests, least } = plan.shares[share]!;
        return tests.every((test) => passes(test, picks)) === least >= plan.count;
      });
      expect(satisfies(rest.model, picks)).toBe(isKept);
    }
    expect(rest.shares).toEqual(left.map((share) => plan.shares[share]));
    return [left, became, rest === plan, rest.model.rules.slice(plan.model.rules.length)];
  },
  "shares read": ({ plan }) => [
    readShares(plan),
    readShares({
      ...plan,
      shares: [0, 1, 2].map((most) => shareOf(counted([0], 1, most), 0, plan.count - 1)),
    }),
    plan.shares.map(({ tests }) => picksThatPass(tests)),
    picksThatPass([]),
  ],
  rows: (one) => {
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
        expect(counts(row, column)).toBe(
          share.tests.every((test) => passes(test, column.picks)) !== inverted,
        );
    }
    const seats = plan.model.slots.reduce((sum, { count }) => sum + count, 0);
    return [
      rows.map(({ lower, upper }) => [lower, upper]),
      rows.map(keyOf),
      [seats - 1, seats, seats + 1].map((unique) => entryRows({ ...plan, unique })),
    ];
  },
  prices: (one) => {
    const { plan, some } = one;
    return [true, false].map((scored) => {
      const prices = pricesFor(one, scored);
      const worths = some.map(columnsOf(plan)).map((column) => {
        const pays = prices.list.reduce(
          (sum, { row, amount }) => sum + (counts(row, column) ? amount : 0),
          0,
        );
        const worth = worthOf(prices, column);
        expect(worth).toBe((scored ? column.points : 0) - pays);
        return worth;
      });
      return [prices.list, prices.others, worths, pricesLinearly(prices, plan.model.picks.points)];
    });
  },
  branches: (one) => {
    const { plan, all } = one;
    const prices = pricesFor(one);
    const branches = branchesOf(plan.model, prices);
    for (const column of all.map(columnsOf(plan))) {
      const seen = branches.filter(({ model }) => satisfies(model, column.picks));
      const mosts = seen.map(({ model: { picks }, most }) =>
        column.picks.reduce((sum, pick) => sum + picks.points[pick]!, most),
      );
      expect(Math.max(...mosts)).toBeGreaterThanOrEqual(worthOf(prices, column));
    }
    // More than are priced as they are.
    const asking = Array.from({ length: 5 }, () => plan.shares).flat();
    const shares = asking.map((share) => ({ ...share, least: Math.max(1, share.least) }));
    const rows = rowsOf({ ...one, plan: { ...plan, shares } });
    const rewards = rows.map((_, at) => -1 - (at % 5));
    const rewarding = pricesOf(rows, rewards, plan.model.picks.entry.length);
    return [...branches, ...branchesOf(plan.model, rewarding)].map(({ model, most }) => [
      most,
      model.picks.points,
      model.rules.slice(plan.model.rules.length),
    ]);
  },
  rewards: (one) => {
    const { plan } = one;
    const { list } = pricesFor(one);
    const size = plan.model.picks.entry.length;
    const odd = list.map(({ row, amount }) => ({ row, amount: amount + 7 }));
    return [list, odd].map((own) => [rewardsOf(own, size), paymentsOf(own, plan.model)]);
  },
  bounds: (one) => {
    const { plan, some } = one;
    const columnOf = columnsOf(plan);
    const prices = pricesFor(one);
    const priced = some.map((picks) => ({
      column: columnOf(picks),
      worth: worthOf(prices, columnOf(picks)),
    }));
    return [Number.NEGATIVE_INFINITY, 0, -1e12].map((rest) =>
      [1, plan.count, some.length].map((count) => `${certified(prices, { priced, rest }, count)}`),
    );
  },
  "a ledger": (one) => {
    const { plan, some } = one;
    const columns = some.map(columnsOf(plan));
    const told: unknown[] = [];
    const ledger = new Ledger(plan, 0.01, columns.slice(0, 2), (progress) => told.push(progress));
    const prices = pricesFor(one);
    expect(() => ledger.solution()).toThrow("there is no portfolio yet");
    const built = new Ledger(plan, 0, [], () => {});
    built.take(columns);
    built.prove(sumOf(columns) - 1n);
    expect(built.bound).toBe(sumOf(columns));
    let most = 0;
    const exact = new Ledger(plan, 0, [], ({ bound }) => {
      most = bound ?? 0;
    });
    exact.learn({ bound: 700_000_000_001n, prices } as Parameters<Ledger["learn"]>[0]);
    expect([1, 2].map((less) => exact.isPromising(most - less))).toEqual([true, false]);
    for (const [at, number] of one.drawn(6).entries()) {
      const bound = number === 0 ? null : BigInt(number) * 3n * BigInt(STEP) + 700_000_000_001n;
      ledger.learn({ bound, prices, joined: 0 } as Parameters<Ledger["learn"]>[0]);
      told.push([ledger.open, ledger.isNear, ledger.hasPortfolio, ledger.proof?.prices === prices]);
      told.push([0, 7e11, 6.99e11, 6.9935e11].map((objective) => ledger.isPromising(objective)));
      told.push(ledger.take(columns.slice(at, at + 2)), ledger.lineups);
    }
    return [...told, ledger.solution()];
  },
  room: (one) => {
    const { plan, some } = one;
    const shareRows = rowsOf(one).filter(({ kind }) => kind === "picks" || kind === "test");
    const index = new RowIndex(shareRows);
    return [false, true].map((lenient) => {
      const room = new Room({ shareRows, shareIndex: (column) => index.of(column), plan }, lenient);
      return some.map(columnsOf(plan)).map((column) => {
        const fits = room.fits(column);
        if (fits) room.take(column);
        return [fits, room.full()];
      });
    });
  },
  "few lineups": (one) => {
    const { plan, some } = one;
    const lineups = some.map(columnsOf(plan));
    const shareRows = rowsOf(one).slice(1);
    const { program, boundOf, broken, valuesOf } = programOf(
      { plan, likeness: likenessOf(plan), shareRows },
      lineups,
    );
    const every = [...lineups.keys()];
    return [
      program,
      [0, 7.5, 1e6].map((gain) => `${boundOf(gain)}`),
      broken(every),
      valuesOf(every.slice(1)),
    ];
  },
  "least shares": ({ plan }) => {
    try {
      refuseLeastShares(plan);
    } catch (error) {
      expect(plan.shares.some(({ least }) => least > 0)).toBe(true);
      return (error as InvalidRequestError).issues;
    }
    expect(plan.shares.every(({ least }) => least <= 0)).toBe(true);
    return null;
  },
};
