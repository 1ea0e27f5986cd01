import {
  allowedSlots,
  forbids,
  type Model,
  type Rule,
  requiredEntries,
  requires,
} from "../../engine/model/model.ts";
import { judge } from "../../engine/model/satisfies.ts";
import { Matching } from "../../shared/matching.ts";
import { costOf, countSeats, EVERY_SLOT, filledSlots } from "./facts.ts";
import { NOTHING, type Offer } from "./flow-oracle.ts";

/** Whether a rule is about locks, exclusions or seats. */
function isSeated(rule: Rule): boolean {
  return ["allow", "fill", "once"].includes(rule.kind) || forbids(rule) || requires(rule);
}

/**
 * Returns a function that finds the cheapest picks under the rules about locks, exclusions and seats. If
 * these picks break another rule, it returns their cost as a lower bound. Returns null in place of the
 * function if the model can pick a player in several ways, because adding picks in order of price is not
 * optimal then.
 */
export function createCheapestSeated(model: Model): ((rules: readonly Rule[]) => Offer) | null {
  const { entry, salary, slots } = model.picks;
  const pickOf = new Map<number, number>();
  for (const [pick, one] of entry.entries()) pickOf.set(one, pick);
  if (pickOf.size < entry.length) return null;
  const byPrice = [...entry.keys()].sort((one, other) => salary[one]! - salary[other]! || one - other);
  const counts = model.slots.map(({ count }) => count);
  const seats = countSeats(model, EVERY_SLOT);

  function cheapest(rules: readonly Rule[]): readonly number[] | null {
    const required = requiredEntries(rules);
    const allowed = allowedSlots(rules);
    const matching = new Matching(counts);
    const seatedIn = (pick: number) => slots[pick]! & (allowed.get(entry[pick]!) ?? -1);
    const picks: number[] = [];
    for (const one of required) {
      const pick = pickOf.get(one);
      if (pick === undefined || !matching.add(seatedIn(pick))) return null;
      picks.push(pick);
    }
    // Seats that may stay empty cost nothing, so they come first.
    const filled = filledSlots(rules);
    for (const [slot, count] of counts.entries())
      for (let seat = 0; ((filled >> slot) & 1) === 0 && seat < count; seat += 1) matching.add(1 << slot);
    const full = new Set<number>();
    for (const pick of byPrice) {
      if (matching.size === seats) break;
      const bits = seatedIn(pick);
      if (full.has(bits) || required.has(entry[pick]!)) continue;
      if (matching.add(bits)) picks.push(pick);
      else full.add(bits);
    }
    return matching.size === seats ? picks.sort((a, b) => a - b) : null;
  }

  return (rules) => {
    const picks = cheapest(rules);
    if (picks === null) return NOTHING;
    const others = rules.filter((rule) => !isSeated(rule));
    return judge(model, picks).keepsSeated(others) ? { picks } : { lowest: costOf(model, picks) };
  };
}
