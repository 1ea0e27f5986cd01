import type { Interrupt } from "./interrupt.ts";

/**
 * Columns to add, with their values in existing rows: those of column i are at `starts[i]` to `starts[i + 1]`
 * - 1 of `rows` and `values`.
 */
interface NewColumns {
  readonly cost: readonly number[];
  readonly upper: readonly number[];
  readonly starts: readonly number[];
  readonly rows: readonly number[];
  readonly values: readonly number[];
}

interface NewRow {
  readonly columns: readonly number[];
  readonly values: readonly number[];
  readonly lower: number;
  readonly upper: number;
}

interface LinearSolution {
  readonly objective: number;
  readonly columns: Float64Array;
  readonly duals: Float64Array;
}

/**
 * A linear program to maximize; columns range from 0 to their upper bounds. Each solve starts from the last
 * basis. Results have rounding errors, so proofs must not depend on exact duals.
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
  dispose(): void;
}
