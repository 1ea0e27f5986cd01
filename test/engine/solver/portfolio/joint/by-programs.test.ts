import { beforeAll, expect, it } from "vitest";
import { POINT_UNITS } from "../../../../../src/engine/model/model.ts";
import type { PortfolioPlan } from "../../../../../src/engine/model/portfolio-plan.ts";
import { createHighs, type HighsSolver } from "../../../../../src/engine/solver/highs.ts";
import { byPrograms } from "../../../../../src/engine/solver/portfolio/joint/by-programs.ts";
import { certified } from "../../../../../src/engine/solver/portfolio/joint/certificate.ts";
import { Ledger } from "../../../../../src/engine/solver/portfolio/joint/ledger.ts";
import { streamOf } from "../../../../../src/engine/solver/portfolio/joint/lineup-stream.ts";
import { pricesOf } from "../../../../../src/engine/solver/portfolio/joint/prices.ts";
import { priceLineups } from "../../../../../src/engine/solver/portfolio/joint/pricing.ts";
import { setUp } from "../../../../../src/engine/solver/portfolio/joint/set-up.ts";
import { smallLinearProgram } from "../../../../../src/engine/solver/simplex/small-linear-program.ts";
import { compileHighs } from "../../../../../src/platform/node/compile-highs.ts";
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
    program: smallLinearProgram(() => highs.linearProgram()),
  });
  const prices = pricesOf(bench!.shareRows, [-0.5], 401);
  const wanted = { best: 1, fresh: 0, isFresh: () => false, floor: Number.NEGATIVE_INFINITY, deepest: 1 };
  const bound = certified(prices, await priceLineups(bench!.pricing, prices, wanted), 1);
  expect(bound).toBe(BigInt(9.5 * POINT_UNITS));
  const ledger = new Ledger(plan, 0, [], () => {});
  ledger.learn({ prices, bound });
  expect(ledger.bound).toBe(BigInt(9 * POINT_UNITS));
  await byPrograms(bench!, ledger, highs.improve, free());
  expect([ledger.sum, ledger.bound]).toEqual([9, 9].map((points) => BigInt(points * POINT_UNITS)));
});
