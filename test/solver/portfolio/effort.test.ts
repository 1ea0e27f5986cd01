import { beforeAll, expect, it } from "vitest";
import type { PlanShare, PortfolioPlan } from "../../../src/model/portfolio-plan.ts";
import type { SwapPlan } from "../../../src/model/swap-plan.ts";
import { compileHighs } from "../../../src/platform/node/compile-highs.ts";
import { createHighs, type HighsSolver } from "../../../src/solver/highs.ts";
import type { LinearProgram } from "../../../src/solver/linear-program.ts";
import { unpackSolutions } from "../../../src/solver/packed-solutions.ts";
import { createPathEngine } from "../../../src/solver/paths/index.ts";
import { loadOrdered } from "../../../src/solver/paths/ordered/load.ts";
import type { PortfolioTools } from "../../../src/solver/portfolio/lineup-source.ts";
import { solvePortfolio } from "../../../src/solver/portfolio/solve-portfolio.ts";
import { solveSwap } from "../../../src/solver/portfolio/swap/solve-swap.ts";
import { Simplex } from "../../../src/solver/simplex/simplex.ts";
import { withOrigin } from "../../../src/testing/models/hand-made.ts";
import { slate } from "../../../src/testing/models/slate.ts";
import { moreThan, watchPaths } from "../../support/effort.ts";
import { free } from "../../support/interrupts.ts";
import { counted, shareOf } from "../../support/portfolios.ts";

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

/** A portfolio's points and bound, and what was done to find it: by the path engine, and in linear programs. */
interface Work {
  readonly points: number;
  /** None where it is 0. */
  readonly bound: number;
  readonly walks: number;
  readonly steps: number;
  readonly nodes: number;
  readonly solves: number;
  readonly columns: number;
}
type Row = readonly [
  plan: keyof typeof PLANS | keyof typeof SWAPS,
  method: "joint" | "sequential",
  work: readonly [
    points: number,
    bound: number,
    walks: number,
    steps: number,
    nodes: number,
    solves: number,
    columns: number,
  ],
];

/** More points and less work are welcome, and written down here. */
const WORK: readonly Row[] = [
  ["many, apart", "sequential", [12740.53, 0, 1, 714, 5944, 0, 0]],
  ["few of two kinds", "joint", [1797.7, 1819.48622, 45, 833, 6067, 31, 266]],
  ["few of two kinds", "sequential", [1798.91, 0, 21, 714, 2414, 0, 0]],
  ["one choice each", "joint", [3510.68, 3513.63504, 6, 498, 1802, 16, 56]],
  ["one choice each", "sequential", [3510.68, 0, 2, 40, 148, 0, 0]],
  ["each in a third", "joint", [1981.15, 1984.51, 47, 4199, 42082, 42, 1749]],
  ["each in a third", "sequential", [1977.54, 0, 6, 174, 395, 0, 0]],
  ["each in a half, apart", "joint", [2152.16, 2153.44, 16, 1448, 6535, 14, 478]],
  ["each in a half, apart", "sequential", [2117, 0, 5, 268, 517, 0, 0]],
  ["some at least", "joint", [2042.46, 2042.46, 20, 1437, 11052, 13, 0]],
  ["stacks in a share", "joint", [2206.08, 2207.99, 22, 1196, 4918, 9, 0]],
  ["unlike those entered", "joint", [2212.92, 2212.92, 5, 292, 1199, 3, 96]],
  ["unlike those entered", "sequential", [2212.92, 0, 1, 24, 101, 0, 0]],
  ["pairs that are one choice", "joint", [2153.18, 2153.44, 15, 997, 6213, 11, 461]],
  ["pairs that are one choice", "sequential", [2129.08, 0, 5, 93, 101, 0, 0]],
  ["no such portfolio", "joint", [747.21, 0, 46, 4385, 19989, 24, 0]],
  ["points drawn", "sequential", [2180.69, 0, 15, 12, 56, 0, 0]],
  ["all swapped", "joint", [3518.77, 3518.77002, 4, 61, 238, 10, 41]],
  ["all swapped", "sequential", [3517.03, 0, 2, 40, 148, 0, 0]],
  ["each in few", "sequential", [3354.69, 0, 97, 2873, 13708, 0, 0]],
  ["apart, stacks in a share", "joint", [3508.9, 3509.24, 50, 719, 2224, 24, 189]],
  ["apart, stacks in a share", "sequential", [3499.01, 0, 20, 712, 1742, 0, 0]],
];

/** HiGHS, with its linear programs' solves and columns counted. */
function counting(work: { solves: number; columns: number }): HighsSolver {
  const count = (program: LinearProgram): LinearProgram => ({
    get columns() {
      return program.columns;
    },
    get rows() {
      return program.rows;
    },
    addColumns(columns) {
      work.columns += columns.cost.length;
      program.addColumns(columns);
    },
    addRows: (rows) => program.addRows(rows),
    bound: (column, lower, upper) => program.bound(column, lower, upper),
    setCosts: (costs) => program.setCosts(costs),
    solve(interrupt) {
      work.solves += 1;
      return program.solve(interrupt);
    },
    dispose: () => program.dispose(),
  });
  return {
    ...highs,
    linearProgram: () => count(highs.linearProgram()),
    solve(program, interrupt) {
      work.solves += 1;
      return highs.solve(program, interrupt);
    },
  };
}

async function workOf(name: Row[0], method: Row[1]): Promise<Work> {
  const done = { solves: 0, columns: 0 };
  const engine = createPathEngine();
  const tools: PortfolioTools = {
    best: async (asked, count) => unpackSolutions(engine.bestNow(asked, count)),
    pathEngine: engine,
    otherwise: null,
    highs: async () => counting(done),
  };
  const { solve } = Simplex.prototype;
  Simplex.prototype.solve = function (turn) {
    done.solves += 1;
    return solve.call(this, turn);
  };
  using work = watchPaths();
  try {
    const found =
      name in SWAPS
        ? await swapped({ ...SWAPS[name as keyof typeof SWAPS], method }, tools)
        : await built(PLANS[name as keyof typeof PLANS], method, tools);
    const { walks, steps, nodes } = work;
    return { ...found, walks, steps, nodes, ...done };
  } finally {
    Object.assign(Simplex.prototype, { solve });
  }
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

it("has no fewer points than it had, within no wider a bound, and does no more work for them", async () => {
  for (const [name, method, [points, bound, walks, steps, nodes, solves, columns]] of WORK) {
    const work = await workOf(name, method);
    const what = `${name}, ${method}: ${JSON.stringify(Object.values(work))}`;
    expect(work.points, what).toBeGreaterThanOrEqual(points);
    expect(moreThan({ bound, walks, steps, nodes, solves, columns }, work), what).toEqual([]);
  }
});
