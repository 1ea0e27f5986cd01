import type { Model } from "../../engine/model/model.ts";
import type { Solution } from "../../engine/solver/contract.ts";
import { allSolutions } from "../exhaustive.ts";
import type { Tally } from "../property.ts";
import { hold, holdEqual } from "../property.ts";

/** The totals, best first. */
export function totalsOf(solutions: readonly Solution[]): number[] {
  return solutions.map(({ points }) => points);
}

/**
 * Checks that the totals are those of exhaustive search, and that each solution is legal by it and returned
 * once.
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
 * Counts the kinds of rules that change the best totals, each until there are `enough`, since deciding it
 * takes a second exhaustive search.
 */
export function addBinding(
  tally: Tally,
  model: Model,
  best: readonly number[],
  kinds: readonly string[],
  enough: number,
): void {
  for (const kind of kinds) if (tally.of(kind) < enough && binds(model, kind, best)) tally.add(kind);
}

/** Whether the rules of this kind change the best totals. */
export function binds(model: Model, kind: string, best: readonly number[]): boolean {
  if (!model.rules.some((rule) => rule.kind === kind)) return false;
  const relaxed = allSolutions({ ...model, rules: model.rules.filter((rule) => rule.kind !== kind) });
  return best.some((points, at) => relaxed[at]?.points !== points);
}
