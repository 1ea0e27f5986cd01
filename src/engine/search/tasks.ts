import { turn } from "../../shared/clock.ts";
import { LineupError } from "../../shared/errors.ts";
import type { ContestReturns, Prospects } from "../model/contest-plan.ts";
import type { Model } from "../model/model.ts";
import type {
  PortfolioMethod,
  PortfolioOutcome,
  PortfolioPlan,
  PortfolioProgress,
} from "../model/portfolio-plan.ts";
import type { Program } from "../model/program.ts";
import type { SwapPlan, SwapSolution } from "../model/swap-plan.ts";
import type { BinarySolver, Bound, Part } from "../solver/binary.ts";
import type { DrawnField, FieldTask } from "../solver/contest/field/draw-field.ts";
import type { ContestTask } from "../solver/contest/play.ts";
import type { DrawsTask } from "../solver/draws/solve-draws.ts";
import type { HighsSolver } from "../solver/highs.ts";
import type { Interrupt } from "../solver/interrupt.ts";
import { type PackedSolutions, unpackSolutions } from "../solver/packed-solutions.ts";
import { createPathEngine } from "../solver/paths/index.ts";
import type { LineupSource } from "../solver/portfolio/lineup-source.ts";
import {
  BINARY_SOLVERS,
  type BinarySolverName,
  isBinary,
  loadHighs,
  type Machinery,
  type SolverName,
} from "../solver/registry.ts";
import type { PartSolution } from "./parts.ts";

/** The input, output and progress of every task that a thread can run; all are plain data. */
export interface TaskTypes {
  readonly bound: {
    readonly input: { readonly solver: BinarySolverName; readonly program: Program };
    readonly output: Bound | null;
    readonly progress: never;
  };
  readonly part: {
    readonly input: {
      readonly solver: BinarySolverName;
      readonly program: Program;
      readonly part: Part;
      readonly threshold: number;
    };
    readonly output: PartSolution | null;
    readonly progress: never;
  };
  readonly paths: {
    readonly input: { readonly model: Model; readonly count: number };
    readonly output: PackedSolutions;
    readonly progress: never;
  };
  readonly portfolio: {
    readonly input: {
      readonly plan: PortfolioPlan;
      readonly method: PortfolioMethod;
      readonly solver: SolverName;
      /** Whether another solver may continue if this one gives up. */
      readonly mayHandOver?: boolean | undefined;
    };
    readonly output: PortfolioOutcome;
    readonly progress: PortfolioProgress;
  };
  readonly draws: {
    readonly input: DrawsTask;
    readonly output: PackedSolutions;
    readonly progress: never;
  };
  readonly field: {
    readonly input: FieldTask;
    readonly output: DrawnField | null;
    readonly progress: never;
  };
  readonly contest: {
    readonly input: ContestTask;
    readonly output: ContestReturns;
    readonly progress: never;
  };
  readonly prospects: {
    readonly input: ContestTask;
    readonly output: Prospects;
    readonly progress: never;
  };
  readonly swap: {
    readonly input: { readonly plan: SwapPlan; readonly solver: SolverName };
    readonly output: SwapSolution;
    readonly progress: SwapSolution;
  };
}

export type TaskKind = keyof TaskTypes;

export type Tasks = {
  readonly [K in TaskKind]: (
    input: TaskTypes[K]["input"],
    interrupt: Interrupt,
    report: (progress: TaskTypes[K]["progress"]) => void,
  ) => Promise<TaskTypes[K]["output"]>;
};

/** Creates the tasks of one thread. Solvers other than the path engine are loaded on first use. */
export function createTasks(machinery: Machinery): Tasks {
  const loaded: Partial<Record<BinarySolverName, Promise<BinarySolver>>> = {};
  let highs: Promise<HighsSolver> | undefined;
  let building: typeof import("../solver/portfolio/solve-portfolio.ts") | undefined;
  const pathEngine = createPathEngine();

  /** Loads HiGHS at the first call, and again after it could not be loaded or broke. */
  function loadedHighs(): Promise<HighsSolver> {
    const load = () => loadHighs(machinery);
    highs = highs === undefined ? load() : highs.then((known) => (known.isBroken() ? load() : known), load);
    return highs;
  }

  function loadedSolver(name: BinarySolverName): Promise<BinarySolver> {
    if (name === "highs") return loadedHighs();
    loaded[name] ??= BINARY_SOLVERS[name](machinery);
    return loaded[name];
  }

  async function using<Result>(
    name: BinarySolverName,
    use: (solver: BinarySolver, parts: typeof import("./parts.ts")) => Result,
  ): Promise<Result> {
    try {
      return use(await loadedSolver(name), await import("./parts.ts"));
    } catch (error) {
      // A solver that failed is loaded again for the next task.
      if (!(error instanceof LineupError)) delete loaded[name];
      throw error;
    }
  }

  async function sourceOf(solver: SolverName, interrupt: Interrupt): Promise<LineupSource> {
    if (!isBinary(solver))
      return async (model, count) => unpackSolutions(await pathEngine.best(model, count, interrupt));
    const { bestByParts } = await import("./best-by-parts.ts");
    return (model, count) =>
      bestByParts(solver, model, count, {
        threads: 0,
        async run(kind, input) {
          await turn();
          return tasks[kind](input, interrupt, () => {});
        },
      });
  }

  const tasks: Tasks = {
    bound: ({ solver, program }, interrupt) =>
      using(solver, (binary, { boundProgram }) => boundProgram(binary, program, interrupt)),
    part: ({ solver, program, part, threshold }, interrupt) =>
      using(solver, (binary, { solvePart }) => solvePart(binary, program, part, threshold, interrupt)),
    paths: ({ model, count }, interrupt) => pathEngine.best(model, count, interrupt),
    async portfolio({ plan, method, solver, mayHandOver = false }, interrupt, report) {
      building ??= await import("../solver/portfolio/solve-portfolio.ts");
      if (method.method === "sequential" && method.isPreview !== true) building.refuseLeastShares(plan);
      const best = await sourceOf(solver, interrupt);
      return building.solvePortfolio(
        plan,
        method,
        {
          best,
          pathEngine: isBinary(solver) ? null : pathEngine,
          otherwise:
            mayHandOver && !isBinary(solver)
              ? async (model, count) => (await sourceOf("highs", interrupt))(model, count)
              : null,
          highs: loadedHighs,
        },
        interrupt,
        report,
      );
    },
    draws: async (task, interrupt) =>
      (await import("../solver/draws/solve-draws.ts")).solveDraws(task, interrupt),
    field: async (task, interrupt) =>
      (await import("../solver/contest/field/draw-field.ts")).drawField(task, interrupt),
    contest: async (task, interrupt) => {
      const { playContest } = await import("../solver/contest/play.ts");
      return playContest(task, await machinery.compileScores(), interrupt);
    },
    prospects: async (task, interrupt) => {
      const { prospectsOf } = await import("../solver/contest/play.ts");
      return prospectsOf(task, await machinery.compileScores(), interrupt);
    },
    async swap({ plan, solver }, interrupt, report) {
      const { solveSwap } = await import("../solver/portfolio/swap/solve-swap.ts");
      const best = await sourceOf(solver, interrupt);
      const engine = isBinary(solver) ? null : pathEngine;
      const tools = { best, pathEngine: engine, otherwise: null, highs: loadedHighs };
      return solveSwap(plan, tools, interrupt, report);
    },
  };
  return tasks;
}
