import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import { buildModel } from "../../contests/constraints/readers/build-model.ts";
import { allSolutions, type TestedSolver } from "../exhaustive.ts";
import fc from "../fast-check.ts";
import { type Property, property } from "../property.ts";
import { problemOf, type SmallRequest, smallRequest } from "../requests/small-request.ts";
import { compare } from "./compare.ts";

/**
 * The property that a solver's N best totals for a contest's random requests are those of exhaustive search.
 */
export function requestProperty(solver: TestedSolver, contest: ContestTable, runs: number): Property {
  return property<[SmallRequest, number]>({
    name: `finds the N best totals of random requests of ${contest.sport} ${contest.book} ${contest.contest}`,
    runs,
    drawn: [smallRequest(contest, { unseated: 1 }), fc.integer({ min: 1, max: 6 })],
    least: { feasible: 0.25 },
    async check(tally, _runs, request, count) {
      const model = buildModel(problemOf({ contestOf: () => contest }, request));
      const all = allSolutions(model);
      compare(model, all, await solver.best(model, count, {}), count);
      tally.add(all.length === 0 ? "infeasible" : "feasible");
      if (all.length > count) tally.add("more than requested");
    },
  });
}
