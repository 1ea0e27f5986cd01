import type { Model, Rule, RuleKind } from "../model/model.ts";
import { satisfies } from "../model/satisfies.ts";
import { type ElementSet, has, single } from "./element-set.ts";
import type { Element } from "./elements.ts";

const SEATING: ReadonlySet<RuleKind> = new Set(["fill", "seat", "unseat"]);

/** All elements that the picks keep together: as many of `first` as they can, then of the others, each in order. */
export function keptElements(
  model: Model,
  elements: readonly Element[],
  first: ElementSet,
  picks: readonly number[],
): ElementSet {
  const order = [...elements.keys()];
  /** What the kept elements say about seats: the one thing in which elements depend on each other. */
  const seating: Rule[] = [];
  let kept = 0n;
  for (const index of [...order.filter((at) => has(first, at)), ...order.filter((at) => !has(first, at))]) {
    const { rules } = elements[index]!;
    if (!satisfies({ ...model, rules: [...seating, ...rules] }, picks)) continue;
    seating.push(...rules.filter(({ kind }) => SEATING.has(kind)));
    kept |= single(index);
  }
  return kept;
}
