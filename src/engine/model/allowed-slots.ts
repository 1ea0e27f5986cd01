import type { Rule } from "./model.ts";

/** The kinds of rules that do not limit slots; a new kind must be added here or handled below. */
type Seatless =
  | "atLeast"
  | "budget"
  | "clauses"
  | "fill"
  | "forbid"
  | "groupMaximum"
  | "groupsMinimum"
  | "once"
  | "pairedGroup"
  | "require";

/** Whether a rule limits the slots of an entry. */
export function isAboutSeats({ kind }: Rule): boolean {
  if (kind === "seat" || kind === "unseat") return true;
  kind satisfies Seatless;
  return false;
}

/** The slots, as bits, that the rules leave to each entry they mention. */
export function allowedSlots(rules: readonly Rule[]): Map<number, number> {
  const allowed = new Map<number, number>();
  const narrow = (entry: number, slots: number) => allowed.set(entry, (allowed.get(entry) ?? -1) & slots);
  for (const rule of rules) {
    if (rule.kind === "seat") narrow(rule.entry, 1 << rule.slot);
    else if (rule.kind === "unseat") for (const entry of rule.entries) narrow(entry, ~(1 << rule.slot));
    else rule.kind satisfies Seatless;
  }
  return allowed;
}
