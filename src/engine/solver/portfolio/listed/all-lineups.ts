import { UnsupportedModelError } from "../../../../shared/errors.ts";
import type { Model } from "../../../model/model.ts";
import type { Solution } from "../../contract.ts";
import type { LineupSource } from "../lineup-source.ts";

/**
 * Pools of at most this many picks can have few enough lineups to list them all, which proves more than a
 * search. For larger pools, listing is tried only in the last part of a joint search.
 */
export const SMALL_POOL = 64;

/** The most legal lineups that are listed. */
export const MOST_LISTED = 5000;

/**
 * Lists all legal lineups of a model, best first; null if there are more than `MOST_LISTED`, or if the solver
 * does not support the model. `best` should be the path engine: other solvers take minutes to find thousands
 * of lineups.
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
