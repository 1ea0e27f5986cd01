import { beforeAll, describe } from "vitest";
import type { Model } from "../../../../src/engine/model/model.ts";
import type { PortfolioMethod, PortfolioPlan } from "../../../../src/engine/model/portfolio-plan.ts";
import type { SwapPlan } from "../../../../src/engine/model/swap-plan.ts";
import type { HighsSolver } from "../../../../src/engine/solver/highs.ts";
import { unpackSolutions } from "../../../../src/engine/solver/packed-solutions.ts";
import { createPathEngine } from "../../../../src/engine/solver/paths/index.ts";
import { loadOrdered } from "../../../../src/engine/solver/paths/ordered/load.ts";
import type { PortfolioTools } from "../../../../src/engine/solver/portfolio/lineup-source.ts";
import { solvePortfolio } from "../../../../src/engine/solver/portfolio/solve-portfolio.ts";
import { solveSwap } from "../../../../src/engine/solver/portfolio/swap/solve-swap.ts";
import { loadHighs } from "../../../../src/engine/solver/registry.ts";
import { machinery } from "../../../../src/platform/node/machinery.ts";
import { UnsupportedModelError } from "../../../../src/shared/errors.ts";
import {
  BROKEN_SWAPS,
  DRAWN_PLANS,
  DRAWN_SWAPS,
  FURTHER_SWAPS,
  SETTLED_SWAPS,
} from "../../../support/drawn-plans.ts";
import { watchPaths, wordsOf } from "../../../support/effort.ts";
import { EFFORT_PLANS as PLANS, EFFORT_SWAPS as SWAPS } from "../../../support/effort-plans.ts";
import { free } from "../../../support/interrupts.ts";
import { itKeepsLines } from "../../../support/kept-lines.ts";
import { watchPrograms } from "../../../support/program-effort.ts";

const UNIT = 1e10;
let highs: HighsSolver;

beforeAll(async () => {
  await loadOrdered();
  highs = await loadHighs(machinery);
});

type Row = readonly [
  plan: keyof typeof PLANS | keyof typeof SWAPS,
  method: "joint" | "sequential",
  gap?: number,
];

/** The default gap. */
const GAP = 0.001;

const BUILT: readonly Row[] = [
  ["many, apart", "sequential"],
  ["very many, apart", "sequential"],
  ["ways to have some", "joint", 0.005],
  ["excluded group", "joint"],
  ["excluded group", "sequential"],
  ["without overlap", "joint"],
  ["without overlap", "sequential"],
  ["far apart", "sequential"],
  ["captains", "joint"],
  ["captains", "sequential"],
  ["captains without overlap", "joint", 0.002],
  ["captains without overlap", "sequential"],
  ["choices in no order", "joint"],
  ["choices in no order", "sequential"],
  ["points of a simulation", "sequential"],
  ["no such portfolio", "sequential"],
  ["few of two kinds", "joint"],
  ["few of two kinds", "sequential"],
  ["one choice each", "joint"],
  ["one choice each", "sequential"],
  ["each in a third", "joint"],
  ["each in a third", "sequential"],
  ["each in a half, apart", "joint"],
  ["each in a half, apart", "sequential"],
  ["some at least", "joint"],
  ["stacks in a share", "joint"],
  ["unlike those entered", "joint"],
  ["unlike those entered", "sequential"],
  ["pairs that are one choice", "joint"],
  ["pairs that are one choice", "sequential"],
  ["no such portfolio", "joint"],
  ["points drawn", "sequential"],
  ["all swapped", "joint"],
  ["all swapped", "sequential"],
  ["each in few", "sequential"],
  ["apart, stacks in a share", "joint"],
  ["apart, stacks in a share", "sequential"],
  ["one lineup to the contest", "joint"],
  ["each in a half, apart", "joint", 0.01],
  ["pairs that are one choice", "joint", 0.008],
  ["captains", "joint", 0.004],
  ["each in a half, apart", "joint", 0.0002],
  ["stacks in a share", "joint", 0.0003],
  ["groups and a sum", "joint"],
  ["groups and a sum", "sequential"],
];

/** The points of a plan's lineups and the bound of their sum, found with these tools. */
type Solve = (tools: PortfolioTools) => Promise<{ readonly points: number; readonly bound: number }>;

