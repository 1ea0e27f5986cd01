import type {
  Highs,
  InterruptCallbackEvent,
  ModelStatusCode,
  Model as NativeModel,
  PassiveCallbackEvent,
} from "highs";
import { REPORT_IT } from "../../shared/errors/message-parts.ts";
import { LineupError, SolverFailedError, TimeLimitError } from "../../shared/errors.ts";
import { type Interrupt, isInterrupted, throwIfInterrupted, timeLeft } from "./interrupt.ts";
import type { LinearProgram } from "./linear-program.ts";

declare const WebAssembly: { readonly RuntimeError: new () => Error };

/** How much work a branch and bound search has done. Unlike its time, this is the same in every run. */
export interface SearchWork {
  readonly nodes: number;
  /** Iterations of the simplex method in all linear programs. */
  readonly iterations: number;
}

/** Callbacks during the solving of a mixed-integer program. */
export interface Watch {
  /** Receives each improved solution: the value of each column. */
  readonly found: (columns: Float64Array) => void;
  /**
   * Called with a proven bound on the objective (an upper one if that is maximized) and the work so far; if
   * it returns true, the solve ends.
   */
  readonly isEnough: (bound: number, work: SearchWork) => boolean;
}

/**
 * Solves the model. Returns true if it has an optimal solution, and false if it is infeasible.
 * @throws AbortedError, TimeLimitError, SolverFailedError
 */
export function runHighs(highs: Highs, model: NativeModel, interrupt: Interrupt): boolean {
  return watchHighs(highs, model, interrupt) === "optimal";
}

/**
 * Like `runHighs`, with callbacks; returns "enough" if `isEnough` ended the solve.
 * @throws as `runHighs`
 */
export function watchHighs(
  highs: Highs,
  model: NativeModel,
  interrupt: Interrupt,
  watch?: Watch,
): "optimal" | "infeasible" | "enough" {
  throwIfInterrupted(interrupt);
  // HiGHS applies the time limit to all runs of a model together.
  model.zeroAllClocks();
  if (interrupt.deadline !== Number.POSITIVE_INFINITY)
    model.options.set("time_limit", Math.max(0, timeLeft(interrupt)) / 1000);
  let isEnough = false;
  const stop = ({ data, interrupt: end }: InterruptCallbackEvent): undefined => {
    const { mip_dual_bound: bound, mip_node_count: nodes, mip_total_lp_iterations: iterations } = data;
    const work = { nodes: Number(nodes ?? 0), iterations: Number(iterations ?? 0) };
    isEnough ||= watch !== undefined && bound !== undefined && watch.isEnough(bound, work);
    if (isEnough || isInterrupted(interrupt)) end();
  };
  const { mipInterrupt, simplexInterrupt, mipImprovingSolution } = highs.constants.callbackType;
  const { modelStatus } = model.run({
    [mipInterrupt]: stop,
    [simplexInterrupt]: stop,
    ...(watch && {
      [mipImprovingSolution]: ({ data }: PassiveCallbackEvent): undefined => {
        if (data.mip_solution !== undefined) watch.found(data.mip_solution);
      },
    }),
  });
  const outcome = OUTCOMES[modelStatus];
  if (outcome === "stopped") {
    if (isEnough) return "enough";
    throwIfInterrupted(interrupt);
    throw new TimeLimitError(interrupt.milliseconds);
  }
  if (outcome === "optimal" || outcome === "infeasible") return outcome;
  throw new SolverFailedError(`HiGHS failed with status ${modelStatus}: ${outcome.unexpected}. ${REPORT_IT}`);
}

/**
 * The meaning of each status of HiGHS, for a program whose columns are all bounded and whose only limit is
 * time.
 */
const OUTCOMES: Record<ModelStatusCode, "optimal" | "infeasible" | "stopped" | { unexpected: string }> = {
  0: { unexpected: "not set" },
  1: { unexpected: "load error" },
  2: { unexpected: "model error" },
  3: { unexpected: "presolve error" },
  4: { unexpected: "solve error" },
  5: { unexpected: "postsolve error" },
  6: { unexpected: "empty" },
  7: "optimal",
  8: "infeasible",
  9: "infeasible",
  10: { unexpected: "unbounded" },
  11: { unexpected: "objective bound reached" },
  12: { unexpected: "objective target reached" },
  13: "stopped",
  14: { unexpected: "iteration limit reached" },
  15: { unexpected: "unknown" },
  16: { unexpected: "solution limit reached" },
  17: "stopped",
};

