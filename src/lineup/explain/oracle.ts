import type { Model, Rule } from "../../engine/model/model.ts";
import { SolverFailedError } from "../../shared/errors.ts";
import type { Pricer } from "./cheapest.ts";
import { type Element, type ElementSet, firstBits, has, isSubset, keptElements, setOf } from "./elements.ts";
import { isBeyond } from "./flow-oracle.ts";

/** Decides which sets of a model's elements can be kept together. */
export interface Oracle {
  /**
   * Finds picks that keep `set` and returns all elements that these picks keep; null if no picks keep `set`.
   */
  keep(set: ElementSet): Promise<ElementSet | null>;
  /** The number of questions that needed a new computation. */
  readonly questions: () => number;
}

/** Called before every question: yields to other work from time to time, and throws if the request has ended. */
export type Breather = () => Promise<void>;

/** A set that can be kept. */
interface Kept {
  readonly set: ElementSet;
  readonly first: number;
}

/** A lower bound on the cost of picks that keep a set of elements, none of which is a budget; infinite if there are no such picks. */
interface Bound extends Kept {
  readonly lowest: number;
}

/** Answers by cost: a set can be kept if the cheapest picks under its other rules are within its budgets. */
export function createOracle(
  model: Model,
  elements: readonly Element[],
  pricer: Pricer,
  breathe: Breather,
): Oracle {
  const budgets = setOf(
    [...elements.keys()].filter((index) => elements[index]!.rules.some(({ kind }) => kind === "budget")),
  );
  const kept: Kept[] = [];
  const bounds: Bound[] = [];
  let questions = 0;

  async function find(set: ElementSet, first: number): Promise<ElementSet | null> {
    const rules: Rule[] = [];
    let most = Number.POSITIVE_INFINITY;
    for (const [index, element] of elements.entries()) {
      if (!has(set, index)) continue;
      for (const rule of element.rules) {
        rules.push(rule);
        if (rule.kind === "budget") most = Math.min(most, rule.maximum);
      }
    }
    for (const bound of bounds)
      if ((bound.first & ~first) === 0 && isBeyond(bound.lowest, most) && isSubset(bound.set, set))
        return null;
    await breathe();
    const offer = await pricer.within(rules, most);
    if ("lowest" in offer) {
      const priced = set & ~budgets;
      bounds.push({ set: priced, first: firstBits(priced), lowest: offer.lowest });
      return null;
    }
    const found = keptElements(model, elements, set, offer.picks);
    if (isSubset(set, found)) return found;
    throw new SolverFailedError("A solver returned picks that break a rule of their model.");
  }

  return {
    questions: () => questions,
    async keep(set) {
      const first = firstBits(set);
      for (const known of kept)
        if ((first & ~known.first) === 0 && isSubset(set, known.set)) return known.set;
      questions += 1;
      const found = await find(set, first);
      if (found !== null) kept.push({ set: found, first: firstBits(found) });
      return found;
    },
  };
}