/** The work of solving some plans in turn; a refused plan has no points. */
async function workOf(solves: readonly Solve[], byPaths: boolean): Promise<object> {
  using paths = watchPaths();
  const programs = watchPrograms(highs);
  const sum = { points: 0, bound: 0, refused: 0, asked: 0, found: 0 };
  for (const solve of solves) {
    const engine = createPathEngine();
    const best: PortfolioTools["best"] = async (model, count) => {
      const found = unpackSolutions(engine.bestNow(model, count));
      sum.asked += 1;
      sum.found += found.length;
      return found;
    };
    try {
      const { points, bound } = await solve({
        ...{ best, otherwise: null, highs: async () => programs.highs },
        pathEngine: byPaths ? engine : null,
      });
      sum.points += points;
      sum.bound += bound;
    } catch (error) {
      if (!(error instanceof UnsupportedModelError)) throw error;
      sum.refused += 1;
    }
  }
  return { ...sum, ...paths, ...programs.work };
}

const pointsOf = ({ picks: { points } }: Model, picks: readonly number[]) =>
  picks.reduce((sum, pick) => sum + (points[pick] ?? Number.NaN), 0);

async function built(
  plan: PortfolioPlan,
  { method, gap = GAP }: PortfolioMethod,
  tools: PortfolioTools,
): ReturnType<Solve> {
  const { model } = plan;
  const outcome = await solvePortfolio(plan, { method, gap }, tools, free(), () => {});
  const { lineups, bound } =
    outcome.kind === "solved" ? outcome.solution : { lineups: outcome.lineups, bound: null };
  const points = lineups.reduce((sum, { picks }) => sum + pointsOf(model, picks), 0);
  return { points: points / UNIT, bound: (bound ?? 0) / UNIT };
}

async function swapped(plan: SwapPlan, tools: PortfolioTools): ReturnType<Solve> {
  const { model } = plan;
  const { lines, bound } = await solveSwap(plan, tools, free(), () => {});
  const points = lines.reduce((sum, { picks }, line) => {
    const { entries: number = 0, current = [] } = plan.lines[line] ?? {};
    return sum + number * pointsOf(model, picks ?? current);
  }, 0);
  return { points: points / UNIT, bound: (bound ?? 0) / UNIT };
}

describe("finds the recorded points and bound with exactly the recorded work", () => {
  itKeepsLines(
    new URL("effort.txt", import.meta.url),
    BUILT.map(([name, method, gap]) => {
      const solve: Solve = (tools) =>
        name in SWAPS
          ? swapped({ ...SWAPS[name as keyof typeof SWAPS], method }, tools)
          : built(PLANS[name as keyof typeof PLANS], { method, gap }, tools);
      return [
        `${name}, ${method}${gap === undefined ? "" : ` within ${gap}`}`,
        async () => wordsOf(await workOf([solve], true)),
      ];
    }),
  );
});

/** How small plans are solved in total, and whether by the path engine or another solver. */
const WAYS: readonly (readonly [way: string, solves: readonly Solve[], byPaths: boolean])[] = [
  ["joint", DRAWN_PLANS.map((plan) => (tools) => built(plan, { method: "joint" }, tools)), true],
  ["sequential", DRAWN_PLANS.map((plan) => (tools) => built(plan, { method: "sequential" }, tools)), true],
  ["step by step", DRAWN_PLANS.map((plan) => (tools) => built(plan, { method: "sequential" }, tools)), false],
  ["swaps", DRAWN_SWAPS.map((plan) => (tools) => swapped({ ...plan, method: "joint" }, tools)), true],
  [
    "swaps of few lines",
    FURTHER_SWAPS.map((plan) => (tools) => swapped({ ...plan, method: "joint" }, tools)),
    true,
  ],
  [
    "swaps of lines that break rules",
    BROKEN_SWAPS.map((plan) => (tools) => swapped({ ...plan, method: "joint" }, tools)),
    true,
  ],
  [
    "swaps that a program settles",
    SETTLED_SWAPS.map((plan) => (tools) => swapped({ ...plan, method: "joint" }, tools)),
    true,
  ],
  [
    "swaps apart",
    DRAWN_SWAPS.map((plan) => (tools) => swapped({ ...plan, method: "sequential" }, tools)),
    false,
  ],
  [
    "joint by another",
    DRAWN_PLANS.slice(0, 10).map((plan) => (tools) => built(plan, { method: "joint" }, tools)),
    false,
  ],
  [
    "swaps by another",
    DRAWN_SWAPS.slice(0, 5).map((plan) => (tools) => swapped({ ...plan, method: "joint" }, tools)),
    false,
  ],
];
const AT_A_TIME = 5;

describe("does so for batches of small plans with rules and shares of all kinds", () => {
  itKeepsLines(
    new URL("effort-drawn.txt", import.meta.url),
    WAYS.flatMap(([way, solves, byPaths]) =>
      Array.from({ length: Math.ceil(solves.length / AT_A_TIME) }, (_, part) => {
        const from = part * AT_A_TIME;
        const some = solves.slice(from, from + AT_A_TIME);
        return [`${way}, from ${from}`, async () => wordsOf(await workOf(some, byPaths))] as const;
      }),
    ),
  );
});
