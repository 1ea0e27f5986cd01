import { beforeAll, expect, it } from "vitest";
import { POINT_UNITS } from "../../../../../src/engine/model/model.ts";
import type { PortfolioPlan } from "../../../../../src/engine/model/portfolio-plan.ts";
import { createHighs, type HighsSolver } from "../../../../../src/engine/solver/highs.ts";
import { byPrograms } from "../../../../../src/engine/solver/portfolio/joint/by-programs.ts";
import { certified } from "../../../../../src/engine/solver/portfolio/joint/certificate.ts";
import { grow } from "../../../../../src/engine/solver/portfolio/joint/generate.ts";
import { Ledger } from "../../../../../src/engine/solver/portfolio/joint/ledger.ts";
import { streamOf } from "../../../../../src/engine/solver/portfolio/joint/lineup-stream.ts";
import { pricesOf } from "../../../../../src/engine/solver/portfolio/joint/prices.ts";
import { priceLineups } from "../../../../../src/engine/solver/portfolio/joint/pricing.ts";
import { setUp } from "../../../../../src/engine/solver/portfolio/joint/set-up.ts";
import { compileHighs } from "../../../../../src/platform/node/machinery.ts";
import { allSolutions } from "../../../../../src/testing/exhaustive.ts";
import { modelOf } from "../../../../../src/testing/models/hand-made.ts";
import { free } from "../../../../support/interrupts.ts";
import { counted, shareOf } from "../../../../support/portfolios.ts";

let highs: HighsSolver;

beforeAll(async () => {
  highs = await createHighs(await compileHighs());
});

it("says no less of lineups that a program leaves out than the prices prove to the unit", async () => {
  // A program has 400 lineups; the only one that keeps the share comes after these at this price.
  const model = modelOf(
    [[0, 1]],
    Array.from({ length: 401 }, (_, at) => [{ slots: [0], points: at < 400 ? 10 : 9 }]),
  );
  const plan: PortfolioPlan = {
    ...{ model, count: 1, unique: 0, choices: null, avoid: [], random: null },
    shares: [shareOf(counted([400], 1), 1, 1)],
  };
  const stream = streamOf(async (asked, count) => allSolutions(asked).slice(0, count));
  const bench = await setUp(plan, {
    ...{ start: [], stream },
    program: highs.linearProgram(),
  });
  const prices = pricesOf(bench!.shareRows, [-0.5], 401);
  const wanted = { best: 1, fresh: 0, isFresh: () => false, floor: Number.NEGATIVE_INFINITY, deepest: 1 };
  const bound = certified(bench!.kinds, [prices], [await priceLineups(bench!.kinds[0]!, prices, wanted)]);
  expect(bound).toBe(BigInt(9.5 * POINT_UNITS));
  const ledger = new Ledger(plan, 0, [], () => {});
  ledger.learn({ prices: [prices], bound });
  expect(ledger.bound).toBe(BigInt(9 * POINT_UNITS));
  await byPrograms(bench!, ledger, { ...highs, mostInVain: Number.POSITIVE_INFINITY }, free());
  expect([ledger.sum, ledger.bound]).toEqual([9, 9].map((points) => BigInt(points * POINT_UNITS)));
});

it("ends at diminishing gains after the work asked for, and alike in every run", async () => {
  // Of 15 players 3, any two lineups with at most 1 in common: the bound falls slowly.
  const model = modelOf(
    [[0, 3]],
    Array.from({ length: 15 }, (_, at) => [{ slots: [0], points: 10 + ((5 * at) % 15) }]),
  );
  const plan: PortfolioPlan = {
    ...{ model, count: 25, unique: 2, choices: null, avoid: [], random: null },
    shares: [],
  };
  const stream = streamOf(async (asked, count) => allSolutions(asked).slice(0, count));
  const endingAfter = async (mostInVain: number) => {
    const bench = await setUp(plan, { ...{ start: [], stream }, program: highs.linearProgram() });
    const ledger = new Ledger(plan, 0, [], () => {});
    for (let joined = 1; joined > 0; ) {
      const round = await grow(bench!, free());
      ledger.learn(round);
      joined = round.joined;
    }
    const isSettled = await byPrograms(bench!, ledger, { ...highs, mostInVain }, free());
    return { isSettled, sum: ledger.sum, bound: ledger.bound, open: ledger.open };
  };
  const soon = await endingAfter(2e4);
  const later = await endingAfter(2e5);
  expect(soon.isSettled).toBe(false);
  expect(soon.sum).not.toBeNull();
  expect(soon.open).toBeGreaterThan(0);
  expect(later.open).toBeLessThan(soon.open);
  expect(await endingAfter(2e4)).toEqual(soon);
}, 60_000);
