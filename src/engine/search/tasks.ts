import {
  AbortedError,
  InfeasibleError,
  InvalidRequestError,
  LineupError,
  SolverFailedError,
  TimeLimitError,
  UnsupportedModelError,
} from "../../shared/errors.ts";
import type { ContestReturns, Prospects } from "../model/contest-plan.ts";
import type { Model } from "../model/model.ts";
import type {
  PortfolioMethod,
  PortfolioOutcome,
  PortfolioPlan,
  PortfolioProgress,
} from "../model/portfolio-plan.ts";
import type { SwapPlan, SwapSolution } from "../model/swap-plan.ts";
import type { BinarySolver } from "../solver/binary.ts";
import type { DrawnField, FieldTask } from "../solver/contest/field/draw-field.ts";
import type { ContestTask } from "../solver/contest/play.ts";
import { type PackedSolutions, type Solution, unpackSolutions } from "../solver/contract.ts";
import type { DrawsTask } from "../solver/draws/solve-draws.ts";
import type { HighsSolver } from "../solver/highs.ts";
import type { Interrupt } from "../solver/interrupt.ts";
import { createPathEngine } from "../solver/paths/index.ts";
import type { LineupSource } from "../solver/portfolio/lineup-stream.ts";
import {
  BINARY_SOLVERS,
  type BinarySolverName,
  isBinary,
  loadHighs,
  type Machinery,
  type SolverName,
} from "../solver/registry.ts";

interface TaskType<Input, Output, Progress = never> {
  readonly input: Input;
  readonly output: Output;
  readonly progress: Progress;
}

interface Sought {
  readonly model: Model;
  readonly count: number;
}

interface PortfolioInput {
  readonly plan: PortfolioPlan;
  readonly method: PortfolioMethod;
  readonly solver: SolverName;
  readonly mayHandOver?: boolean | undefined;
}

/** Every task that a thread can run; inputs, outputs and progress are plain data. */
export interface TaskTypes {
  readonly paths: TaskType<Sought, PackedSolutions>;
  readonly parts: TaskType<Sought & { readonly solver: BinarySolverName }, readonly Solution[]>;
  readonly portfolio: TaskType<PortfolioInput, PortfolioOutcome, PortfolioProgress>;
  readonly swap: TaskType<
    { readonly plan: SwapPlan; readonly solver: SolverName },
    SwapSolution,
    SwapSolution
  >;
  readonly draws: TaskType<DrawsTask, PackedSolutions>;
  readonly field: TaskType<FieldTask, DrawnField | null>;
  readonly contest: TaskType<ContestTask, ContestReturns>;
  readonly prospects: TaskType<ContestTask, Prospects>;
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

  async function byParts(name: BinarySolverName, asked: Sought, interrupt: Interrupt) {
    const { bestByParts } = await import("./best-by-parts.ts");
    try {
      if (name !== "highs") loaded[name] ??= BINARY_SOLVERS[name](machinery);
      const solver = await (loaded[name] ?? loadedHighs());
      return await bestByParts(name, solver, asked, interrupt);
    } catch (error) {
      // A solver that failed is loaded again for the next task.
      if (!(error instanceof LineupError)) delete loaded[name];
      throw error;
    }
  }

  function toolsOf(solver: SolverName, interrupt: Interrupt) {
    const best: LineupSource = isBinary(solver)
      ? (model, count) => byParts(solver, { model, count }, interrupt)
      : async (model, count) => unpackSolutions(await pathEngine.best(model, count, interrupt));
    return { best, pathEngine: isBinary(solver) ? null : pathEngine, otherwise: null, highs: loadedHighs };
  }

  return {
    paths: ({ model, count }, interrupt) => pathEngine.best(model, count, interrupt),
    parts: ({ solver, ...asked }, interrupt) => byParts(solver, asked, interrupt),
    async portfolio({ plan, method, solver, mayHandOver = false }, interrupt, report) {
      building ??= await import("../solver/portfolio/solve-portfolio.ts");
      const otherwise = mayHandOver && !isBinary(solver) ? toolsOf("highs", interrupt).best : null;
      const tools = { ...toolsOf(solver, interrupt), otherwise };
      return building.solvePortfolio(plan, method, tools, interrupt, report);
    },
    async swap({ plan, solver }, interrupt, report) {
      const { solveSwap } = await import("../solver/portfolio/swap/solve-swap.ts");
      return solveSwap(plan, toolsOf(solver, interrupt), interrupt, report);
    },
    draws: async (task, interrupt) =>
      (await import("../solver/draws/solve-draws.ts")).solveDraws(task, interrupt),
    field: async (task, interrupt) =>
      (await import("../solver/contest/field/draw-field.ts")).drawField(task, interrupt),
    async contest(task, interrupt) {
      const { playContest } = await import("../solver/contest/play.ts");
      return playContest(task, await machinery.compileScores(), interrupt);
    },
    async prospects(task, interrupt) {
      const { prospectsOf } = await import("../solver/contest/play.ts");
      return prospectsOf(task, await machinery.compileScores(), interrupt);
    },
  };
}

export interface TaskMessage<K extends TaskKind = TaskKind> {
  readonly kind: K;
  readonly input: TaskTypes[K]["input"];
  readonly interrupt: Interrupt;
}

export interface ProgressMessage<K extends TaskKind = TaskKind> {
  readonly of: number;
  readonly progress: TaskTypes[K]["progress"];
}

/** A task's result as sent back; errors travel as data, because they lose their class between threads. */
export type TaskResult<Output> = { readonly value: Output } | { readonly failure: Failure };

/** Runs a task in a worker. It never throws: an exception that reaches a pool means a broken worker. */
export async function resultOf(
  tasks: Tasks,
  { kind, input, interrupt }: TaskMessage,
  report: (progress: ProgressMessage["progress"]) => void,
): Promise<TaskResult<never>> {
  try {
    const task = tasks[kind] as Tasks["portfolio"];
    return { value: (await task(input as Parameters<typeof task>[0], interrupt, report)) as never };
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

/** An error as data: its place in `SENT`, and the arguments from which it is made again. */
export interface Failure {
  readonly kind: number;
  readonly given: readonly unknown[];
}

interface Sent<Sort extends LineupError> {
  readonly type: new (...given: never[]) => Sort;
  readonly givenOf: (error: Sort) => readonly unknown[];
}

const sent = <Sort extends LineupError>(
  type: Sent<Sort>["type"],
  givenOf: Sent<Sort>["givenOf"],
): Sent<never> => ({ type, givenOf }) as unknown as Sent<never>;

/** The errors that keep their class between threads. All others become the last one. */
const SENT: readonly Sent<never>[] = [
  sent(AbortedError, () => []),
  sent(TimeLimitError, (error) => [error.milliseconds, error.message]),
  sent(InvalidRequestError, (error) => [error.written]),
  sent(InfeasibleError, (error) => [error.written.message, error.written.conflicts]),
  sent(UnsupportedModelError, (error) => [error.solver, error.reason, error.remedy]),
  sent(SolverFailedError, (error) => [error.message, error.stack]),
];

export function failureOf(error: unknown): Failure {
  const kind = SENT.findIndex(({ type }) => error instanceof type);
  if (kind !== -1) return { kind, given: SENT[kind]!.givenOf(error as never) };
  // Other errors may have properties that cannot be sent between threads.
  const given = error instanceof Error ? [error.message, error.stack] : [String(error), typeof error];
  return { kind: SENT.length - 1, given };
}

export function errorOf({ kind, given }: Failure): LineupError {
  const type: new (...all: never[]) => LineupError = SENT[kind]!.type;
  return new type(...(given as never[]));
}
