import { buildModel } from "../../contests/constraints/readers/build-model.ts";
import type { ContestTable } from "../../contests/constraints/readers/contest-table.ts";
import type { Model } from "../../engine/model/model.ts";
import type { Solution } from "../../engine/solver/contract.ts";
import { allSolutions, type TestedSolver } from "../exhaustive.ts";
import fc from "../fast-check.ts";
import { hold, holdEqual, type Property, property, type Tally } from "../property.ts";
import { problemOf, type SmallRequest, smallRequest } from "../requests/small-request.ts";

/** The solutions' totals, in units of points and in the same order. */
export function totalsOf(solutions: readonly Solution[]): number[] {
  return solutions.map(({ points }) => points);
}

/**
 * Checks that `found` has the `count` best totals of `all`, the solutions of an exhaustive search, and that
 * each solution is legal and returned once.
 * @throws Error if not
 */
export function compare(
  model: Model,
  all: readonly Solution[],
  found: readonly Solution[],
  count: number,
): void {
  holdEqual(totalsOf(found), totalsOf(all.slice(0, count)), "The best totals");
  const legal = new Map(all.map(({ picks, points }) => [picks.join(), points]));
  for (const { picks, points } of found) {
    hold(
      legal.get(picks.join()) === points,
      () =>
        `Picks ${picks} of ${model.picks.entry.length} are not a lineup with ${points}, or were returned twice.`,
    );
    legal.delete(picks.join());
  }
}

/**
 * Adds one to the tally under each name whose rules change the best totals. A name that was counted `enough`
 * times is skipped, because the test takes long.
 */
export function addBinding(
  tally: Tally,
  model: Model,
  best: readonly number[],
  names: readonly string[],
  enough: number,
): void {
  for (const name of names) if (tally.of(name) < enough && binds(model, name, best)) tally.add(name);
}

/** Whether the rules with this name in their origins change the best totals. */
export function binds(model: Model, name: string, best: readonly number[]): boolean {
  const rules = model.rules.filter(({ origin }) => origin.constraint !== name);
  if (rules.length === model.rules.length) return false;
  const relaxed = allSolutions({ ...model, rules });
  return best.some((points, at) => relaxed[at]?.points !== points);
}

/** The property that a solver's N best totals for random requests are those of exhaustive search. */
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
