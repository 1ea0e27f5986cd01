import type { Model } from "../model/model.ts";
import type { SolverName } from "./registry.ts";

export interface Solution {
  /** Indices into `Model.picks`, ascending. */
  readonly picks: readonly number[];
  /** The sum of the picks' points, in units. */
  readonly points: number;
}

export interface Control {
  readonly signal?: AbortSignal | undefined;
  /** A time on the clock `performance.now()`; at that time the solve throws `TimeLimitError`. */
  readonly deadline?: number | undefined;
  /** The time limit in milliseconds, for the error message; by default, the time left until `deadline`. */
  readonly timeLimit?: number | undefined;
}

/**
 * Finds the `count` best distinct solutions of a model, best first; fewer if no more exist, none if the model
 * is infeasible. Solutions are distinct if their picks differ. The totals are exactly the highest. Among
 * solutions tied for the last place, the solver chooses, the same way on every run.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export interface Solver {
  readonly name: SolverName;
  best(model: Model, count: number, control: Control): Promise<readonly Solution[]>;
}
