import { isOncePerLineup } from "../../model/once-per-lineup.ts";
import type { PortfolioPlan } from "../../model/portfolio-plan.ts";
import { seatCount } from "../../roster.ts";
import { seatsOfPicks } from "./joint/supply.ts";

/** Above any plan's count; products of it with a pool's size are exact. */
const MANY = 1e9;

/**
 * How many lineups there are at the most of which any two differ by a plan's `unique` entries: no set of entries that is
 * too large to have in common is in two of them, so those with any one entry are apart in their other seats (the bound
 * of Johnson and Schönheim on packings). Infinite where counting proves nothing.
 */
export function mostApart({ model, unique }: Pick<PortfolioPlan, "model" | "unique">): number {
  const { slots, picks, rules } = model;
  const filled = new Set(rules.flatMap((rule) => (rule.kind === "fill" ? [rule.slot] : [])));
  if (unique === 0 || filled.size < slots.length || !isOncePerLineup(model)) return Number.POSITIVE_INFINITY;
  const seated = new Map<number, number>();
  for (const [pick, bits] of seatsOfPicks(model).entries())
    if (bits !== 0) seated.set(picks.entry[pick]!, (seated.get(picks.entry[pick]!) ?? 0) | bits);
  const required = new Set(rules.flatMap((rule) => (rule.kind === "require" ? [rule.entry] : [])));
  const seats = seatCount(slots);
  // Who is in every lineup is in common, and the rest has fewer to have so.
  const rest = { people: seated.size - required.size, seats: seats - required.size };
  const tooMany = seats - unique + 1 - required.size;
  if (rest.people < rest.seats || rest.seats < 1) return Number.POSITIVE_INFINITY;
  if (tooMany < 1) return 1;
  const ofOne = packed({ people: rest.people - 1, seats: rest.seats - 1 }, tooMany - 1);
  const most = [Math.floor((rest.people * ofOne) / rest.seats)];
  // As many as those who may sit in a slot are in.
  if (required.size === 0)
    for (const [slot, { count }] of slots.entries()) {
      const people = [...seated.values()].filter((bits) => (bits >> slot) & 1).length;
      most.push(Math.floor((people * ofOne) / count));
    }
  const least = Math.min(...most);
  // That there is no lineup at all has other reasons.
  return least < 1 || least >= MANY ? Number.POSITIVE_INFINITY : least;
}

/** How many sets of `seats` people no two of which have `tooMany` in common. */
function packed({ people, seats }: { readonly people: number; readonly seats: number }, tooMany: number) {
  let most = 1;
  for (let left = tooMany - 1; left >= 0; left -= 1)
    most = Math.min(MANY, Math.floor(((people - left) * most) / (seats - left)));
  return most;
}
