import type { Model } from "../model/model.ts";
import type { SolverName } from "./registry.ts";

/** One choice of picks that satisfies a model. */
export interface Solution {
  /** Indices into `Model.picks`, ascending. */
  readonly picks: readonly number[];
  /** The sum of the picks' points, in units. */
  readonly points: number;
}

/** What may end a solve before its time. */
export interface Control {
  readonly signal?: AbortSignal | undefined;
  /** A moment of `performance.now()`; the solve throws `TimeLimitError` when it passes. */
  readonly deadline?: number | undefined;
  /** The limit in milliseconds that `deadline` ends, for the error that names it; what is left of it where absent. */
  readonly timeLimit?: number | undefined;
}

/**
 * Finds the `count` best distinct solutions of a model, best first; fewer when no more exist, none when the model
 * is infeasible. Two solutions are distinct when their picks differ. The totals are exactly the highest; which of
 * several solutions tied with the last is returned is the solver's choice, and the same on every run.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export interface Solver {
  readonly name: SolverName;
  best(model: Model, count: number, control: Control): Promise<readonly Solution[]>;
}
