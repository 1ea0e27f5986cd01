import { beforeAll, expect, it } from "vitest";
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

async function workOf(name: Row[0], method: Row[1]): Promise<object> {
  const engine = createPathEngine();
  using paths = watchPaths();
  using programs = watchPrograms(highs);
  const tools: PortfolioTools = {
    best: async (asked, count) => unpackSolutions(engine.bestNow(asked, count)),
    pathEngine: engine,
    otherwise: null,
    highs: async () => programs.highs,
  };
  const found =
    name in SWAPS
      ? await swapped({ ...SWAPS[name as keyof typeof SWAPS], method }, tools)
      : await built(PLANS[name as keyof typeof PLANS], method, tools);
  return { ...found, ...paths, ...programs.work };
}

const pointsOf = (picks: readonly number[]) =>
  picks.reduce((sum, pick) => sum + (model.picks.points[pick] ?? Number.NaN), 0);

async function built(plan: PortfolioPlan, method: Row[1], tools: PortfolioTools) {
  const outcome = await solvePortfolio(plan, { method, gap: 0.001 }, tools, free(), () => {});
  const { lineups, bound } =
    outcome.kind === "solved" ? outcome.solution : { lineups: outcome.lineups, bound: null };
  const points = lineups.reduce((sum, { picks }) => sum + pointsOf(picks), 0);
  return { points: points / UNIT, bound: (bound ?? 0) / UNIT };
}

async function swapped(plan: SwapPlan, tools: PortfolioTools) {
  const { lines, bound } = await solveSwap(plan, tools, free());
  const points = lines.reduce((sum, { picks }, line) => {
    const { entries: number = 0, current = [] } = plan.lines[line] ?? {};
    return sum + number * pointsOf(picks ?? current);
  }, 0);
  return { points: points / UNIT, bound: (bound ?? 0) / UNIT };
}

it("comes to the same points and bound by just as much work as is written down", async () => {
  const lines: string[] = [];
  for (const [name, method] of BUILT) lines.push(lineOf(`${name}, ${method}`, await workOf(name, method)));
  await expect(lines.join("")).toMatchFileSnapshot("effort.txt");
});
