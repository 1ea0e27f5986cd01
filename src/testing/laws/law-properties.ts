import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import type { TestedSolver } from "../exhaustive.ts";
import fc from "../fast-check.ts";
import { type Property, property, seededRandom } from "../property.ts";
import { type SmallRequest, smallRequest } from "../requests/small-request.ts";
import { asking } from "./answer.ts";
import { LAWS } from "./laws.ts";

/** The fraction of requests for which a law must be decidable. */
const LEAST_DECIDABLE = 0.1;

/**
 * The laws between the best lineups of a contest's requests, each as a property of the solver and the table.
 */
export function lawProperties(solver: TestedSolver, contest: ContestTable, runs = 30): readonly Property[] {
  const ask = asking(solver, contest);
  return LAWS.map(({ name, holds }) =>
    property<[SmallRequest, number]>({
      name,
      runs,
      drawn: [smallRequest(contest, { unseated: 1 }), fc.noShrink(fc.nat(2 ** 30))],
      least: { decidable: LEAST_DECIDABLE },
      async check(tally, _runs, request, seed) {
        const random = seededRandom(seed);
        const draw = (below: number) => Math.floor(random() * below);
        tally.add((await holds({ contest, request, ask, draw })) ? "decidable" : "not decidable");
      },
    }),
  );
}
