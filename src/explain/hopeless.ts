import { allowedSlots } from "../model/allowed-slots.ts";
import type { Model, Rule, RuleKind } from "../model/model.ts";
import type { RuleByKind } from "../model/rule-by-kind.ts";
import { slotsOfEntries } from "./seats.ts";

/** Whether some of the rules cannot be kept, as counting shows who is left and who is required; false says nothing. */
export function isHopeless(model: Model, rules: readonly Rule[]): boolean {
  const forbidden = new Set(rules.flatMap((rule) => (rule.kind === "forbid" ? rule.entries : [])));
  const slots = slotsOfEntries(model);
  const allowed = allowedSlots(rules);
  const left: Left = {
    canPlay: (entry) => !forbidden.has(entry) && (slots[entry]! & (allowed.get(entry) ?? -1)) !== 0,
    required: new Set(rules.flatMap((rule) => (rule.kind === "require" ? [rule.entry] : []))),
  };
  return rules.some((rule) => (CONTRADICTIONS[rule.kind] as Contradiction<RuleKind>)(rule, left));
}

interface Left {
  readonly canPlay: (entry: number) => boolean;
  readonly required: ReadonlySet<number>;
}

type Contradiction<K extends RuleKind> = (rule: RuleByKind[K], left: Left) => boolean;

const never = () => false;

/** Whether too few are left for a rule, or too many required. */
const CONTRADICTIONS: { readonly [K in RuleKind]: Contradiction<K> } = {
  atLeast: ({ entries, minimum }, { canPlay }) => entries.filter(canPlay).length < minimum,
  budget: never,
  clauses: never,
  fill: never,
  forbid: never,
  groupMaximum({ groups, maximum }, { required }) {
    const sizes = new Map<number, number>();
    for (const entry of required) sizes.set(groups[entry]!, (sizes.get(groups[entry]!) ?? 0) + 1);
    sizes.delete(-1);
    return [...sizes.values()].some((size) => size > maximum);
  },
  groupsMinimum({ groups, minimum }, { canPlay }) {
    const met = new Set<number>();
    for (let entry = 0; entry < groups.length && met.size < minimum; entry += 1)
      if (groups[entry] !== -1 && canPlay(entry)) met.add(groups[entry]!);
    return met.size < minimum;
  },
  once: never,
  pairedGroup({ groups, left, right }, { canPlay }) {
    const met = new Set(left.filter(canPlay).map((entry) => groups[entry]!));
    met.delete(-1);
    return !right.some((entry) => met.has(groups[entry]!) && canPlay(entry));
  },
  require: ({ entry }, { canPlay }) => !canPlay(entry),
  seat: never,
  unseat: never,
};
