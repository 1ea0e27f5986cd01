import type { Model, Rule, RuleKind } from "../model/model.ts";
import type { RuleByKind } from "../model/rule-by-kind.ts";
import { Matching } from "../shared/matching.ts";
import { Draft, EVERY_SLOT } from "./draft.ts";
import { countSeats, filledSlots, seatCounts, seatedEntries, slotsOfEntries } from "./seats.ts";

/**
 * Whether the rules contradict each other in a way that is plain to see; false says nothing. `byPrice` lists the
 * picks, the lowest-priced first.
 */
export function isHopeless(model: Model, rules: readonly Rule[], byPrice: readonly number[]): boolean {
  const forbidden = new Set(rules.flatMap((rule) => (rule.kind === "forbid" ? rule.entries : [])));
  const required = [...new Set(rules.flatMap((rule) => (rule.kind === "require" ? [rule.entry] : [])))];
  if (required.length > countSeats(model, EVERY_SLOT)) return true;
  if (required.some((entry) => forbidden.has(entry))) return true;
  const slots = slotsUnder(model, rules);
  const matching = new Matching(seatCounts(model));
  if (!required.every((entry) => matching.add(slots[entry]!))) return true;
  const fillCost = lowestFillCost(model, rules, byPrice);
  if (fillCost === null) return true;
  const left: Left = {
    canPlay: (entry) => !forbidden.has(entry) && slots[entry] !== 0,
    required,
    lowestCost: Math.max(fillCost, lowestCostOf(required, model)),
  };
  return rules.some((rule) => (CONTRADICTIONS[rule.kind] as Contradiction<RuleKind>)(rule, left));
}

interface Left {
  readonly canPlay: (entry: number) => boolean;
  readonly required: readonly number[];
  /** No picks that keep the rules cost less. */
  readonly lowestCost: number;
}

type Contradiction<K extends RuleKind> = (rule: RuleByKind[K], left: Left) => boolean;

/** Whether a rule cannot be kept given who is left and who is required. */
const CONTRADICTIONS: { readonly [K in RuleKind]: Contradiction<K> } = {
  budget: ({ maximum }, { lowestCost }) => lowestCost > maximum,
  once: () => false,
  fill: () => false,
  forbid: () => false,
  require: ({ entry }, { canPlay }) => !canPlay(entry),
  seat: () => false,
  atLeast: ({ entries, minimum }, { canPlay }) => entries.filter(canPlay).length < minimum,
  groupMaximum: ({ groups, maximum }, { required }) => {
    const sizes = new Map<number, number>();
    for (const entry of required) {
      const group = groups[entry]!;
      if (group !== -1) sizes.set(group, (sizes.get(group) ?? 0) + 1);
    }
    return [...sizes.values()].some((size) => size > maximum);
  },
  groupsMinimum: ({ groups, minimum }, { canPlay }) => {
    const met = new Set(groups.filter((_, entry) => canPlay(entry)));
    met.delete(-1);
    return met.size < minimum;
  },
  pairedGroup: ({ groups, left, right }, { canPlay }) => {
    const met = new Set(left.filter(canPlay).map((entry) => groups[entry]!));
    met.delete(-1);
    return !right.some((entry) => canPlay(entry) && met.has(groups[entry]!));
  },
};

/**
 * The least that the seats to be taken cost; null when they cannot all be taken. Role by role the lowest-priced who
 * fit are a basis of a transversal matroid, so nothing costs less; that nobody sits in two roles is left aside.
 */
function lowestFillCost(model: Model, rules: readonly Rule[], byPrice: readonly number[]): number | null {
  const { role, salary } = model.picks;
  const filled = filledSlots(rules);
  let cost = 0;
  for (const one of new Set(model.slots.map((slot) => slot.role))) {
    const slots = model.slots.reduce((bits, slot, at) => (slot.role === one ? bits | (1 << at) : bits), 0);
    const seats = countSeats(model, slots & filled);
    const draft = new Draft(model, rules);
    draft.take(
      byPrice.filter((pick) => role[pick] === one),
      seats,
      slots & filled,
    );
    if (draft.picks.length < seats) return null;
    for (const pick of draft.picks) cost += salary[pick]!;
  }
  return cost;
}

/** What the entries cost at least, each in its lowest-priced role. */
function lowestCostOf(entries: readonly number[], { picks }: Model): number {
  const lowest = new Map(entries.map((entry) => [entry, Number.POSITIVE_INFINITY]));
  for (const [pick, entry] of picks.entry.entries()) {
    const known = lowest.get(entry);
    if (known !== undefined) lowest.set(entry, Math.min(known, picks.salary[pick]!));
  }
  return [...lowest.values()].reduce((sum, cost) => sum + cost, 0);
}

function slotsUnder(model: Model, rules: readonly Rule[]): Int32Array {
  const slots = slotsOfEntries(model);
  for (const [entry, bits] of seatedEntries(rules)) slots[entry]! &= bits;
  return slots;
}
