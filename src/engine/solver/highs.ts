import type {
  Highs,
  InterruptCallbackEvent,
  ModelData,
  Model as NativeModel,
  PassiveCallbackEvent,
} from "highs";
import { REPORT_IT } from "../../shared/errors/message-parts.ts";
import { LineupError, SolverFailedError, TimeLimitError } from "../../shared/errors.ts";
import type { Program } from "../model/program.ts";
import { type BinarySolver, holdEmpty, wholePicks } from "./binary.ts";
import { type Interrupt, isInterrupted, throwIfInterrupted, timeLeft } from "./interrupt.ts";
import type { LinearProgram } from "./linear-program.ts";

/** HiGHS in one thread. Between calls it keeps only linear programs that are not disposed of yet. */
export interface HighsSolver extends BinarySolver {
  /** Whether it failed in a way that leaves its memory in an unknown state; it must be loaded anew. */
  readonly isBroken: () => boolean;
  readonly openModels: () => number;
  /** The size of the WebAssembly memory, in bytes; it never shrinks. */
  readonly memoryBytes: () => number;
  readonly duals: NonNullable<BinarySolver["duals"]>;
  readonly improve: ImprovingSolver;
  /** Creates an empty linear program, by default with steepest-edge pricing, to be disposed of. */
  readonly linearProgram: (pricing?: SimplexPricing) => LinearProgram;
}

export interface SearchWork {
  readonly nodes: number;
  readonly iterations: number;
}

interface Watch<Found> {
  readonly found: (solution: Found) => void;
  /** Receives an upper bound on the gain and the work so far, from time to time; true ends the solve. */
  readonly isEnough: (bound: number, work: SearchWork) => boolean;
}

/**
 * How to solve a binary program. `found` receives the picks of each solution that is better than `start` and all
 * solutions before it, and at the end those of the best.
 */
interface Improving extends Watch<readonly number[]> {
  /** A solution to start from, as the value of each column; null for none. */
  readonly start: Float64Array | null;
}

/**
 * Solves a binary program and reports improving solutions. Returns whether the search completed: the last
 * solution is then proved to be the best, or infeasibility is proved. Returns false if `isEnough` ended it.
 * @throws AbortedError, TimeLimitError, SolverFailedError
 */
export type ImprovingSolver = (program: Program, asked: Improving, interrupt: Interrupt) => boolean;

export type SimplexPricing = "dantzig" | "steepest-edge";

declare const WebAssembly: {
  instantiate(module: HighsModule, imports: object): Promise<object>;
  readonly RuntimeError: new () => Error;
};

/**
 * Options for binary programs. The allowed gap is 0: with the default, a lineup slightly below the best could
 * count as optimal. Gains are small integers; the other tolerances keep errors far below half a unit of gain.
 * Restarts are off: after a restart at these tolerances, HiGHS 1.15.3 reports some solutions as optimal that
 * are not.
 */
const BINARY_OPTIONS = {
  output_flag: false,
  mip_rel_gap: 0,
  mip_abs_gap: 0,
  mip_allow_restart: false,
  mip_feasibility_tolerance: 1e-9,
  primal_feasibility_tolerance: 1e-9,
  dual_feasibility_tolerance: 1e-9,
};

/** Options for linear programs. Without presolve, each solve starts from the last basis, which is fast. */
const LINEAR_OPTIONS = { output_flag: false, presolve: "off", simplex_strategy: 1 };

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

export type HighsModule = object;

/** The package's function that starts HiGHS; its types lack the settings used here. */
export type HighsScript = (settings: object) => Promise<Highs>;

/**
 * Loads HiGHS from a compiled module. The package's own option for that, `wasmModule`, has no effect in
 * 1.15.3: each thread would fetch and compile the file next to its script.
 */
function loadCompiled(load: HighsScript, module: HighsModule): Promise<Highs> {
  return new Promise((resolve, reject) => {
    const instantiateWasm = (imports: object, receive: (instance: object) => void) => {
      WebAssembly.instantiate(module, imports).then(receive).catch(reject);
      return {};
    };
    load({ instantiateWasm }).then(resolve, reject);
  });
}

