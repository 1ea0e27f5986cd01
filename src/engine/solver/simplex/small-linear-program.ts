import { type Interrupt, throwIfInterrupted } from "../interrupt.ts";
import type { LinearProgram } from "../linear-program.ts";
import { Simplex } from "./simplex.ts";
import { Table } from "./table.ts";

/** Larger programs go to the other solver. */
const MOST_ROWS = 100;

/**
 * A linear program solved by this simplex while it is small and numerically stable, then by another solver.
 */
export function smallLinearProgram(other: () => LinearProgram): LinearProgram {
  const table = new Table();
  const simplex = new Simplex(table);
  let replaced: LinearProgram | null = null;
  return {
    get columns() {
      return table.columns;
    },
    get rows() {
      return table.rows;
    },
    addColumns(added) {
      table.addColumns(added);
      replaced?.addColumns(added);
    },
    addRows(added) {
      table.addRows(added);
      replaced?.addRows(added);
    },
    bound(column, lower, upper) {
      table.bound(column, lower, upper);
      replaced?.bound(column, lower, upper);
    },
    setCosts(costs) {
      for (const [column, cost] of costs.entries()) table.cost[column] = cost;
      replaced?.setCosts(costs);
    },
    solve(interrupt: Interrupt) {
      throwIfInterrupted(interrupt);
      const found =
        replaced === null && table.rows <= MOST_ROWS
          ? simplex.solve(() => throwIfInterrupted(interrupt))
          : null;
      if (found !== null) {
        const objective = found.columns.reduce((sum, value, column) => sum + value * table.cost[column]!, 0);
        return { objective, ...found };
      }
      if (replaced === null) {
        replaced = other();
        table.copyTo(replaced);
      }
      return replaced.solve(interrupt);
    },
    dispose() {
      replaced?.dispose();
    },
  };
}
