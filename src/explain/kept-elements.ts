import type { Model, Rule, RuleKind } from "../model/model.ts";
import { judge } from "../model/satisfies.ts";
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
  const { keeps, keepsSeated } = judge(model, picks);
  if (!keeps([])) return 0n;
  const order = [...elements.keys()];
  /** What the kept elements say about seats: the one thing in which elements depend on each other. */
  const seating: Rule[] = [];
  let kept = 0n;
  for (const index of [...order.filter((at) => has(first, at)), ...order.filter((at) => !has(first, at))]) {
    const { rules } = elements[index]!;
    const own = rules.filter(({ kind }) => SEATING.has(kind));
    if (!keepsSeated(rules) || (own.length > 0 && !keeps([...seating, ...own]))) continue;
    seating.push(...own);
    kept |= single(index);
  }
  return kept;
}
