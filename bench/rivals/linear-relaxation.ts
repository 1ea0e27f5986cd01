import type { Highs, ModelData } from "highs";
import * as highsModule from "highs";
import type { Program } from "../../src/engine/model/program.ts";

/** The package is CommonJS to the compiler and a module with a default export at run time. */
const load = highsModule.default as unknown as typeof highsModule.default.default;

/** The result of solving the linear relaxation. */
interface Relaxation {
  /** An upper bound on any solution's gain. */
  readonly gain: number;
  /** One multiplier per row. */
  readonly duals: Float64Array;
}

/** The linear relaxation of one program, the yardstick of every ratio. */
export interface LinearRelaxation {
  /**
   * The timed operation: create the model, run, dispose. The program's arrays are prepared for HiGHS
   * beforehand.
   */
  run(): void;
  /** Null if even the relaxation is infeasible. */
  solve(): Relaxation | null;
}

let started: Promise<Highs> | undefined;

/**
 * HiGHS on the linear relaxation, without presolve, salaries in units of their greatest common divisor
 * (already so in the program's budget row), and otherwise default options.
 */
export async function createLinearRelaxation(program: Program): Promise<LinearRelaxation> {
  started ??= load();
  const highs = await started;
  const data = relaxationData(highs, program);
  const withSolved = <Result>(use: (model: ReturnType<Highs["createModel"]>, optimal: boolean) => Result) => {
    const model = highs.createModel();
    try {
      model.options.set({ output_flag: false, presolve: "off" });
      model.passModel(data);
      const { modelStatus } = model.run();
      return use(model, modelStatus === highs.constants.modelStatus.optimal);
    } finally {
      model.dispose();
    }
  };
  return {
    run: () => withSolved(() => undefined),
    solve: () =>
      withSolved((model, optimal) =>
        optimal ? { gain: model.getObjectiveValue(), duals: model.getSolution().rowDual } : null,
      ),
  };
}

function relaxationData(highs: Highs, { upper, gain, rows }: Program): ModelData {
  const starts = new Int32Array(rows.length + 1);
  for (const [at, row] of rows.entries()) starts[at + 1] = starts[at]! + row.columns.length;
  const colCost = new Float64Array(upper.length);
  colCost.set(gain);
  return {
    numCols: upper.length,
    numRows: rows.length,
    sense: highs.constants.objectiveSense.maximize,
    colCost,
    colLower: new Float64Array(upper.length),
    colUpper: upper,
    rowLower: Float64Array.from(rows, (row) => row.lower),
    rowUpper: Float64Array.from(rows, (row) => row.upper),
    matrix: {
      format: "csr",
      numRows: rows.length,
      numCols: upper.length,
      starts,
      indices: Int32Array.from(rows.flatMap((row) => [...row.columns])),
      values: Float64Array.from(rows.flatMap((row) => [...row.values])),
    },
  };
}
