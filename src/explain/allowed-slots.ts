import type { Model, Rule } from "../model/model.ts";

/** The slots, as bits, that a pick may sit in under the rules. */
export function allowedSlots(model: Model, pick: number, rules: readonly Rule[]): number {
  let mask = model.picks.slots[pick]!;
  for (const rule of rules) {
    if (rule.kind === "seat" && rule.entry === model.picks.entry[pick]) mask &= 1 << rule.slot;
  }
  return mask;
}
