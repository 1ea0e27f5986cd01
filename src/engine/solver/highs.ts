import type { Highs, ModelData, Model as NativeModel } from "highs";
import * as highsModule from "highs";
import type { Program } from "../model/program.ts";
import type { BinarySolver } from "./binary.ts";
import { holdEmpty, wholePicks } from "./binary.ts";
import { createHighsLinearProgram, explained, runHighs, watchHighs } from "./highs-run.ts";
import type { Interrupt } from "./interrupt.ts";
import type { LinearProgram } from "./linear-program.ts";

/** HiGHS in one thread. It keeps no model between calls, but those of linear programs that are not disposed of yet. */
export interface HighsSolver extends BinarySolver {
  /** How many native models are alive. */
  readonly openModels: () => number;
  /** Bytes of WebAssembly memory, which never shrinks. */
  readonly memoryBytes: () => number;
  readonly duals: NonNullable<BinarySolver["duals"]>;
  readonly improve: ImprovingSolver;
  /** An empty linear program, which keeps its memory until it is disposed of. */
  readonly linearProgram: () => LinearProgram;
}

/** How far a binary program is solved, and what is told on the way. */
interface Improving {
  /** A solution to begin with, column by column; null for none. */
  readonly start: Float64Array | null;
  /** Told of the picks of each solution that is better than those before, and than the first. */
  readonly found: (picks: readonly number[]) => void;
  /** Asked now and then, where no solution has more gain than `bound`, after so many nodes; true to end. */
  readonly isEnough: (bound: number, nodes: number) => boolean;
}

/**
 * Solves a binary program and tells of better and better solutions on the way: whether the last one is proved to be the best,
 * or that there is none; not where it was enough before.
 * @throws AbortedError, TimeLimitError, SolverFailedError
 */
export type ImprovingSolver = (program: Program, asked: Improving, interrupt: Interrupt) => boolean;

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
      return explained(() => {
        model.options.set(OPTIONS);
        model.passModel(data);
        return use(model);
      });
    } finally {
      open -= 1;
      model.dispose();
    }
  }

  return {
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
      const tell = (columns: Float64Array) => found(wholePicks("HiGHS", program, columns));
      return withModel(nativeModel(highs, program, true), (model) => {
        if (start !== null) model.setSolution({ colValue: start });
        const ended = watchHighs(highs, model, interrupt, { found: tell, isEnough });
        if (ended === "optimal") tell(model.getSolution().colValue);
        return ended !== "enough";
      });
    },
    linearProgram() {
      open += 1;
      return createHighsLinearProgram(highs, () => {
        open -= 1;
      });
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
