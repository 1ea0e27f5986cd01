import { createHash } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { UnsupportedModelError } from "../../../src/errors.ts";
import type { Model } from "../../../src/model/model.ts";
import type { PortfolioPlan } from "../../../src/model/portfolio-plan.ts";
import type { SwapPlan } from "../../../src/model/swap-plan.ts";
import { compileHighs } from "../../../src/platform/node/compile-highs.ts";
import { createHighs, type HighsSolver } from "../../../src/solver/highs.ts";
import { unpackSolutions } from "../../../src/solver/packed-solutions.ts";
import { createPathEngine } from "../../../src/solver/paths/index.ts";
import { loadOrdered } from "../../../src/solver/paths/ordered/load.ts";
import type { PortfolioTools } from "../../../src/solver/portfolio/lineup-source.ts";
import { solvePortfolio } from "../../../src/solver/portfolio/solve-portfolio.ts";
import { solveSwap } from "../../../src/solver/portfolio/swap/solve-swap.ts";
import { DRAWN_PLANS, DRAWN_SWAPS } from "../../support/drawn-plans.ts";
import { lineOf, watchPaths } from "../../support/effort.ts";
import { EFFORT_PLANS as PLANS, EFFORT_SWAPS as SWAPS } from "../../support/effort-plans.ts";
import { free } from "../../support/interrupts.ts";
import { watchPrograms } from "../../support/program-effort.ts";

const UNIT = 1e10;
let highs: HighsSolver;

beforeAll(async () => {
  await loadOrdered();
  highs = await createHighs(await compileHighs());
});

type Row = readonly [plan: keyof typeof PLANS | keyof typeof SWAPS, method: "joint" | "sequential"];

const BUILT: readonly Row[] = [
  ["many, apart", "sequential"],
  ["very many, apart", "sequential"],
  ["ways to have some", "joint"],
  ["nobody of some", "joint"],
  ["nobody of some", "sequential"],
  ["with nobody in common", "joint"],
  ["with nobody in common", "sequential"],
  ["far apart", "sequential"],
  ["captains", "joint"],
  ["captains", "sequential"],
  ["captains with nobody in common", "joint"],
  ["captains with nobody in common", "sequential"],
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
];

/** What a plan's lineups come to, and how to find them with such tools. */
type Solve = (
  tools: PortfolioTools,
) => Promise<{ readonly points: number; readonly bound: number; readonly answer: unknown }>;

/** The work of solving some plans, one after another; a plan that is refused has no points. */
async function workOf(solves: readonly Solve[], byPaths: boolean): Promise<object> {
  using paths = watchPaths();
  using programs = watchPrograms(highs);
  const sum = { points: 0, bound: 0, refused: 0, asked: 0, found: 0 };
  const digest = createHash("sha256");
  for (const solve of solves) {
    const engine = createPathEngine();
    const best: PortfolioTools["best"] = async (model, count) => {
      const found = unpackSolutions(engine.bestNow(model, count));
      sum.asked += 1;
      sum.found += found.length;
      return found;
    };
    try {
      const { points, bound, answer } = await solve({
        ...{ best, otherwise: null, highs: async () => programs.highs },
        pathEngine: byPaths ? engine : null,
      });
      sum.points += points;
      sum.bound += bound;
      digest.update(JSON.stringify(answer));
    } catch (error) {
      if (!(error instanceof UnsupportedModelError)) throw error;
      digest.update(error.message);
      sum.refused += 1;
    }
  }
  return { ...sum, ...paths, ...programs.work, digest: digest.digest("hex").slice(0, 8) };
}

const pointsOf = ({ picks: { points } }: Model, picks: readonly number[]) =>
  picks.reduce((sum, pick) => sum + (points[pick] ?? Number.NaN), 0);

async function built(plan: PortfolioPlan, method: Row[1], tools: PortfolioTools): ReturnType<Solve> {
  const { model } = plan;
  const outcome = await solvePortfolio(plan, { method, gap: 0.001 }, tools, free(), () => {});
  const { lineups, bound } =
    outcome.kind === "solved" ? outcome.solution : { lineups: outcome.lineups, bound: null };
  const points = lineups.reduce((sum, { picks }) => sum + pointsOf(model, picks), 0);
  return { points: points / UNIT, bound: (bound ?? 0) / UNIT, answer: outcome };
}

async function swapped(plan: SwapPlan, tools: PortfolioTools): ReturnType<Solve> {
  const { model } = plan;
  const answer = await solveSwap(plan, tools, free());
  const { lines, bound } = answer;
  const points = lines.reduce((sum, { picks }, line) => {
    const { entries: number = 0, current = [] } = plan.lines[line] ?? {};
    return sum + number * pointsOf(model, picks ?? current);
  }, 0);
  return { points: points / UNIT, bound: (bound ?? 0) / UNIT, answer };
}

it("comes to the same points and bound by just as much work as is written down", async () => {
  const lines: string[] = [];
  for (const [name, method] of BUILT) {
    const solve: Solve = (tools) =>
      name in SWAPS
        ? swapped({ ...SWAPS[name as keyof typeof SWAPS], method }, tools)
        : built(PLANS[name as keyof typeof PLANS], method, tools);
    lines.push(lineOf(`${name}, ${method}`, await workOf([solve], true)));
  }
  await expect(lines.join("")).toMatchFileSnapshot("effort.txt");
});

/** How small plans are solved, all of them, and whether by the path engine or another solver. */
const WAYS: readonly (readonly [way: string, solves: readonly Solve[], byPaths: boolean])[] = [
  ["joint", DRAWN_PLANS.map((plan) => (tools) => built(plan, "joint", tools)), true],
  ["sequential", DRAWN_PLANS.map((plan) => (tools) => built(plan, "sequential", tools)), true],
  ["step by step", DRAWN_PLANS.map((plan) => (tools) => built(plan, "sequential", tools)), false],
  ["swaps", DRAWN_SWAPS.map((plan) => (tools) => swapped({ ...plan, method: "joint" }, tools)), true],
  [
    "swaps apart",
    DRAWN_SWAPS.map((plan) => (tools) => swapped({ ...plan, method: "sequential" }, tools)),
    false,
  ],
  ["joint by another", DRAWN_PLANS.slice(0, 10).map((plan) => (tools) => built(plan, "joint", tools)), false],
  [
    "swaps by another",
    DRAWN_SWAPS.slice(0, 5).map((plan) => (tools) => swapped({ ...plan, method: "joint" }, tools)),
    false,
  ],
];
const AT_A_TIME = 10;

it("does so for small plans with rules and shares of all kinds, some at a time", async () => {
  const lines: string[] = [];
  for (const [way, solves, byPaths] of WAYS)
    for (let from = 0; from < solves.length; from += AT_A_TIME)
      lines.push(lineOf(`${way}, from ${from}`, await workOf(solves.slice(from, from + AT_A_TIME), byPaths)));
  await expect(lines.join("")).toMatchFileSnapshot("effort-drawn.txt");
});
