import type { Model, Rule } from "../model/model.ts";
import type { Search } from "../search/search.ts";
import type { Control } from "../solver/contract.ts";
import { type ElementSet, isSubset, membersOf } from "./element-set.ts";
import type { Element } from "./elements.ts";
import { keptElements } from "./kept-elements.ts";

/** Tells which sets of a model's elements can be kept together. */
export interface Oracle {
  /** All elements that some choice of picks keeps with those of `set`, or null when none keeps `set`. */
  keep(set: ElementSet): Promise<ElementSet | null>;
  /** How often the solver was asked. */
  readonly asked: () => number;
}

/** Asks the solver, but for what follows from its earlier answers. */
export function createOracle(
  model: Model,
  elements: readonly Element[],
  search: Pick<Search, "best">,
  control: Control,
): Oracle {
  const kept: ElementSet[] = [];
  const broken: ElementSet[] = [];
  const worthless = { ...model.picks, points: new Float64Array(model.picks.points.length) };
  let asked = 0;
  return {
    asked: () => asked,
    async keep(set) {
      const known = kept.find((other) => isSubset(set, other));
      if (known !== undefined) return known;
      if (broken.some((other) => isSubset(other, set))) return null;
      asked += 1;
      const rules = membersOf(set, elements).flatMap((element): readonly Rule[] => element.rules);
      const { solutions } = await search.best({ ...model, picks: worthless, rules }, 1, "auto", control);
      const solution = solutions[0];
      if (solution === undefined) {
        broken.push(set);
        return null;
      }
      const all = keptElements(model, elements, set, solution.picks);
      kept.push(all);
      return all;
    },
  };
}
