import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import { judgeOf } from "../../contests/constraints/readers/apply.ts";
import { buildModel } from "../../contests/constraints/readers/build-model.ts";
import type { Problem } from "../../contests/problem/problem.ts";
import type { Model } from "../../engine/model/model.ts";
import type { InfeasibleError } from "../../shared/errors.ts";
import type { TestedSolver } from "../exhaustive.ts";
import { hold, type Property, property } from "../property.ts";
import {
  breakableRules,
  breakingRequest,
  feasibleRequest,
  type StagedRequest,
  seatsOf,
  stagedProblem,
} from "../requests/staged-request.ts";

/** Explains why a model has no lineup. */
export type Explain = (problem: Problem, model: Model) => Promise<InfeasibleError>;

/** The property that a request built around a lineup has a lineup that is at least as good. */
export function feasibleProperty(solver: TestedSolver, contest: ContestTable, runs: number): Property {
  return property<[StagedRequest]>({
    name: "a request that is feasible by construction has a lineup",
    runs,
    drawn: [feasibleRequest(contest)],
    async check(tally, _runs, request) {
      const problem = stagedProblem(contest, request);
      const [best] = await solver.best(buildModel(problem), 1, {});
      const known = seatsOf(problem, request).reduce((sum, { entry, slot }) => {
        const times = contest.slots[slot]!.pointsMultiplier;
        return sum + Math.round(problem.entries[entry]!.points * times * 1e10);
      }, 0);
      hold(
        best !== undefined && best.points >= known,
        () => `A lineup of ${known} units exists; the best found is ${best?.points ?? "none"}.`,
      );
      tally.add(best?.points === known ? "is the best" : "has a better lineup");
    },
  });
}

/**
 * For each rule that a lineup can break alone, a property of requests whose only lineup breaks it: there is
 * no lineup, the checks and an explanation name that rule, and without the rule there is a lineup.
 */
export function breakingProperties(
  solver: TestedSolver,
  contest: ContestTable,
  { runs, explain }: { readonly runs: number; readonly explain: Explain },
): readonly Property[] {
  return breakableRules(contest).map((rule) =>
    property<[StagedRequest]>({
      name: `a request whose only lineup breaks ${rule} has none`,
      runs,
      drawn: [breakingRequest(contest, rule)],
      async check(tally, _runs, request) {
        const problem = stagedProblem(contest, request);
        const model = buildModel(problem);
        const broken = [...new Set(judgeOf(problem)(seatsOf(problem, request)).map((one) => one.constraint))];
        hold(
          broken.join() === rule,
          () => `The checks name ${broken.join(" and ") || "nothing"}, not ${rule}.`,
        );
        const found = await solver.best(model, 1, {});
        hold(found.length === 0, () => `A lineup was found although ${rule} allows none.`);
        const { conflicts } = await explain(problem, model);
        hold(
          rule === "player-once" || conflicts.some(({ constraint }) => constraint === rule),
          () =>
            `The explanation names ${conflicts.map(({ constraint }) => constraint).join(", ")}, not ${rule}.`,
        );
        tally.add("explained");
        // In one role, no player can be picked twice anyway.
        if (rule === "player-once") return;
        const rules = model.rules.filter(({ origin }) => origin.constraint !== rule);
        const without = await solver.best({ ...model, rules }, 1, {});
        hold(without.length === 1, () => `Without ${rule} there is no lineup either.`);
        tally.add("has a lineup without it");
      },
    }),
  );
}
