import type { Interrupt } from "./interrupt.ts";

/** Columns to add: a cost and bounds each, and their values in the rows there are, one list after another. */
interface NewColumns {
  readonly cost: readonly number[];
  readonly upper: readonly number[];
  /** One element more than there are columns: where each list begins, and the end of the last. */
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
  /** One value per column. */
  readonly columns: Float64Array;
  /** One multiplier per row, at least 0 where its upper side binds and at most 0 where its lower side does. */
  readonly duals: Float64Array;
}

/**
 * A linear program that grows: the highest sum of costs, columns from 0 to their upper bounds. Each solve begins where
 * the last one ended. Numbers are doubles; whoever needs proof takes multipliers as suggestions.
 */
export interface LinearProgram {
  readonly columns: number;
  readonly rows: number;
  addColumns(columns: NewColumns): void;
  addRows(rows: readonly NewRow[]): void;
  /** Lets a column range from `lower` to `upper`. */
  bound(column: number, lower: number, upper: number): void;
  setCosts(costs: Float64Array): void;
  /**
   * Null where nothing satisfies the rows.
   * @throws AbortedError, TimeLimitError, SolverFailedError
   */
  solve(interrupt: Interrupt): LinearSolution | null;
  /** Forgets where the last solve ended. */
  dispose(): void;
}
