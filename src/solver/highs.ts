import type { Highs, ModelData, ModelStatusCode, Model as NativeModel } from "highs";
import * as highsModule from "highs";
import { SolverFailedError, TimeLimitError } from "../errors.ts";
import type { Program } from "../model/program.ts";
import type { BinarySolver } from "./binary.ts";
import { type Interrupt, isInterrupted, now, throwIfInterrupted } from "./interrupt.ts";
import { wholePicks } from "./whole-picks.ts";

/** HiGHS in one thread. It keeps no model between calls. */
export interface HighsSolver extends BinarySolver {
  /** How many native models are alive; 0 between calls. */
  readonly openModels: () => number;
  /** Bytes of WebAssembly memory, which never shrinks. */
  readonly memoryBytes: () => number;
  readonly duals: NonNullable<BinarySolver["duals"]>;
}

/** The package is CommonJS to the compiler and a module with a default export at run time. */
const load = highsModule.default as unknown as typeof highsModule.default.default;

/**
 * No gap is left open: the default relative gap is wider than the distance between neighbouring lineups. Gains
 * are whole and small, so the remaining tolerances are far below half a unit of the objective.
 */
const OPTIONS = {
  output_flag: false,
  mip_rel_gap: 0,
  mip_abs_gap: 0,
  mip_feasibility_tolerance: 1e-9,
  primal_feasibility_tolerance: 1e-9,
  dual_feasibility_tolerance: 1e-9,
};

/** The compiled WebAssembly module of HiGHS, which any thread may be given. */
export type HighsModule = object;

/** Starts HiGHS in this thread. */
export async function createHighs(module: HighsModule): Promise<HighsSolver> {
  const highs = await load({ wasmModule: module });
  let open = 0;

  function withModel<Result>(data: ModelData, use: (model: NativeModel) => Result): Result {
    const model = highs.createModel();
    open += 1;
    try {
      model.options.set(OPTIONS);
      model.passModel(data);
      return use(model);
    } catch (error) {
      if (error instanceof Error && error.name.startsWith("Highs"))
        throw new SolverFailedError(`HiGHS refused the program: ${error.message}`, error);
      throw error;
    } finally {
      open -= 1;
      model.dispose();
    }
  }

  return {
    openModels: () => open,
    memoryBytes: () => highs.memoryBytes,
    solve(program, interrupt) {
      if (program.upper.length === 0) return [];
      return withModel(nativeModel(highs, program, true), (model) =>
        run(highs, model, interrupt) ? wholePicks("HiGHS", program, model.getSolution().colValue) : null,
      );
    },
    duals(program, interrupt) {
      if (program.upper.length === 0) return new Float64Array(program.rows.length);
      return withModel(nativeModel(highs, program, false), (model) => {
        model.options.set("presolve", "off");
        return run(highs, model, interrupt) ? model.getSolution().rowDual : null;
      });
    },
  };
}

/** Whether there is a solution; an optimal one then. */
function run(highs: Highs, model: NativeModel, interrupt: Interrupt): boolean {
  throwIfInterrupted(interrupt);
  if (interrupt.deadline !== Number.POSITIVE_INFINITY)
    model.options.set("time_limit", Math.max(0, interrupt.deadline - now()) / 1000);
  const stop = (event: { interrupt(): void }): undefined => {
    if (isInterrupted(interrupt)) event.interrupt();
  };
  const { mipInterrupt, simplexInterrupt } = highs.constants.callbackType;
  const { modelStatus } = model.run({ [mipInterrupt]: stop, [simplexInterrupt]: stop });
  const outcome = OUTCOMES[modelStatus];
  if (outcome === "stopped") {
    throwIfInterrupted(interrupt);
    throw new TimeLimitError(interrupt.milliseconds);
  }
  if (outcome === "optimal" || outcome === "infeasible") return outcome === "optimal";
  throw new SolverFailedError(`HiGHS ended with status ${modelStatus}: ${outcome.unexpected}.`);
}

/** What each status means for a program whose columns are all bounded, and which asks for no limit but time. */
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

function nativeModel(highs: Highs, program: Program, whole: boolean): ModelData {
  const { pickCount, upper, gain, rows } = program;
  const columns = upper.length;
  const starts = new Int32Array(rows.length + 1);
  for (const [at, row] of rows.entries()) starts[at + 1] = starts[at]! + row.columns.length;
  const indices = new Int32Array(starts[rows.length]!);
  const values = new Float64Array(indices.length);
  for (const [at, row] of rows.entries()) {
    indices.set(row.columns, starts[at]!);
    values.set(row.values, starts[at]!);
  }
  const colCost = new Float64Array(columns);
  colCost.set(gain);
  const { integer, continuous } = highs.constants.variableType;
  return {
    numCols: columns,
    numRows: rows.length,
    sense: highs.constants.objectiveSense.maximize,
    colCost,
    colLower: new Float64Array(columns),
    colUpper: upper,
    rowLower: Float64Array.from(rows, (row) => row.lower),
    rowUpper: Float64Array.from(rows, (row) => row.upper),
    matrix: { format: "csr", numRows: rows.length, numCols: columns, starts, indices, values },
    ...(whole && { integrality: Array.from(upper, (_, at) => (at < pickCount ? integer : continuous)) }),
  };
}
