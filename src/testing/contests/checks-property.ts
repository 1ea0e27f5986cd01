import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import { judgeOf } from "../../contests/constraints/readers/apply.ts";
import { buildModel } from "../../contests/constraints/readers/build-model.ts";
import fc from "../fast-check.ts";
import { hold, type Property, property, seededRandom } from "../property.ts";
import { problemOf, type SmallRequest, smallRequest } from "../requests/small-request.ts";
import { drawnLineups, isLegalLineup, legalPicksOf } from "./drawn-lineups.ts";

/** The number of lineups per request. */
const LINEUPS = 50;

/**
 * The property that a contest's checks of finished lineups accept exactly the lineups that exhaustive search
 * calls legal. It counts lineups and, as `only ...`, those that break one constraint alone.
 */
export function checksProperty(contest: ContestTable, runs: number): Property {
  return property<[SmallRequest, number]>({
    name: "the checks of finished lineups accept exactly what exhaustive search calls legal",
    runs,
    drawn: [smallRequest(contest, { unseated: 2 }), fc.noShrink(fc.nat(2 ** 30))],
    least: { legal: 0.05 * LINEUPS, illegal: 0.3 * LINEUPS },
    check(tally, _runs, request, seed) {
      const problem = problemOf({ contestOf: () => contest }, request);
      const model = buildModel(problem);
      const legal = legalPicksOf(model);
      const random = seededRandom(seed);
      const draw = (below: number) => Math.floor(random() * below);
      const brokenBy = judgeOf(problem);
      for (const lineup of drawnLineups(problem, model, legal, LINEUPS, draw)) {
        const violations = brokenBy(lineup);
        const isLegal = isLegalLineup(model, lineup, legal.keys);
        hold(
          (violations.length === 0) === isLegal,
          () =>
            `Exhaustive search calls a lineup ${isLegal ? "legal" : "illegal"}, the checks say ${JSON.stringify(violations)}: ${JSON.stringify(lineup)}.`,
        );
        tally.add(isLegal ? "legal" : "illegal");
        const [name, ...others] = new Set(violations.map(({ constraint }) => constraint));
        if (name !== undefined && others.length === 0) tally.add(`only ${name}`);
      }
    },
  });
}
