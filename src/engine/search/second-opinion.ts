import { SecondOpinionError, TimeLimitError, UnsupportedModelError } from "../../shared/errors.ts";
import type { Model } from "../model/model.ts";
import type { Control } from "../solver/contract.ts";
import type { SolverName } from "../solver/registry.ts";
import type { Search } from "./search.ts";

/** What another solver said of lineups that were found. */
export type SecondOpinion = {
  readonly solver: SolverName;
  /** How many of the best totals it was asked for and found equal. */
  readonly compared: number;
  /** Why it did not compare all of them; absent where it did. */
  readonly reason?: string;
};

/** What was found, and by whom. */
interface Found {
  readonly solver: SolverName;
  /** Units of points, best first; fewer than `count` where there are no more. */
  readonly points: readonly number[];
  readonly count: number;
}

/** Milliseconds that a second opinion may take. */
export const SECOND_OPINION_LIMIT = 10_000;

/** How many times as many totals are asked for next. */
const GROWTH = 4;

/**
 * Has another solver find the best totals anew, more and more of them, as far as it gets within the limit.
 * @throws SecondOpinionError if it finds others; AbortedError, ClosedError, SolverFailedError.
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
    for (let asked = 1; compared < count; asked = Math.min(count, GROWTH * asked)) {
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
