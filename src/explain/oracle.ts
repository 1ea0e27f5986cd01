import { SolverFailedError } from "../errors.ts";
import type { Model, Rule } from "../model/model.ts";
import type { Pricer } from "./cheapest.ts";
import { type ElementSet, isSubset, membersOf, setOf } from "./element-set.ts";
import type { Element } from "./elements.ts";
import { keptElements } from "./kept-elements.ts";

/** Tells which sets of a model's elements can be kept together. */
export interface Oracle {
  /** All elements that some choice of picks keeps with those of `set`, or null when none keeps `set`. */
  keep(set: ElementSet): Promise<ElementSet | null>;
  /** How many questions no earlier find settled. */
  readonly questions: () => number;
}

/** Called before every question: lets other work in where it has waited, and throws what ends the request. */
export type Breather = () => Promise<void>;

/** What picks cost at least that keep a set of elements without a budget; infinite when there are none. */
interface Bound {
  readonly set: ElementSet;
  readonly lowest: number;
}

/** Without a budget, all but the impossible can be afforded. */
function isBeyond(lowest: number, most: number): boolean {
  return lowest > most || lowest === Number.POSITIVE_INFINITY;
}

/** A set can be kept when what its other rules cost at least is within its budgets. */
export function createOracle(
  model: Model,
  elements: readonly Element[],
  pricer: Pricer,
  breathe: Breather,
): Oracle {
  const budgets = setOf(
    [...elements.keys()].filter((index) => elements[index]!.rules.some(({ kind }) => kind === "budget")),
  );
  const kept: ElementSet[] = [];
  const bounds: Bound[] = [];
  let questions = 0;

  async function find(set: ElementSet): Promise<ElementSet | null> {
    const rules = membersOf(set, elements).flatMap((element): readonly Rule[] => element.rules);
    const most = rules.reduce(
      (least, rule) => (rule.kind === "budget" ? Math.min(least, rule.maximum) : least),
      Number.POSITIVE_INFINITY,
    );
    if (bounds.some(({ set: part, lowest }) => isSubset(part, set) && isBeyond(lowest, most))) return null;
    await breathe();
    const offer = await pricer.within(rules, most);
    if ("lowest" in offer) {
      bounds.push({ set: set & ~budgets, lowest: offer.lowest });
      return null;
    }
    const found = keptElements(model, elements, set, offer.picks);
    if (isSubset(set, found)) return found;
    throw new SolverFailedError("A solver returned picks that break a rule of their model.");
  }

  return {
    questions: () => questions,
    async keep(set) {
      const known = kept.find((other) => isSubset(set, other));
      if (known !== undefined) return known;
      questions += 1;
      const found = await find(set);
      if (found !== null) kept.push(found);
      return found;
    },
  };
}
