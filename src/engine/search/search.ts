import { ClosedError, UnsupportedModelError } from "../../shared/errors.ts";
import type { ContestReturns, Prospects } from "../model/contest-plan.ts";
import type { Model } from "../model/model.ts";
import type {
  PortfolioMethod,
  PortfolioOutcome,
  PortfolioPlan,
  PortfolioProgress,
} from "../model/portfolio-plan.ts";
import type { SwapPlan, SwapSolution } from "../model/swap-plan.ts";
import type { DrawnField, FieldTask } from "../solver/contest/field/draw-field.ts";
import type { Control, Solution } from "../solver/contract.ts";
import { type PackedSolutions, unpackSolutions } from "../solver/packed-solutions.ts";
import { isBinary, SOLVER_NAMES, type SolverName } from "../solver/registry.ts";
import type { ContestRequest, DrawsRequest } from "./draws.ts";
import type { Runner } from "./runner.ts";
import { Stop } from "./stop.ts";

interface SearchResult {
  readonly solutions: readonly Solution[];
  readonly solver: SolverName;
}

interface PortfolioResult {
  readonly outcome: PortfolioOutcome;
  readonly solver: SolverName;
}

interface SwapResult {
  readonly solution: SwapSolution;
  readonly solver: SolverName;
}

/**
 * Runs searches: the N best lineups of a model, portfolios, draws, contests and swaps. Uses the threads of
 * its runner.
 */
export interface Search {
  /**
   * Finds the `count` best lineups of a model, like `Solver.best`; the result does not depend on where tasks
   * run. `auto` tries the solvers in order of preference and uses the first that supports the model.
   * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError, ClosedError
   */
  best(model: Model, count: number, solver: SolverName | "auto", control: Control): Promise<SearchResult>;
  /**
   * Solves a portfolio plan in one thread and reports progress. `auto` is as for `best`.
   * @throws InvalidRequestError for minimum shares in a sequential portfolio; AbortedError, TimeLimitError,
   * UnsupportedModelError, SolverFailedError, ClosedError
   */
  portfolio(
    plan: PortfolioPlan,
    method: PortfolioMethod,
    solver: SolverName | "auto",
    control: Control,
    onProgress?: (progress: PortfolioProgress) => void,
  ): Promise<PortfolioResult>;
  /**
   * Finds the best lineups in each of many simulated draws; `take` receives them portion by portion, in the
   * order of the draws. The result does not depend on where tasks run.
   * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError, ClosedError
   */
  draws(request: DrawsRequest, control: Control, take: (portion: PackedSolutions) => void): Promise<void>;
  /** Draws the opponents of a contest; null if no lineup is legal. @throws as `draws` */
  field(task: FieldTask, control: Control): Promise<DrawnField | null>;
  /**
   * Plays a contest in many simulated draws; `take` receives the returns portion by portion, in the order of
   * the draws. The result does not depend on where tasks run.
   * @throws AbortedError, TimeLimitError, SolverFailedError, ClosedError
   */
  contest(request: ContestRequest, control: Control, take: (returns: ContestReturns) => void): Promise<void>;
  /**
   * Like `contest`, but ranks each of the user's lineups against the opponents alone. In each portion, the
   * numbers of draws (`Prospects.draw`) start at 0.
   * @throws AbortedError, TimeLimitError, SolverFailedError, ClosedError
   */
  prospects(request: ContestRequest, control: Control, take: (prospects: Prospects) => void): Promise<void>;
  /**
   * Swaps entered lineups in one thread and reports the result so far after changes. `auto` is as for `best`.
   * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError, ClosedError
   */
  swap(
    plan: SwapPlan,
    solver: SolverName | "auto",
    control: Control,
    onProgress?: (progress: SwapSolution) => void,
  ): Promise<SwapResult>;
  /** Ends running tasks with ClosedError and frees the threads. Idempotent. */
  close(): Promise<void>;
}

/**
 * The error with which the `Stop` of a finished search ends; no code sees it. Shared, because creating an
 * error's stack is slow.
 */
const SEARCH_ENDED = new ClosedError();

/** Creates a search that runs its tasks in `runner`; closing the search closes the runner. */
export function createSearch(runner: Runner): Search {
  const running = new Set<Stop>();
  let closed: Promise<void> | undefined;

  /**
   * Runs a request's work with a `Stop` of its own, which ends with the work, and with a solver; with `auto`,
   * with each in turn until one supports the model.
   */
  async function underStop<Answer>(
    control: Control,
    work: (stop: Stop, name: SolverName) => Promise<Answer>,
    solver: SolverName | "auto" = "paths",
  ): Promise<Answer> {
    if (closed) throw new ClosedError();
    const stop = new Stop(control);
    const names = solver === "auto" ? SOLVER_NAMES : [solver];
    running.add(stop);
    try {
      stop.throwIfEnded();
      for (let at = 0; ; at += 1)
        try {
          return await work(stop, names[at]!);
        } catch (error) {
          if (at + 1 === names.length || !(error instanceof UnsupportedModelError)) throw error;
        }
    } catch (error) {
      throw stop.ended ?? error;
    } finally {
      running.delete(stop);
      stop.end(SEARCH_ENDED);
    }
  }

  return {
    best: (model, count, solver, control) =>
      underStop(
        control,
        async (stop, name) => {
          if (!isBinary(name))
            return {
              solutions: unpackSolutions(await runner.run("paths", { model, count }, stop)),
              solver: name,
            };
          const { bestByParts } = await import("./best-by-parts.ts");
          const solutions = await bestByParts(name, model, count, {
            threads: runner.threads,
            run: (kind, input) => runner.run(kind, input, stop),
          });
          return { solutions, solver: name };
        },
        solver,
      ),
    portfolio: (plan, method, solver, control, onProgress) =>
      underStop(
        control,
        async (stop, name) => {
          const task = { plan, method, solver: name, mayHandOver: solver === "auto" };
          const outcome = await runner.run("portfolio", task, stop, onProgress);
          return { outcome, solver: outcome.isHandedOver === true ? "highs" : name };
        },
        solver,
      ),
    draws: (request, control, take) =>
      underStop(control, async (stop) =>
        (await import("./draws.ts")).solveDrawsOn(runner, request, stop, take),
      ),
    field: (task, control) => underStop(control, (stop) => runner.run("field", task, stop)),
    contest: (request, control, take) =>
      underStop(control, async (stop) =>
        (await import("./draws.ts")).playContestOn(runner, request, stop, take),
      ),
    prospects: (request, control, take) =>
      underStop(control, async (stop) =>
        (await import("./draws.ts")).prospectsOn(runner, request, stop, take),
      ),
    swap: (plan, solver, control, onProgress) =>
      underStop(
        control,
        async (stop, name) => ({
          solution: await runner.run("swap", { plan, solver: name }, stop, onProgress),
          solver: name,
        }),
        solver,
      ),
    close() {
      for (const stop of running) stop.end(new ClosedError());
      closed ??= runner.close();
      return closed;
    },
  };
}
