import type { Rule, RuleKind } from "./model.ts";
import { type RuleByKind, readerOf } from "./rule-by-kind.ts";

/** Whose seats a rule speaks of, and the slots, as bits, that it leaves them; null where it speaks of none. */
type Reader<K extends RuleKind> = (
  rule: RuleByKind[K],
) => { readonly entries: readonly number[]; readonly slots: number } | null;

const none = () => null;

const SPEAKS_OF: { readonly [K in RuleKind]: Reader<K> } = {
  atLeast: none,
  budget: none,
  clauses: none,
  fill: none,
  forbid: none,
  groupMaximum: none,
  groupsMinimum: none,
  once: none,
  pairedGroup: none,
  require: none,
  seat: ({ entry, slot }) => ({ entries: [entry], slots: 1 << slot }),
  unseat: ({ entries, slot }) => ({ entries, slots: ~(1 << slot) }),
};

/** Whether a rule narrows where someone may sit. */
export function isAboutSeats({ kind }: Rule): boolean {
  return readerOf(SPEAKS_OF, kind, "in use") !== none;
}

/** The slots, as bits, that the rules leave each entry whose seats they speak of. */
export function allowedSlots(rules: readonly Rule[]): Map<number, number> {
  const allowed = new Map<number, number>();
  for (const rule of rules) {
    const read = readerOf(SPEAKS_OF, rule.kind, "in use") as Reader<RuleKind>;
    const spoken = read(rule);
    if (spoken === null) continue;
    for (const entry of spoken.entries) allowed.set(entry, (allowed.get(entry) ?? -1) & spoken.slots);
  }
  return allowed;
}
