import { UnsupportedModelError } from "../../../../shared/errors.ts";
import type { Model } from "../../../model/model.ts";
import type { Solution } from "../../contract.ts";
import type { LineupSource } from "../lineup-source.ts";

/** Pools of so many picks may have so few lineups that listing them all settles more than further search does. */
export const SMALL_POOL = 64;

/** Models with at most so many legal lineups are settled by listing them all. */
export const MOST_LISTED = 5000;

/**
 * All legal lineups of a model, best first; null where there are more than can be listed, or the solver cannot state the
 * model. Give it the path engine: other solvers take minutes to find thousands of lineups.
 * @throws AbortedError, TimeLimitError, SolverFailedError
 */
export async function allLineups(best: LineupSource, model: Model): Promise<readonly Solution[] | null> {
  try {
    const found = await best(model, MOST_LISTED + 1);
    return found.length > MOST_LISTED ? null : found;
  } catch (error) {
    if (error instanceof UnsupportedModelError) return null;
    throw error;
  }
}
