import { ClosedError, UnsupportedModelError } from "../../shared/errors.ts";
import type { ContestReturns } from "../model/contest-plan.ts";
import type { Prospects } from "../model/contest-prospects.ts";
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
import type { ContestRequest } from "./contest.ts";
import type { DrawsRequest } from "./draws.ts";
import type { Runner } from "./runner.ts";
import { Stop } from "./stop.ts";

interface SearchResult {
  readonly solutions: readonly Solution[];
  /** The solver that answered. */
  readonly solver: SolverName;
}

interface PortfolioResult {
  readonly outcome: PortfolioOutcome;
  /** The solver that answered. */
  readonly solver: SolverName;
}

interface SwapResult {
  readonly solution: SwapSolution;
  /** The solver that answered. */
  readonly solver: SolverName;
}

/** Finds the N best solutions of models, several at once where its runner has threads. */
export interface Search {
  /**
   * As `Solver.best`, and the same answer wherever tasks run. `auto` asks the solvers in order of
   * preference and takes the first that can state the model.
   * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError, ClosedError
   */
  best(model: Model, count: number, solver: SolverName | "auto", control: Control): Promise<SearchResult>;
  /**
   * Solves a plan of a portfolio, in one thread, and tells how far it has come. `auto` is as for `best`.
   * @throws InvalidRequestError for least shares lineup by lineup; AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError, ClosedError
   */
  portfolio(
    plan: PortfolioPlan,
    method: PortfolioMethod,
    solver: SolverName | "auto",
    control: Control,
    onProgress?: (progress: PortfolioProgress) => void,
  ): Promise<PortfolioResult>;
  /**
   * The best lineups of draws, which `take` gets portion by portion in the order of the draws; the same wherever tasks
   * run.
   * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError, ClosedError
   */
  draws(request: DrawsRequest, control: Control, take: (portion: PackedSolutions) => void): Promise<void>;
  /**
   * Draws opponents; null where no lineup is legal.
   * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError, ClosedError
   */
  field(task: FieldTask, control: Control): Promise<DrawnField | null>;
  /**
   * Plays draws of a contest; `take` gets what they brought portion by portion, in the order of the draws; the same
   * wherever tasks run.
   * @throws AbortedError, TimeLimitError, SolverFailedError, ClosedError
   */
  contest(request: ContestRequest, control: Control, take: (returns: ContestReturns) => void): Promise<void>;
  /**
   * How a contest's own lineups fare against the field alone; as `contest`, the draws of each portion from 0.
   * @throws AbortedError, TimeLimitError, SolverFailedError, ClosedError
   */
  prospects(request: ContestRequest, control: Control, take: (prospects: Prospects) => void): Promise<void>;
  /**
   * Swaps lineups that are entered already, in one thread, and reports what it has after each change. `auto` is as for
   * `best`.
   * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError, ClosedError
   */
  swap(
    plan: SwapPlan,
    solver: SolverName | "auto",
    control: Control,
    onProgress?: (progress: SwapSolution) => void,
  ): Promise<SwapResult>;
  /** Ends what still runs with ClosedError and frees the threads; more calls do nothing more. */
  close(): Promise<void>;
}

/** Ends the stop of a search that is over, where nobody hears of it; one for all, as an error's stack costs time. */
const OVER = new ClosedError();

type Method = (model: Model, count: number, runner: Runner, stop: Stop) => Promise<readonly Solution[]>;

const byPaths: Method = async (model, count, runner, stop) =>
  unpackSolutions(await runner.run("paths", { model, count }, stop));

/** How a solver is used: the path engine as a whole, others part by part. */
function methodOf(name: SolverName): Method {
  if (!isBinary(name)) return byPaths;
  return async (model, count, runner, stop) =>
    (await import("./best-by-parts.ts")).bestByParts(name, model, count, {
      threads: runner.threads,
      run: (kind, input) => runner.run(kind, input, stop),
    });
}

/** A search whose tasks `runner` runs, and which closes it. */
export function createSearch(runner: Runner): Search {
  const running = new Set<Stop>();
  let closed: Promise<void> | undefined;

  /** Asks one solver, or with `auto` one after another until one can state the model. */
  async function askFirst<Answer>(
    solver: SolverName | "auto",
    ask: (name: SolverName) => Promise<Answer>,
  ): Promise<Answer> {
    if (solver !== "auto") return ask(solver);
    let refusal: unknown;
    for (const name of SOLVER_NAMES) {
      try {
        return await ask(name);
      } catch (error) {
        if (!(error instanceof UnsupportedModelError)) throw error;
        refusal = error;
      }
    }
    throw refusal;
  }

  /** Does a request's work under a stop of its own, which ends with it. */
  async function underStop<Answer>(control: Control, work: (stop: Stop) => Promise<Answer>): Promise<Answer> {
    if (closed) throw new ClosedError();
    const stop = new Stop(control);
    running.add(stop);
    try {
      stop.throwIfEnded();
      return await work(stop);
    } catch (error) {
      throw stop.ended ?? error;
    } finally {
      running.delete(stop);
      stop.end(OVER);
    }
  }

  return {
    best: (model, count, solver, control) =>
      underStop(control, (stop) =>
        askFirst(solver, async (name) => ({
          solutions: await methodOf(name)(model, count, runner, stop),
          solver: name,
        })),
      ),
    portfolio: (plan, method, solver, control, onProgress) =>
      underStop(control, async (stop) => {
        if (method.method === "sequential" && plan.shares.some(({ least }) => least > 0))
          (await import("../solver/portfolio/least-shares.ts")).refuseLeastShares(plan);
        return askFirst(solver, async (name) => {
          const task = { plan, method, solver: name, isFree: solver === "auto" };
          const outcome = await runner.run("portfolio", task, stop, onProgress);
          return { outcome, solver: outcome.isHandedOver === true ? "highs" : name };
        });
      }),
    draws: (request, control, take) =>
      underStop(control, async (stop) =>
        (await import("./draws.ts")).solveDrawsOn(runner, request, stop, take),
      ),
    field: (task, control) => underStop(control, (stop) => runner.run("field", task, stop)),
    contest: (request, control, take) =>
      underStop(control, async (stop) =>
        (await import("./contest.ts")).playContestOn(runner, request, stop, take),
      ),
    prospects: (request, control, take) =>
      underStop(control, async (stop) =>
        (await import("./contest.ts")).prospectsOn(runner, request, stop, take),
      ),
    swap: (plan, solver, control, onProgress) =>
      underStop(control, (stop) =>
        askFirst(solver, async (name) => ({
          solution: await runner.run("swap", { plan, solver: name }, stop, onProgress),
          solver: name,
        })),
      ),
    close() {
      for (const stop of running) stop.end(new ClosedError());
      closed ??= runner.close();
      return closed;
    },
  };
}
