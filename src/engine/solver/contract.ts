import type { Model } from "../model/model.ts";
import type { Control } from "./interrupt.ts";
import type { SolverName } from "./registry.ts";

export interface Solution {
  readonly picks: readonly number[];
  /** The sum of the picks' points, in units. */
  readonly points: number;
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

/** Solutions, best first, as two typed arrays, which can be sent to other threads faster than objects. */
export interface PackedSolutions {
  /**
   * The picks of one solution after another, ascending within each. All solutions have the same number of
   * picks.
   */
  readonly picks: Int32Array;
  readonly points: Float64Array;
}

export function unpackSolutions({ picks, points }: PackedSolutions): Solution[] {
  const width = picks.length / points.length;
  const solutions: Solution[] = [];
  for (let index = 0; index < points.length; index += 1) {
    const own = new Array<number>(width);
    for (let at = 0; at < width; at += 1) own[at] = picks[index * width + at]!;
    solutions.push({ picks: own, points: points[index]! });
  }
  return solutions;
}
