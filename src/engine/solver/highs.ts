import type { Highs, ModelData, Model as NativeModel } from "highs";
import type { Program } from "../model/program.ts";
import type { BinarySolver } from "./binary.ts";
import { holdEmpty, wholePicks } from "./binary.ts";
import {
  createHighsLinearProgram,
  guardOf,
  runHighs,
  type SearchWork,
  type SimplexPricing,
  watchHighs,
} from "./highs-run.ts";
import type { Interrupt } from "./interrupt.ts";
import type { LinearProgram } from "./linear-program.ts";

/** HiGHS in one thread. Between calls it keeps only linear programs that are not disposed of yet. */
export interface HighsSolver extends BinarySolver {
  /** Whether it failed in a way that leaves its memory in an unknown state; it must be loaded anew. */
  readonly isBroken: () => boolean;
  /** How many native models are alive. */
  readonly openModels: () => number;
  /** The size of the WebAssembly memory, in bytes; it never shrinks. */
  readonly memoryBytes: () => number;
  readonly duals: NonNullable<BinarySolver["duals"]>;
  readonly improve: ImprovingSolver;
  /**
   * Creates an empty linear program, by default with steepest-edge pricing. It keeps its memory until it is
   * disposed of.
   */
  readonly linearProgram: (pricing?: SimplexPricing) => LinearProgram;
}

/** How to solve a binary program, and callbacks during the solve. */
interface Improving {
  /** A solution to start from, as the value of each column; null for none. */
  readonly start: Float64Array | null;
  /**
   * Receives the picks of each solution that is better than `start` and all solutions before it, and at the
   * end the picks of the best solution.
   */
  readonly found: (picks: readonly number[]) => void;
  /**
   * Called from time to time with an upper bound on the gain and the work so far; if it returns true, the
   * solve ends.
   */
  readonly isEnough: (bound: number, work: SearchWork) => boolean;
}

/**
 * Solves a binary program and reports improving solutions. Returns whether the search completed: the last
 * solution is then proved to be the best, or infeasibility is proved. Returns false if `isEnough` ended it.
 * @throws AbortedError, TimeLimitError, SolverFailedError
 */
export type ImprovingSolver = (program: Program, asked: Improving, interrupt: Interrupt) => boolean;

declare const WebAssembly: { instantiate(module: HighsModule, imports: object): Promise<object> };

/**
 * Options for binary programs. The allowed gap is 0: with the default, a lineup slightly below the best could
 * count as optimal. Gains are small integers; the other tolerances keep errors far below half a unit of gain.
 * Restarts are off: after a restart at these tolerances, HiGHS 1.15.3 reports some solutions as optimal that
 * are not.
 */
const OPTIONS = {
  output_flag: false,
  mip_rel_gap: 0,
  mip_abs_gap: 0,
  mip_allow_restart: false,
  mip_feasibility_tolerance: 1e-9,
  primal_feasibility_tolerance: 1e-9,
  dual_feasibility_tolerance: 1e-9,
};

/** The compiled WebAssembly module of HiGHS, which can be sent to any thread. */
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
  const explained = guardOf(() => {
    isBroken = true;
  });

  function free(model: NativeModel): void {
    open -= 1;
    if (!isBroken) model.dispose();
  }

  function withModel<Result>(data: ModelData, use: (model: NativeModel) => Result): Result {
    const model = explained(() => highs.createModel());
    open += 1;
    try {
      return explained(() => {
        model.options.set(OPTIONS);
        model.passModel(data);
        return use(model);
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
      return withModel(nativeModel(highs, program, true), (model) =>
        runHighs(highs, model, interrupt) ? wholePicks("HiGHS", program, model.getSolution().colValue) : null,
      );
    },
    duals(program, interrupt) {
      if (program.upper.length === 0)
        return holdEmpty(program) ? new Float64Array(program.rows.length) : null;
      return withModel(nativeModel(highs, program, false), (model) => {
        model.options.set("presolve", "off");
        return runHighs(highs, model, interrupt) ? model.getSolution().rowDual : null;
      });
    },
    improve(program, { start, found, isEnough }, interrupt) {
      if (program.upper.length === 0) {
        if (holdEmpty(program)) found([]);
        return true;
      }
      const report = (columns: Float64Array) => found(wholePicks("HiGHS", program, columns));
      return withModel(nativeModel(highs, program, true), (model) => {
        if (start !== null) model.setSolution({ colValue: start });
        const ended = watchHighs(highs, model, interrupt, { found: report, isEnough });
        if (ended === "optimal") report(model.getSolution().colValue);
        return ended !== "enough";
      });
    },
    linearProgram(pricing = "steepest-edge") {
      open += 1;
      return createHighsLinearProgram(highs, pricing, explained, free);
    },
  };
}

function nativeModel(highs: Highs, program: Program, whole: boolean): ModelData {
  const { upper, gain, rows } = program;
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
    ...(whole && {
      integrality: Array.from(program.whole, (isWhole) => (isWhole === 1 ? integer : continuous)),
    }),
  };
}
