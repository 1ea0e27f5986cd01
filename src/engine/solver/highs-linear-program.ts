import type { Highs } from "highs";
import { explained, runHighs } from "./highs-run.ts";
import type { LinearProgram } from "./linear-program.ts";

/** Presolve would forget the basis, which is what makes the next solve short. */
const OPTIONS = { output_flag: false, presolve: "off", simplex_strategy: 1 };

/** A linear program that one native model keeps; `onDispose` is called once. */
export function createHighsLinearProgram(highs: Highs, onDispose: () => void): LinearProgram {
  const model = highs.createModel();
  let [columns, rows] = [0, 0];
  let disposed = false;
  explained(() => {
    model.options.set(OPTIONS);
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
      model.dispose();
      onDispose();
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
