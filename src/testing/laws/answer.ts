import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import { buildModel } from "../../contests/constraints/readers/build-model.ts";
import { seatSolutions } from "../../lineup/document/seat-solutions.ts";
import { InvalidRequestError } from "../../shared/errors.ts";
import type { TestedSolver } from "../exhaustive.ts";
import { problemOf, type SmallRequest } from "../requests/small-request.ts";

/** One of the best lineups, in the form that laws compare. */
export interface Answer {
  /** Units of points. */
  readonly units: number;
  readonly seats: readonly {
    readonly uuid: string;
    readonly kind: "player" | "team";
    readonly slot: string;
    readonly positions: readonly string[];
  }[];
}

/** Returns a request's best lineups, best first; null for a request that is refused before it is solved. */
export type Ask = (request: SmallRequest, count?: number) => Promise<readonly Answer[] | null>;

/** An `Ask` that runs the solver on a contest's requests. */
export function asking(solver: TestedSolver, contest: ContestTable): Ask {
  return async (request, count = 1) => {
    const problem = readable(contest, request);
    if (problem === null) return null;
    const model = buildModel(problem);
    const found = await solver.best(model, count, {});
    const seated = seatSolutions(model, found);
    return found.map(({ points }, at) => ({
      units: points,
      seats: (seated[at] ?? []).map(({ entry, slot }) => {
        const { uuid, kind, positions } = problem.entries[entry]!;
        return { uuid, kind, positions, slot: contest.slots[slot]!.name };
      }),
    }));
  };
}

function readable(contest: ContestTable, request: SmallRequest) {
  try {
    return problemOf({ contestOf: () => contest }, request);
  } catch (error) {
    if (error instanceof InvalidRequestError) return null;
    throw error;
  }
}
