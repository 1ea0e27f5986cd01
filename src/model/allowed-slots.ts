import type { Rule } from "./model.ts";

/** The slots, as bits, that the rules leave each entry whose seats they speak of. */
export function allowedSlots(rules: readonly Rule[]): Map<number, number> {
  const allowed = new Map<number, number>();
  const narrow = (entry: number, slots: number) => allowed.set(entry, (allowed.get(entry) ?? -1) & slots);
  for (const rule of rules) {
    if (rule.kind === "seat") narrow(rule.entry, 1 << rule.slot);
    if (rule.kind === "unseat") for (const entry of rule.entries) narrow(entry, ~(1 << rule.slot));
  }
  return allowed;
}
