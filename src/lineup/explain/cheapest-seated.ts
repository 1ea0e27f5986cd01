import { allowedSlots } from "../../engine/model/allowed-slots.ts";
import type { Model, Rule, RuleKind } from "../../engine/model/model.ts";
import { Matching } from "../../shared/matching.ts";
import { countSeats, EVERY_SLOT, filledSlots, seatCounts } from "./seats.ts";

/** Kinds of rules about locks, exclusions and seats. */
const SEATED: ReadonlySet<RuleKind> = new Set(["fill", "forbid", "once", "require", "seat", "unseat"]);

/** Whether `createCheapestSeated` accounts for a rule. */
export function isSeated({ kind }: Rule): boolean {
  return SEATED.has(kind);
}

/** The cheapest picks, ascending, that keep those of the rules that are of a `SEATED` kind; null if no picks do. */
type CheapestSeated = (rules: readonly Rule[]) => readonly number[] | null;

/**
 * A greedy algorithm. If every entry has only one pick, the sets of picks that can be seated together form a transversal
 * matroid, so adding picks in order of price is optimal. Null for other models.
 */
export function createCheapestSeated(model: Model): CheapestSeated | null {
  const { entry, salary, slots } = model.picks;
  const pickOf = new Map<number, number>();
  for (const [pick, one] of entry.entries()) pickOf.set(one, pick);
  if (pickOf.size < entry.length) return null;
  const byPrice = (one: number, other: number) => salary[one]! - salary[other]! || one - other;
  const shortlist = shortlistOf(model, byPrice);
  const counts = seatCounts(model);
  const seats = countSeats(model, EVERY_SLOT);

  return (rules) => {
    const forbidden = new Set<number>();
    const required = new Set<number>();
    for (const rule of rules) {
      if (rule.kind === "forbid") for (const one of rule.entries) forbidden.add(one);
      if (rule.kind === "require") required.add(rule.entry);
    }
    const allowed = allowedSlots(rules);
    const matching = new Matching(counts);
    const seatedIn = (pick: number) => slots[pick]! & (allowed.get(entry[pick]!) ?? -1);
    const picks: number[] = [];
    for (const one of required) {
      const pick = pickOf.get(one);
      if (pick === undefined || forbidden.has(one) || !matching.add(seatedIn(pick))) return null;
      picks.push(pick);
    }
    // Seats that may stay empty cost nothing, so they come first.
    const filled = filledSlots(rules);
    for (const [slot, count] of counts.entries())
      for (let seat = 0; ((filled >> slot) & 1) === 0 && seat < count; seat += 1) matching.add(1 << slot);
    const full = new Set<number>();
    for (const pick of shortlist) {
      if (matching.size === seats) break;
      const one = entry[pick]!;
      const bits = seatedIn(pick);
      if (full.has(bits) || required.has(one) || forbidden.has(one)) continue;
      if (matching.add(bits)) picks.push(pick);
      else full.add(bits);
    }
    return matching.size === seats ? picks.sort((a, b) => a - b) : null;
  };
}

/**
 * The picks that can be among the cheapest, by price. Of picks that fit the same slots and that the same rules name, as
 * many as there are seats are enough.
 */
function shortlistOf(model: Model, byPrice: (one: number, other: number) => number): readonly number[] {
  const { entry, slots } = model.picks;
  const named = new Map<number, string>();
  for (const [index, rule] of model.rules.entries())
    for (const one of namedBy(rule)) named.set(one, `${named.get(one) ?? ""} ${index}`);
  const seats = countSeats(model, EVERY_SLOT);
  const interchangeable = new Map<string, number>();
  return [...entry.keys()].sort(byPrice).filter((pick) => {
    const kind = `${slots[pick]!}${named.get(entry[pick]!) ?? ""}`;
    const before = interchangeable.get(kind) ?? 0;
    interchangeable.set(kind, before + 1);
    return before < seats;
  });
}

function namedBy(rule: Rule): readonly number[] {
  if (rule.kind === "forbid" || rule.kind === "unseat") return rule.entries;
  return rule.kind === "seat" || rule.kind === "require" ? [rule.entry] : [];
}
