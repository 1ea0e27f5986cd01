import { ClosedError, UnsupportedModelError } from "../../shared/errors.ts";
import type { Model } from "../model/model.ts";
import type {
  PortfolioMethod,
  PortfolioOutcome,
  PortfolioPlan,
  PortfolioProgress,
} from "../model/portfolio-plan.ts";
import type { SwapPlan, SwapSolution } from "../model/swap-plan.ts";
import type { DrawnField, FieldTask } from "../solver/contest/field/draw-field.ts";
import { type Solution, unpackSolutions } from "../solver/contract.ts";
import { type Control, Stop } from "../solver/interrupt.ts";
import { isBinary, SOLVER_NAMES, type SolverName } from "../solver/registry.ts";
import type { DrawsKind, DrawsRequest } from "./draws.ts";
import type { Report, Runner } from "./runner.ts";
import type { TaskKind, TaskTypes } from "./tasks.ts";

type Solved<Answer> = Answer & { readonly solver: SolverName };

/**
 * Runs searches on the threads of a runner; the results do not depend on where tasks run. With the solver
 * `auto`, the solvers are tried in order of preference until one supports the model.
 *
 * All methods throw AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError and ClosedError.
 */
export interface Search {
  best(
    model: Model,
    count: number,
    solver: SolverName | "auto",
    control: Control,
  ): Promise<Solved<{ readonly solutions: readonly Solution[] }>>;
  /** Solves a portfolio plan in one thread. */
  portfolio(
    plan: PortfolioPlan,
    method: PortfolioMethod,
    solver: SolverName | "auto",
    control: Control,
    onProgress?: (progress: PortfolioProgress) => void,
  ): Promise<Solved<{ readonly outcome: PortfolioOutcome }>>;
  swap(
    plan: SwapPlan,
    solver: SolverName | "auto",
    control: Control,
    onProgress?: (progress: SwapSolution) => void,
  ): Promise<Solved<{ readonly solution: SwapSolution }>>;
  /**
   * Works on many simulated draws: finds the best lineups of each (`draws`), plays a contest (`contest`), or
   * ranks each of the user's lineups against the opponents alone (`prospects`, whose numbers of draws start at
   * 0 in each portion). `take` receives the results portion by portion, in the order of the draws.
   */
  drawn<K extends DrawsKind>(
    kind: K,
    request: DrawsRequest<K>,
    control: Control,
    take: (portion: TaskTypes[K]["output"]) => void,
  ): Promise<void>;
  /** Draws the opponents of a contest; null if no lineup is legal. */
  field(task: FieldTask, control: Control): Promise<DrawnField | null>;
  /** Ends running tasks with ClosedError and frees the threads. Idempotent. */
  close(): Promise<void>;
}

/**
 * The error with which the `Stop` of a finished search ends; no code sees it. Shared, because creating an
 * error's stack is slow.
 */
const SEARCH_ENDED = new ClosedError();

export function createSearch(runner: Runner): Search {
  const running = new Set<Stop>();
  let closed: Promise<void> | undefined;

  async function solved<K extends TaskKind>(
    kindOf: (solver: SolverName) => K,
    input: Omit<TaskTypes[K]["input"], "solver">,
    control: Control,
    solver: SolverName | "auto" = "paths",
    report?: Report<K>,
  ): Promise<Solved<{ readonly output: TaskTypes[K]["output"] }>> {
    if (closed) throw new ClosedError();
    const stop = new Stop(control);
    const names = solver === "auto" ? SOLVER_NAMES : [solver];
    running.add(stop);
    try {
      stop.throwIfEnded();
      for (let at = 0; ; at += 1) {
        const name = names[at]!;
        try {
          const given = { ...input, solver: name } as TaskTypes[K]["input"];
          return { output: await runner.run(kindOf(name), given, stop, report), solver: name };
        } catch (error) {
          if (at + 1 === names.length || !(error instanceof UnsupportedModelError)) throw error;
        }
      }
    } catch (error) {
      throw stop.ended ?? error;
    } finally {
      running.delete(stop);
      stop.end(SEARCH_ENDED);
    }
  }

  return {
    async best(model, count, solver, control) {
      const kindOf = (name: SolverName) => (isBinary(name) ? "parts" : "paths");
      const { output, solver: name } = await solved(kindOf, { model, count }, control, solver);
      return { solutions: "picks" in output ? unpackSolutions(output) : output, solver: name };
    },
    async portfolio(plan, method, solver, control, onProgress) {
      const task = { plan, method, mayHandOver: solver === "auto" };
      const { output, solver: name } = await solved(() => "portfolio", task, control, solver, onProgress);
      return { outcome: output, solver: output.isHandedOver === true ? "highs" : name };
    },
    async swap(plan, solver, control, onProgress) {
      const { output, solver: name } = await solved(() => "swap", { plan }, control, solver, onProgress);
      return { solution: output, solver: name };
    },
    async drawn(kind, request, control, take) {
      const { inPortions } = await import("./draws.ts");
      return inPortions(kind, request, runner.threads, (input) => solved(() => kind, input, control), take);
    },
    field: async (task, control) => (await solved(() => "field", task, control)).output,
    close() {
      for (const stop of running) stop.end(new ClosedError());
      closed ??= runner.close();
      return closed;
    },
  };
}
