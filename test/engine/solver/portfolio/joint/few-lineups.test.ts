import { beforeAll, expect, it } from "vitest";
import type { Model } from "../../../../../src/engine/model/model.ts";
import type { PortfolioPlan } from "../../../../../src/engine/model/portfolio-plan.ts";
import { unpackSolutions } from "../../../../../src/engine/solver/contract.ts";
import type { HighsSolver } from "../../../../../src/engine/solver/highs.ts";
import { createPathEngine } from "../../../../../src/engine/solver/paths/index.ts";
import { solvePortfolio } from "../../../../../src/engine/solver/portfolio/solve-portfolio.ts";
import { loadHighs } from "../../../../../src/engine/solver/registry.ts";
import { machinery } from "../../../../../src/platform/node/machinery.ts";
import { modelOf } from "../../../../../src/testing/models/hand-made.ts";
import { free } from "../../../../support/interrupts.ts";
import { CENT, counted, shareOf } from "../../../../support/portfolios.ts";

let highs: HighsSolver;

beforeAll(async () => {
  highs = await loadHighs(machinery);
});

/**
 * The 504 legal lineups of nine players with a captain; no thirteen of them differ pairwise by two players.
 */
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

it("finds most of the lineups that exist, and does not claim that there are more", async () => {
  const pathEngine = createPathEngine();
  const tools = {
    best: async (model: Model, most: number) => unpackSolutions(await pathEngine.best(model, most, free())),
    ...{ pathEngine, otherwise: null, highs: async () => highs },
  };
  const outcome = await solvePortfolio(ofNine(13), { method: "joint" }, tools, free(), () => {});
  // The omitted players of each lineup form triples that pairwise share at most one player: there are
  // twelve.
  expect(outcome.kind).toBe("short");
  if (outcome.kind === "short") expect(outcome.lineups.length).toBeGreaterThanOrEqual(9);
});

/** Points, salary and slots of thirteen players for eight seats. */
const THIRTEEN: readonly (readonly [points: number, salary: number, slots: readonly number[]])[] = [
  [36.95, 8300, [0, 5, 7]],
  [48.89, 10_300, [1, 5, 7]],
  [29.9, 7200, [2, 4, 6, 7]],
  [19.86, 5400, [2, 3, 6, 7]],
  [32.12, 7400, [4, 7]],
  [25.01, 5800, [0, 5, 7]],
  [35.66, 7800, [1, 3, 5, 6, 7]],
  [38.03, 8800, [2, 6, 7]],
  [40.23, 9200, [3, 6, 7]],
  [23.38, 5700, [3, 4, 6, 7]],
  [29.46, 6600, [0, 5, 7]],
  [35.17, 7700, [0, 1, 5, 7]],
  [36.78, 7900, [2, 6, 7]],
];

/** Thirty of their 534 lineups, pairwise different by two players, with each player in at most 70%. */
function ofThirteen(): PortfolioPlan {
  const model = modelOf(
    Array.from({ length: 8 }, () => [0, 1] as const),
    THIRTEEN.map(([points, salary, slots]) => [{ slots, points, salary }]),
    [{ kind: "budget", maximum: 60_400 }],
  );
  return {
    model,
    count: 30,
    ...{ unique: 2, choices: null, avoid: [], random: null },
    shares: THIRTEEN.map((_, entry) => shareOf(counted([entry], 1), 0, 21)),
  };
}

it("solves thirty of hundreds of lineups", async () => {
  const pathEngine = createPathEngine();
  const tools = {
    best: async (model: Model, most: number) => unpackSolutions(await pathEngine.best(model, most, free())),
    ...{ pathEngine, otherwise: null, highs: async () => highs },
  };
  const outcome = await solvePortfolio(ofThirteen(), { method: "joint", gap: 0 }, tools, free(), () => {});
  if (outcome.kind !== "solved") throw new Error("there is a portfolio");
  const { lineups, bound } = outcome.solution;
  expect([bound, lineups.reduce((sum, { points }) => sum + points, 0)]).toEqual([
    798_138 * CENT,
    798_138 * CENT,
  ]);
});
