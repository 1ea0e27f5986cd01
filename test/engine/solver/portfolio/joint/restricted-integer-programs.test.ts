import { beforeAll, expect, it } from "vitest";
import { POINT_UNITS } from "../../../../../src/engine/model/model.ts";
import type { PortfolioPlan } from "../../../../../src/engine/model/portfolio-plan.ts";
import type { HighsSolver } from "../../../../../src/engine/solver/highs.ts";
import { Incumbent } from "../../../../../src/engine/solver/portfolio/joint/incumbent.ts";
import { pricesOf } from "../../../../../src/engine/solver/portfolio/joint/prices.ts";
import { certified, priceLineups } from "../../../../../src/engine/solver/portfolio/joint/pricing.ts";
import { restrictedIntegerPrograms } from "../../../../../src/engine/solver/portfolio/joint/restricted-integer-programs.ts";
import {
  generateColumns,
  planByClassOf,
  setUp,
} from "../../../../../src/engine/solver/portfolio/joint/restricted-master.ts";
import { streamOf } from "../../../../../src/engine/solver/portfolio/lineup-stream.ts";
import { loadHighs } from "../../../../../src/engine/solver/registry.ts";
import { machinery } from "../../../../../src/platform/node/machinery.ts";
import { allSolutions } from "../../../../../src/testing/exhaustive.ts";
import { modelOf } from "../../../../../src/testing/models/hand-made.ts";
import { free } from "../../../../support/interrupts.ts";
import { counted, shareOf } from "../../../../support/portfolios.ts";

let highs: HighsSolver;

beforeAll(async () => {
  highs = await loadHighs(machinery);
});

it("bounds lineups outside a program by at least what the prices prove, to the unit", async () => {
  // A program has 400 lineups; the only one that keeps the share comes later at this price.
  const model = modelOf(
    [[0, 1]],
    Array.from({ length: 401 }, (_, at) => [{ slots: [0], points: at < 400 ? 10 : 9 }]),
  );
  const plan: PortfolioPlan = {
    ...{ model, count: 1, unique: 0, choices: null, avoid: [], random: null },
    shares: [shareOf(counted([400], 1), 1, 1)],
  };
  const stream = streamOf(async (asked, count) => allSolutions(asked).slice(0, count));
  const restricted = await setUp(planByClassOf(plan, [{ model, count: 1, weight: 1 }], stream), {
    start: [],
    program: highs.linearProgram(),
  });
  const prices = pricesOf(restricted!.shareRows, [-0.5], 401);
  const bound = certified(
    restricted!.classes,
    [prices],
    [await priceLineups(restricted!.classes[0]!, prices, { best: 1, deepest: 1 })],
  );
  expect(bound).toBe(BigInt(9.5 * POINT_UNITS));
  const incumbent = new Incumbent(plan, 0, [], () => {});
  incumbent.learn({ prices: [prices], bound });
  expect(incumbent.bound).toBe(BigInt(9 * POINT_UNITS));
  await restrictedIntegerPrograms(
    restricted!,
    incumbent,
    { ...highs, mostInVain: Number.POSITIVE_INFINITY },
    free(),
  );
  expect([incumbent.sum, incumbent.bound]).toEqual([9, 9].map((points) => BigInt(points * POINT_UNITS)));
});

it("stops at diminishing gains after the given work, identically in every run", async () => {
  // 3 of 15 players, any two lineups with at most 1 in common: the bound falls slowly.
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
    const restricted = await setUp(planByClassOf(plan, [{ model, count: 25, weight: 1 }], stream), {
      start: [],
      program: highs.linearProgram(),
    });
    const incumbent = new Incumbent(plan, 0, [], () => {});
    for (let joined = 1; joined > 0; ) {
      const round = await generateColumns(restricted!, free());
      incumbent.learn(round);
      joined = round.joined;
    }
    const isSettled = await restrictedIntegerPrograms(
      restricted!,
      incumbent,
      { ...highs, mostInVain },
      free(),
    );
    return { isSettled, sum: incumbent.sum, bound: incumbent.bound, open: incumbent.open };
  };
  const soon = await endingAfter(5e2);
  const later = await endingAfter(2e5);
  expect(soon.isSettled).toBe(false);
  expect(soon.sum).not.toBeNull();
  expect(soon.open).toBeGreaterThan(0);
  expect(later.open).toBeLessThan(soon.open);
  expect(await endingAfter(5e2)).toEqual(soon);
}, 60_000);
