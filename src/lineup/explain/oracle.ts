import type { Model } from "../../engine/model/model.ts";
import { REPORT_IT } from "../../shared/errors/message-parts.ts";
import { SolverFailedError } from "../../shared/errors.ts";
import type { Pricer } from "./cheapest.ts";
import {
  type Element,
  type ElementSet,
  firstBits,
  has,
  isSubset,
  keptElements,
  membersOf,
  setOf,
  single,
} from "./elements.ts";
import { isBeyond } from "./flow-oracle.ts";

/** Decides which sets of a model's elements can be kept together. */
export interface Oracle {
  /** Finds picks that keep `set` and returns all elements that they keep; null if there are no such picks. */
  keep(set: ElementSet): Promise<ElementSet | null>;
  /** The number of questions that needed a new computation. */
  readonly questions: () => number;
}

/**
 * Called before every question that needs a new computation: yields to other work from time to time, and
 * throws if the request has ended.
 */
export type Breather = () => Promise<void>;

/**
 * The answer for a set: if it can be kept, all elements that one choice of picks keeps (`kept`); else subsets
 * of it that cannot be kept (`broken`).
 */
export type Verdict = { readonly kept: ElementSet } | { readonly broken: readonly ElementSet[] };

/**
 * Creates an oracle that remembers the answers of `decide`. An answer also settles other sets: subsets of a
 * set that can be kept, and supersets of one that cannot.
 */
export function memoizedOracle(decide: (set: ElementSet) => Promise<Verdict>): Oracle {
  const kept: Known[] = [];
  const broken: Known[] = [];
  let questions = 0;
  return {
    questions: () => questions,
    async keep(set) {
      const first = firstBits(set);
      for (const known of kept)
        if ((first & ~known.first) === 0 && isSubset(set, known.set)) return known.set;
      for (const known of broken) if ((known.first & ~first) === 0 && isSubset(known.set, set)) return null;
      questions += 1;
      const verdict = await decide(set);
      if ("broken" in verdict) {
        for (const one of verdict.broken) broken.push({ set: one, first: firstBits(one) });
        return null;
      }
      kept.push({ set: verdict.kept, first: firstBits(verdict.kept) });
      return verdict.kept;
    },
  };
}

/** A set, and its `firstBits`. */
interface Known {
  readonly set: ElementSet;
  readonly first: number;
}

/**
 * Creates an oracle that decides by cost: a set can be kept if the cheapest picks under its other rules are
 * within its budgets.
 */
export function createOracle(
  model: Model,
  elements: readonly Element[],
  pricer: Pricer,
  breathe: Breather,
): Oracle {
  const limits = elements.map(({ rules }) =>
    rules.reduce((most, rule) => (rule.kind === "budget" ? Math.min(most, rule.maximum) : most), Infinity),
  );
  const budgets = [...limits.keys()].filter((index) => limits[index]! < Infinity);

  return memoizedOracle(async (set) => {
    await breathe();
    const rules = membersOf(set, elements).flatMap((element) => element.rules);
    const most = budgets.reduce(
      (low, index) => (has(set, index) ? Math.min(low, limits[index]!) : low),
      Infinity,
    );
    const offer = await pricer.within(rules, most);
    if ("lowest" in offer) {
      const priced = set & ~setOf(budgets);
      if (isBeyond(offer.lowest, null)) return { broken: [priced] };
      const exceeded = budgets.filter((index) => isBeyond(offer.lowest, limits[index]!));
      return { broken: exceeded.map((index) => priced | single(index)) };
    }
    const kept = keptElements(model, elements, set, offer.picks);
    if (isSubset(set, kept)) return { kept };
    throw new SolverFailedError(`A solver returned a lineup that breaks a rule. ${REPORT_IT}`);
  });
}
