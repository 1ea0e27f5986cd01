import { SolverFailedError } from "../errors.ts";
import type { Model, Rule } from "../model/model.ts";
import type { Search } from "../search/search.ts";
import type { Control } from "../solver/contract.ts";
import { type ElementSet, isSubset, membersOf } from "./element-set.ts";
import type { Element } from "./elements.ts";
import { guessPicks } from "./guess.ts";
import { isHopeless } from "./hopeless.ts";
import { keptElements } from "./kept-elements.ts";

/** Tells which sets of a model's elements can be kept together. */
export interface Oracle {
  /** All elements that some choice of picks keeps with those of `set`, or null when none keeps `set`. */
  keep(set: ElementSet): Promise<ElementSet | null>;
  /** How many questions no earlier find settled. */
  readonly questions: () => number;
  /** How many questions the solver had to answer. */
  readonly solves: () => number;
}

/** Lets other work in before every question, and throws what ends the request. */
export type Breather = () => Promise<void>;

/** Asks the solver, but for what follows from earlier answers, is plain to see or lucky to guess. */
export function createOracle(
  model: Model,
  elements: readonly Element[],
  search: Pick<Search, "best">,
  control: Control,
  breathe: Breather,
): Oracle {
  const { entry, salary } = model.picks;
  const worthless = { ...model.picks, points: new Float64Array(entry.length) };
  const byPrice = [...entry.keys()].sort((a, b) => salary[a]! - salary[b]! || a - b);
  const required = new Set(model.rules.flatMap((rule) => (rule.kind === "require" ? [rule.entry] : [])));
  const kept: ElementSet[] = [];
  /** What the solver found nothing for. */
  const refused: ElementSet[] = [];
  let questions = 0;
  let solves = 0;

  /** Null when nothing keeps `set`. */
  async function find(set: ElementSet): Promise<ElementSet | null> {
    await breathe();
    const rules = membersOf(set, elements).flatMap((element): readonly Rule[] => element.rules);
    if (isHopeless(model, rules, byPrice)) return null;
    for (const picks of guessPicks(model, rules, byPrice, required)) {
      const guessed = keptElements(model, elements, set, picks);
      if (isSubset(set, guessed)) return guessed;
    }
    if (refused.some((other) => isSubset(other, set))) return null;
    return solve(set, rules);
  }

  async function solve(set: ElementSet, rules: readonly Rule[]): Promise<ElementSet | null> {
    solves += 1;
    const { solutions } = await search.best({ ...model, picks: worthless, rules }, 1, "auto", control);
    if (solutions[0] === undefined) {
      refused.push(set);
      return null;
    }
    const found = keptElements(model, elements, set, solutions[0].picks);
    if (isSubset(set, found)) return found;
    throw new SolverFailedError("A solver returned picks that break a rule of their model.");
  }

  return {
    questions: () => questions,
    solves: () => solves,
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
