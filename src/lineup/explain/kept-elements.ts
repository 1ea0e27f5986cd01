import type { Model, Rule, RuleKind } from "../../engine/model/model.ts";
import { judge } from "../../engine/model/satisfies.ts";
import { type ElementSet, has, single } from "./element-set.ts";
import type { Element } from "./elements.ts";

const SEATING: ReadonlySet<RuleKind> = new Set(["fill", "seat", "unseat"]);

/**
 * The elements that the picks keep together: first as many as possible of `first`, then of the others, both
 * in order.
 */
export function keptElements(
  model: Model,
  elements: readonly Element[],
  first: ElementSet,
  picks: readonly number[],
): ElementSet {
  const { keeps, keepsSeated } = judge(model, picks);
  if (!keeps([])) return 0n;
  /** The rules about seats among the kept elements. Only in these do elements depend on each other. */
  const seating: Rule[] = [];
  let kept = 0n;
  const keep = (index: number) => {
    const { rules } = elements[index]!;
    if (!keepsSeated(rules)) return;
    if (rules.some(({ kind }) => SEATING.has(kind))) {
      const own = rules.filter(({ kind }) => SEATING.has(kind));
      if (!keeps([...seating, ...own])) return;
      seating.push(...own);
    }
    kept |= single(index);
  };
  for (let index = 0; index < elements.length; index += 1) if (has(first, index)) keep(index);
  for (let index = 0; index < elements.length; index += 1) if (!has(first, index)) keep(index);
  return kept;
}