/** Calls a function that uses HiGHS. @throws SolverFailedError for errors of HiGHS */
export type Guard = <Result>(use: () => Result) => Result;

/**
 * A guard that converts errors of HiGHS to `SolverFailedError`. After an error that is not its own, such as a
 * trap of its WebAssembly, its memory is in an unknown state: `onBreak` is called.
 */
export function guardOf(onBreak: () => void): Guard {
  return (use) => {
    try {
      return use();
    } catch (error) {
      const isOwn = error instanceof Error && error.name.startsWith("Highs");
      if (!isOwn && !(error instanceof LineupError)) onBreak();
      if (isOwn || error instanceof WebAssembly.RuntimeError || error instanceof RangeError)
        throw new SolverFailedError(
          `HiGHS failed: ${(error as Error).message.replace(/\.?$/, ".")} ${REPORT_IT}`,
          error,
        );
      throw error;
    }
  };
}

/**
 * Options for linear programs. Presolve is off, so that each solve starts from the last basis, which is fast.
 */
const OPTIONS = { output_flag: false, presolve: "off", simplex_strategy: 1 };

/**
 * Options for Dantzig's rule without perturbations: faster for programs that need few iterations each, and
 * slower for others.
 */
const DANTZIG = {
  simplex_dual_edge_weight_strategy: 0,
  simplex_primal_edge_weight_strategy: 0,
  dual_simplex_cost_perturbation_multiplier: 0,
  primal_simplex_bound_perturbation_multiplier: 0,
};

/** How the simplex method chooses the variable that enters the basis. */
export type SimplexPricing = "dantzig" | "steepest-edge";

/** Creates an empty linear program in its own native model; `dispose` calls `free` once. */
export function createHighsLinearProgram(
  highs: Highs,
  pricing: SimplexPricing,
  explained: Guard,
  free: (model: NativeModel) => void,
): LinearProgram {
  const model = explained(() => highs.createModel());
  let [columns, rows] = [0, 0];
  let disposed = false;
  explained(() => {
    model.options.set(pricing === "dantzig" ? { ...OPTIONS, ...DANTZIG } : OPTIONS);
    model.changeObjectiveSense(highs.constants.objectiveSense.maximize);
  });

  return {
    get columns() {
      return columns;
    },
    get rows() {
      return rows;
    },
    addColumns({ cost, upper, starts, rows: indices, values }) {
      if (cost.length === 0) return;
      const lower = new Float64Array(cost.length);
      const matrix = { format: "csc", numRows: rows, numCols: cost.length } as const;
      explained(() =>
        model.addCols({
          cost: Float64Array.from(cost),
          lower,
          upper: Float64Array.from(upper),
          matrix: { ...matrix, ...sparse(starts, indices, values) },
        }),
      );
      columns += cost.length;
    },
    addRows(added) {
      if (added.length === 0) return;
      const starts = [0];
      for (const row of added) starts.push(starts.at(-1)! + row.columns.length);
      explained(() =>
        model.addRows({
          lower: Float64Array.from(added, (row) => row.lower),
          upper: Float64Array.from(added, (row) => row.upper),
          matrix: {
            format: "csr",
            numRows: added.length,
            numCols: columns,
            ...sparse(
              starts,
              added.flatMap((row) => row.columns),
              added.flatMap((row) => row.values),
            ),
          },
        }),
      );
      rows += added.length;
    },
    bound(column, lower, upper) {
      explained(() => model.changeColBounds(column, lower, upper));
    },
    setCosts(costs) {
      explained(() => model.changeColsCost({ kind: "range", from: 0, to: columns - 1 }, costs));
    },
    solve(interrupt) {
      return explained(() => {
        if (!runHighs(highs, model, interrupt)) return null;
        const { colValue, rowDual } = model.getSolution();
        return { objective: model.getObjectiveValue(), columns: colValue, duals: rowDual };
      });
    },
    dispose() {
      if (disposed) return;
      disposed = true;
      free(model);
    },
  };
}

function sparse(starts: readonly number[], indices: readonly number[], values: readonly number[]) {
  return {
    starts: Int32Array.from(starts),
    indices: Int32Array.from(indices),
    values: Float64Array.from(values),
  };
}