export async function createHighs(script: HighsScript, module: HighsModule): Promise<HighsSolver> {
  const highs = await loadCompiled(script, module);
  let open = 0;
  let isBroken = false;

  /**
   * Converts errors of HiGHS to `SolverFailedError`. After an error that is not its own, such as a trap of its
   * WebAssembly, its memory is in an unknown state.
   */
  function explained<Result>(use: () => Result): Result {
    try {
      return use();
    } catch (error) {
      const isOwn = error instanceof Error && error.name.startsWith("Highs");
      if (!isOwn && !(error instanceof LineupError)) isBroken = true;
      if (isOwn || error instanceof WebAssembly.RuntimeError || error instanceof RangeError)
        throw new SolverFailedError(
          `HiGHS failed: ${(error as Error).message.replace(/\.?$/, ".")} ${REPORT_IT}`,
          error,
        );
      throw error;
    }
  }

  function opened(options: Readonly<Record<string, string | number | boolean>>): NativeModel {
    const model = explained(() => highs.createModel());
    open += 1;
    explained(() => model.options.set(options));
    return model;
  }

  function free(model: NativeModel): void {
    open -= 1;
    if (!isBroken) model.dispose();
  }

  /** Solves a program, as integers or its linear relaxation; `use` reads the solution. Null if infeasible. */
  function solved<Result>(
    program: Program,
    isWhole: boolean,
    interrupt: Interrupt,
    use: (solution: ReturnType<NativeModel["getSolution"]>) => Result,
  ): Result | null {
    const model = opened(BINARY_OPTIONS);
    try {
      return explained(() => {
        model.passModel(nativeModel(highs, program, isWhole));
        if (!isWhole) model.options.set("presolve", "off");
        return run(highs, model, interrupt) === "optimal" ? use(model.getSolution()) : null;
      });
    } finally {
      free(model);
    }
  }

  return {
    isBroken: () => isBroken,
    openModels: () => open,
    memoryBytes: () => highs.memoryBytes,
    solve(program, interrupt) {
      if (program.upper.length === 0) return holdEmpty(program) ? [] : null;
      return solved(program, true, interrupt, ({ colValue }) => wholePicks("HiGHS", program, colValue));
    },
    duals(program, interrupt) {
      if (program.upper.length === 0)
        return holdEmpty(program) ? new Float64Array(program.rows.length) : null;
      return solved(program, false, interrupt, ({ rowDual }) => rowDual);
    },
    improve(program, { start, found, isEnough }, interrupt) {
      if (program.upper.length === 0) {
        if (holdEmpty(program)) found([]);
        return true;
      }
      const report = (columns: Float64Array) => found(wholePicks("HiGHS", program, columns));
      const model = opened(BINARY_OPTIONS);
      try {
        return explained(() => {
          model.passModel(nativeModel(highs, program, true));
          if (start !== null) model.setSolution({ colValue: start });
          const ended = run(highs, model, interrupt, { found: report, isEnough });
          if (ended === "optimal") report(model.getSolution().colValue);
          return ended !== "enough";
        });
      } finally {
        free(model);
      }
    },
    linearProgram(pricing = "steepest-edge") {
      const model = opened(pricing === "dantzig" ? { ...LINEAR_OPTIONS, ...DANTZIG } : LINEAR_OPTIONS);
      return linearProgramOf(highs, model, explained, free);
    },
  };
}

/**
 * Solves the model; "enough" if `isEnough` ended the solve. All columns are bounded, and the only limit is time.
 * @throws AbortedError, TimeLimitError, SolverFailedError
 */
function run(
  highs: Highs,
  model: NativeModel,
  interrupt: Interrupt,
  watch?: Watch<Float64Array>,
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
  const status = highs.constants.modelStatus;
  if (modelStatus === status.optimal) return "optimal";
  if (modelStatus === status.infeasible || modelStatus === status.unboundedOrInfeasible) return "infeasible";
  if (modelStatus !== status.timeLimit && modelStatus !== status.interrupted)
    throw new SolverFailedError(`HiGHS failed with status ${modelStatus}. ${REPORT_IT}`);
  if (isEnough) return "enough";
  throwIfInterrupted(interrupt);
  throw new TimeLimitError(interrupt.milliseconds);
}

function linearProgramOf(
  highs: Highs,
  model: NativeModel,
  explained: <Result>(use: () => Result) => Result,
  free: (model: NativeModel) => void,
): LinearProgram {
  let [columns, rows] = [0, 0];
  let disposed = false;
  explained(() => model.changeObjectiveSense(highs.constants.objectiveSense.maximize));
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
      const [indices, values] = [added.flatMap((row) => row.columns), added.flatMap((row) => row.values)];
      const matrix = { format: "csr", numRows: added.length, numCols: columns } as const;
      explained(() =>
        model.addRows({
          lower: Float64Array.from(added, (row) => row.lower),
          upper: Float64Array.from(added, (row) => row.upper),
          matrix: { ...matrix, ...sparse(starts, indices, values) },
        }),
      );
      rows += added.length;
    },
    bound: (column, lower, upper) => explained(() => model.changeColBounds(column, lower, upper)),
    setCosts: (costs) =>
      explained(() => model.changeColsCost({ kind: "range", from: 0, to: columns - 1 }, costs)),
    solve: (interrupt) =>
      explained(() => {
        if (run(highs, model, interrupt) !== "optimal") return null;
        const { colValue, rowDual } = model.getSolution();
        return { objective: model.getObjectiveValue(), columns: colValue, duals: rowDual };
      }),
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

function nativeModel(highs: Highs, { upper, gain, rows, whole }: Program, isWhole: boolean): ModelData {
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
    ...(isWhole && { integrality: Array.from(whole, (one) => (one === 1 ? integer : continuous)) }),
  };
}
