import type { Interrupt } from "./interrupt.ts";

/**
 * Columns to add. Each has a cost, an upper bound, and values in existing rows. `rows` lists the row numbers
 * of the first column, then of the second, and so on; `values` has the column's value in each of them.
 */
interface NewColumns {
  readonly cost: readonly number[];
  readonly upper: readonly number[];
  /**
   * The index in `rows` and `values` at which each column starts; one more element has the end of the last
   * column.
   */
  readonly starts: readonly number[];
  readonly rows: readonly number[];
  readonly values: readonly number[];
}

/** A row to add: `lower <= sum of values[i] * column columns[i] <= upper`; a side may be infinite. */
interface NewRow {
  readonly columns: readonly number[];
  readonly values: readonly number[];
  readonly lower: number;
  readonly upper: number;
}

interface LinearSolution {
  readonly objective: number;
  readonly columns: Float64Array;
  /** One dual per row: at least 0 if its upper side binds, at most 0 if its lower side does. */
  readonly duals: Float64Array;
}

/**
 * A linear program to which columns and rows can be added. It maximizes the sum of the columns' costs times
 * their values; columns range from 0 to their upper bounds. Each solve starts from the last basis. Results
 * have rounding errors, so proofs must not depend on exact duals.
 */
export interface LinearProgram {
  readonly columns: number;
  readonly rows: number;
  addColumns(columns: NewColumns): void;
  addRows(rows: readonly NewRow[]): void;
  bound(column: number, lower: number, upper: number): void;
  setCosts(costs: Float64Array): void;
  /** Solves the program; null if it is infeasible. @throws AbortedError, TimeLimitError, SolverFailedError */
  solve(interrupt: Interrupt): LinearSolution | null;
  /** Frees the memory, including the last basis. */
  dispose(): void;
}
