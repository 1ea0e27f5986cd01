import { SecondOpinionError, TimeLimitError, UnsupportedModelError } from "../../shared/errors.ts";
import type { Model } from "../model/model.ts";
import type { Control } from "../solver/contract.ts";
import type { SolverName } from "../solver/registry.ts";
import type { Search } from "./search.ts";

/** The result of checking lineups with another solver. */
export type SecondOpinion = {
  readonly solver: SolverName;
  /** How many totals (the points of the best lineups) the other solver computed and found equal. */
  readonly compared: number;
  /** Why not all totals were compared; absent if all were. */
  readonly reason?: string;
};

/** The totals to check, and the solver that found them. */
interface Found {
  readonly solver: SolverName;
  /** The best totals, in units of points, best first; fewer than `count` if no more exist. */
  readonly points: readonly number[];
  readonly count: number;
}

/** The time limit of a second opinion, in milliseconds. */
export const SECOND_OPINION_LIMIT = 10_000;

/** Each comparison asks for this many times as many totals as the one before. */
const COUNT_FACTOR = 4;

/**
 * Recomputes the best totals with another solver, more of them each time, until all are compared or the time
 * limit is reached.
 * @throws SecondOpinionError if a total differs; AbortedError, ClosedError, SolverFailedError.
 */
export async function secondOpinionOn(
  { solver: first, points, count }: Found,
  model: Model,
  solver: SolverName,
  search: Pick<Search, "best">,
  { signal, deadline }: Control,
): Promise<SecondOpinion> {
  if (solver === first) return { solver, compared: 0, reason: `${solver} found the lineups itself` };
  const ends = performance.now() + SECOND_OPINION_LIMIT;
  const limit = {
    signal,
    deadline: Math.min(ends, deadline ?? ends),
    timeLimit: SECOND_OPINION_LIMIT,
  };
  let compared = 0;
  try {
    for (let asked = 1; compared < count; asked = Math.min(count, COUNT_FACTOR * asked)) {
      const { solutions } = await search.best(model, asked, solver, limit);
      const own = points.slice(0, asked);
      const at = own.findIndex((total, index) => total !== solutions[index]?.points);
      const place = at === -1 && solutions.length > own.length ? own.length : at;
      if (place !== -1)
        throw new SecondOpinionError({
          place: place + 1,
          first: { solver: first, units: own[place] ?? null },
          second: { solver, units: solutions[place]?.points ?? null },
        });
      compared = asked;
      if (own.length < asked) break;
    }
  } catch (error) {
    if (error instanceof TimeLimitError)
      return { solver, compared: Math.min(compared, points.length), reason: "there was no time for more" };
    if (error instanceof UnsupportedModelError) return { solver, compared: 0, reason: error.message };
    throw error;
  }
  return { solver, compared: Math.min(compared, points.length) };
}
