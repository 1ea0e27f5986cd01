import { createHash } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { UnsupportedModelError } from "../../../src/errors.ts";
import type { Model } from "../../../src/model/model.ts";
import type { PlanShare, PortfolioPlan } from "../../../src/model/portfolio-plan.ts";
import type { SwapPlan } from "../../../src/model/swap-plan.ts";
import { compileHighs } from "../../../src/platform/node/compile-highs.ts";
import { createHighs, type HighsSolver } from "../../../src/solver/highs.ts";
import { unpackSolutions } from "../../../src/solver/packed-solutions.ts";
import { createPathEngine } from "../../../src/solver/paths/index.ts";
import { loadOrdered } from "../../../src/solver/paths/ordered/load.ts";
import type { PortfolioTools } from "../../../src/solver/portfolio/lineup-source.ts";
import { solvePortfolio } from "../../../src/solver/portfolio/solve-portfolio.ts";
import { solveSwap } from "../../../src/solver/portfolio/swap/solve-swap.ts";
import { withOrigin } from "../../../src/testing/models/hand-made.ts";
import { slate } from "../../../src/testing/models/slate.ts";
import { DRAWN_PLANS, DRAWN_SWAPS } from "../../support/drawn-plans.ts";
import { lineOf, watchPaths } from "../../support/effort.ts";
import { free } from "../../support/interrupts.ts";
import { counted, shareOf } from "../../support/portfolios.ts";
import { watchPrograms } from "../../support/program-effort.ts";

const UNIT = 1e10;
const model = slate(60);
const { entries } = model;
let highs: HighsSolver;

beforeAll(async () => {
  await loadOrdered();
  highs = await createHighs(await compileHighs());
});

const everyEntry = (most: number, least: (entry: number) => number = () => 0): PlanShare[] =>
  Array.from({ length: entries }, (_, entry) => shareOf(counted([entry], 1), least(entry), most));
const some = (step: number, from: number) =>
  Array.from({ length: entries }, (_, entry) => entry).filter((entry) => entry % step === from);
const stack = (least: number, most: number) => shareOf(counted(some(4, 1), 4), least, most);

const bare: PortfolioPlan = {
  ...{ model, count: 12, unique: 0, choices: null, avoid: [], shares: [], random: null },
};
const best = (count: number, from = 0) =>
  unpackSolutions(createPathEngine().bestNow(model, count))
    .slice(from)
    .map(({ picks }) => [...picks].sort((a, b) => a - b));

const PLANS = {
  "each in a third": { ...bare, shares: everyEntry(4) },
  "each in a half, apart": { ...bare, unique: 3, shares: everyEntry(6) },
  "some at least": { ...bare, shares: everyEntry(5, (entry) => (entry % 10 === 3 ? 2 : 0)) },
  "stacks in a share": { ...bare, shares: [stack(4, 6), ...everyEntry(8)] },
  "unlike those entered": { ...bare, unique: 2, avoid: best(4).map((picks) => Int32Array.from(picks)) },
  "pairs that are one choice": {
    ...bare,
    choices: model.picks.entry.map((entry) => entry >> 1),
    shares: everyEntry(6),
  },
  "no such portfolio": { ...bare, shares: [...everyEntry(1), stack(9, 12)] },
  "many, apart": { ...bare, count: 70, unique: 3 },
  "points drawn": { ...bare, unique: 1, shares: everyEntry(8), random: { seed: 5, spread: 0.2 } },
} satisfies Readonly<Record<string, PortfolioPlan>>;

/** Lines that hold some of the best lineups, a few of which lack somebody or stay as they are. */
const swapping = (unique: number, shares: readonly PlanShare[]): SwapPlan => ({
  ...{ model, unique, choices: null, avoid: [], shares, method: "joint", groups: [model.rules] },
  lines: best(60, 50).map((picks, line) => ({
    group: 0,
    entries: 1 + (line % 3),
    current: line === 2 ? picks.slice(1) : picks,
    state: line === 2 ? "short" : line === 5 ? "fixed" : "whole",
  })),
});

/** Few lines of two kinds: the second has somebody locked. */
const few: SwapPlan = {
  ...swapping(2, everyEntry(6)),
  groups: [model.rules, [...model.rules, withOrigin({ kind: "require", entry: 20 })]],
  lines: best(40, 36).map((picks, line) => ({
    group: line % 2,
    entries: 1 + line,
    current: picks,
    state: "short",
  })),
};

const SWAPS = {
  "few of two kinds": few,
  "one choice each": {
    ...swapping(2, []),
    choices: model.picks.entry.map((entry) => entry >> 1),
  },
  "all swapped": swapping(0, []),
  "each in few": swapping(0, everyEntry(9)),
  "apart, stacks in a share": swapping(1, [stack(5, 12), ...everyEntry(14)]),
} satisfies Readonly<Record<string, SwapPlan>>;

type Row = readonly [plan: keyof typeof PLANS | keyof typeof SWAPS, method: "joint" | "sequential"];

const BUILT: readonly Row[] = [
  ["many, apart", "sequential"],
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
];
const AT_A_TIME = 10;

it("does so for small plans with rules and shares of all kinds, some at a time", async () => {
  const lines: string[] = [];
  for (const [way, solves, byPaths] of WAYS)
    for (let from = 0; from < solves.length; from += AT_A_TIME)
      lines.push(lineOf(`${way}, from ${from}`, await workOf(solves.slice(from, from + AT_A_TIME), byPaths)));
  await expect(lines.join("")).toMatchFileSnapshot("effort-drawn.txt");
});
