import type { Model, Origin, Rule } from "../../engine/model/model.ts";

/** A contest rule or request field as users know it: the model's rules that it stands for, kept or dropped together. */
export interface Element {
  readonly origin: Origin;
  readonly rules: readonly [Rule, ...Rule[]];
}

/** A model's elements: request fields first, then slots, then the contest's other rules, each in the model's order. */
export function elementsOf(model: Model): Element[] {
  const grouped = new Map<string, [Rule, ...Rule[]]>();
  for (const rule of model.rules) {
    const { constraint, pointer, words } = rule.origin;
    const key = JSON.stringify([constraint, pointer, words]);
    const siblings = grouped.get(key);
    if (siblings) siblings.push(rule);
    else grouped.set(key, [rule]);
  }
  const elements = [...grouped.values()].map((rules): Element => ({ origin: rules[0].origin, rules }));
  const rank = ({ origin, rules: [rule] }: Element) =>
    origin.pointer !== null ? 0 : rule.kind === "fill" ? 1 : 2;
  return elements.toSorted((a, b) => rank(a) - rank(b));
}
