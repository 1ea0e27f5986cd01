import type { Model } from "../../engine/model/model.ts";
import { allSolutions, type TestedSolver } from "../exhaustive.ts";
import fc from "../fast-check.ts";
import { type Property, property } from "../property.ts";
import type { Tally } from "../tally.ts";
import { compare, totalsOf } from "./compare.ts";

interface BestProperty {
  readonly name: string;
  readonly runs: number;
  readonly models: fc.Arbitrary<Model>;
  /** The most lineups requested. */
  readonly most: number;
  readonly least: Readonly<Record<string, number>>;
  /** Errors that the solver may throw instead of an answer. */
  readonly declines?: readonly (new (...given: never[]) => Error)[] | undefined;
  /** What to count for a model that has lineups. */
  onBest(tally: Tally, runs: number, model: Model, best: readonly number[]): void;
}

/** The property that a solver's N best totals are those of exhaustive search. */
export function bestProperty(
  solver: TestedSolver,
  { name, runs, models, most, least, declines = [], onBest }: BestProperty,
): Property {
  return property<[Model, number]>({
    name,
    runs,
    drawn: [models, fc.integer({ min: 1, max: most })],
    least,
    async check(tally, cases, model, count) {
      const all = allSolutions(model);
      try {
        compare(model, all, await solver.best(model, count, {}), count);
      } catch (error) {
        if (declines.some((kind) => error instanceof kind)) return tally.add("declined");
        throw error;
      }
      if (all.length === 0) return tally.add("infeasible");
      tally.add("feasible");
      if (all.length > count) tally.add("more than requested");
      onBest(tally, cases, model, totalsOf(all.slice(0, count)));
    },
  });
}
