import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import type { Model } from "../../../../../src/engine/model/model.ts";
import type { PortfolioPlan } from "../../../../../src/engine/model/portfolio-plan.ts";
import { createHighs, type HighsSolver } from "../../../../../src/engine/solver/highs.ts";
import { unpackSolutions } from "../../../../../src/engine/solver/packed-solutions.ts";
import { createPathEngine } from "../../../../../src/engine/solver/paths/index.ts";
import { byListing } from "../../../../../src/engine/solver/portfolio/joint/by-listing.ts";
import { Ledger } from "../../../../../src/engine/solver/portfolio/joint/ledger.ts";
import { streamOf } from "../../../../../src/engine/solver/portfolio/joint/lineup-stream.ts";
import { setUp } from "../../../../../src/engine/solver/portfolio/joint/set-up.ts";
import { solvePortfolio } from "../../../../../src/engine/solver/portfolio/solve-portfolio.ts";
import { smallLinearProgram } from "../../../../../src/engine/solver/simplex/small-linear-program.ts";
import { compileHighs } from "../../../../../src/platform/node/compile-highs.ts";
import { allSolutions } from "../../../../../src/testing/exhaustive.ts";
import { modelOf } from "../../../../../src/testing/models/hand-made.ts";
import { free } from "../../../../support/interrupts.ts";
import {
  CENT,
  counted,
  isApart,
  isPortfolio,
  lineupsOf,
  shareOf,
  smallPlan,
  wholeProgram,
} from "../../../../support/portfolios.ts";
import { runs, share, Tally } from "../../../../support/runs.ts";

let highs: HighsSolver;

beforeAll(async () => {
  highs = await createHighs(await compileHighs());
});

it("settles small plans as a program over all lineups does", async () => {
  const numRuns = 120;
  const tally = new Tally();
  await fc.assert(
    fc.asyncProperty(smallPlan, async (plan) => {
      const all = lineupsOf(plan);
      if (all.length === 0 || all.length > 200) return;
      const legal = allSolutions(plan.model);
      const bench = await setUp(plan, {
        start: [],
        stream: streamOf(async (asked, count) => allSolutions(asked).slice(0, count)),
        program: smallLinearProgram(() => highs.linearProgram()),
      });
      const ledger = new Ledger(plan, 0, [], () => {});
      const tools = { legal: legal.map((lineup) => lineup.picks), linearProgram: highs.linearProgram };
      const { isSettled, partial } = (await byListing(bench!, ledger, tools, free()))!;
      expect(isSettled).toBe(true);
      const program = wholeProgram(plan, all);
      const whole = highs.solve(program, free());
      if (whole === null) {
        expect(ledger.hasPortfolio).toBe(false);
        const found = partial.map((column) => column.picks);
        expect(isApart(plan, found)).toBe(true);
        tally.add("none");
        return;
      }
      const best = BigInt(whole.reduce((total, at) => total + program.gain[at]! * CENT, 0));
      expect([ledger.sum, ledger.bound]).toEqual([best, best]);
      expect(
        isPortfolio(
          plan,
          ledger.lineups.map((lineup) => lineup.picks),
        ),
      ).toBe(true);
      tally.add(plan.unique > 0 ? "apart" : "some");
    }),
    runs(numRuns),
  );
  for (const [kind, part] of [
    ["none", 0.2],
    ["some", 0.1],
    ["apart", 0.08],
  ] as const)
    expect(tally.of(kind), kind).toBeGreaterThanOrEqual(share(numRuns, part));
});

/** The 504 legal lineups of nine players in a contest with a captain, of which no thirteen differ by two players. */
const ofNine = (count: number): PortfolioPlan => ({
  model: modelOf(
    [
      [0, 1],
      [1, 5],
    ],
    Array.from({ length: 9 }, (_, at) => [
      { slots: [0], points: 15 + ((at * 21) % 34) },
      { slots: [1], points: 10 + ((at * 14) % 23) },
    ]),
  ),
  count,
  ...{ unique: 2, choices: null, avoid: [], shares: [], random: null },
});

it("proves by all lineups what prices and programs leave open", async () => {
  const pathEngine = createPathEngine();
  const tools = {
    best: async (model: Model, most: number) => unpackSolutions(await pathEngine.best(model, most, free())),
    ...{ pathEngine, otherwise: null, highs: async () => highs },
  };
  const outcome = await solvePortfolio(ofNine(13), { method: "joint" }, tools, free(), () => {});
  expect(outcome).toMatchObject({ kind: "short", proved: true });
  // The three left out of each lineup are triples no two of which have two players in common: there are twelve.
  if (outcome.kind === "short") expect(outcome.lineups).toHaveLength(12);
});

/** Thirteen players in eight seats, five of one position each and three of more, within a cap; each in 70% of 30 lineups. */
function ofThirteen(): PortfolioPlan {
  const slots = [
    [0, 5, 7],
    [1, 5, 7],
    [2, 6, 7],
    [3, 6, 7],
    [4, 7],
  ];
  const players = Array.from({ length: 13 }, (_, at) => {
    const points = 15 + ((at * 1117) % 3500) / 100;
    const salary = 100 * Math.round(20 + 1.5 * points + ((at * 7) % 15));
    const second = slots[(at * 3) % 5]!;
    const own = [...new Set([...slots[at % 5]!, ...(at % 3 === 0 ? [] : second)])].sort((a, b) => a - b);
    return [{ slots: own, points, salary }];
  });
  const total = players.reduce((sum, [role]) => sum + role!.salary, 0);
  const model = modelOf(
    Array.from({ length: 8 }, () => [0, 1] as const),
    players,
    [{ kind: "budget", maximum: Math.round((8 * total) / 13) }],
  );
  return {
    model,
    count: 30,
    ...{ unique: 2, choices: null, avoid: [], random: null },
    shares: Array.from(players, (_, entry) => shareOf(counted([entry], 1), 0, 21)),
  };
}

it("settles thirty of hundreds of lineups, in every run alike", async () => {
  const solve = async () => {
    const pathEngine = createPathEngine();
    const tools = {
      best: async (model: Model, most: number) => unpackSolutions(await pathEngine.best(model, most, free())),
      ...{ pathEngine, otherwise: null, highs: async () => highs },
    };
    return await solvePortfolio(ofThirteen(), { method: "joint", gap: 0 }, tools, free(), () => {});
  };
  const outcome = await solve();
  if (outcome.kind !== "solved") throw new Error("there is a portfolio");
  const { lineups, bound } = outcome.solution;
  expect(lineups.reduce((sum, { points }) => sum + points, 0)).toBe(bound);
  expect(await solve()).toEqual(outcome);
});
