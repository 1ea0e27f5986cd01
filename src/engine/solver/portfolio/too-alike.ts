import { atLeast, isOncePerLineup, requiredEntries } from "../../model/model.ts";
import { picksThatPass } from "../../model/passed-shares.ts";
import type { PortfolioPlan } from "../../model/portfolio-plan.ts";
import { seatCount } from "../../roster.ts";
import { seatsOfPicks } from "./joint/capacity-bound.ts";

/** Above any plan's count; products of it with a pool's size are exact. */
const MANY = 1e9;

/**
 * An upper bound on the number of lineups that pairwise differ by a plan's `unique` entries (the Johnson and Schönheim
 * bounds on packings): no set of entries above the allowed overlap occurs in two of them, so the lineups with a given
 * entry differ in their other seats. Infinite if counting proves nothing.
 */
export function mostApart({ model, unique }: Pick<PortfolioPlan, "model" | "unique">): number {
  const { slots, picks, rules } = model;
  const filled = new Set(rules.flatMap((rule) => (rule.kind === "fill" ? [rule.slot] : [])));
  if (unique === 0 || filled.size < slots.length || !isOncePerLineup(model)) return Number.POSITIVE_INFINITY;
  const seated = new Map<number, number>();
  for (const [pick, bits] of seatsOfPicks(model).entries())
    if (bits !== 0) seated.set(picks.entry[pick]!, (seated.get(picks.entry[pick]!) ?? 0) | bits);
  const required = requiredEntries(rules);
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

/** Rules that are made to count alone are told to nobody. */
const NO_ORIGIN = { constraint: "lock", pointer: null, words: "" };

/** That an entry is in so many of the lineups. */
interface Asked {
  readonly entry: number;
  readonly least: number;
  /** The plan's share that says so; null where a rule of every lineup does. */
  readonly share: number | null;
}

/**
 * Shares that ask for the same entries so often that two lineups have more in common than `unique` leaves, by counting.
 * Null where counting proves nothing.
 */
export function sharesTooAlike(plan: PortfolioPlan): readonly number[] | null {
  if (plan.unique === 0) return null;
  const seats = seatCount(plan.model.slots);
  const tooMany = seats - plan.unique + 1;
  const areTooAlike = (those: readonly Asked[]) =>
    holdTooMany(those, tooMany, plan.count) || holdAllTooOften(those, plan);
  const all = asked(plan);
  // From here on lineups may hold as many sets of entries as they can.
  const enough = plan.count * choose(seats, tooMany);
  for (let size = 1; size <= all.length && choose(size, tooMany) < enough; size += 1) {
    if (!areTooAlike(all.slice(0, size))) continue;
    let left = all.slice(0, size);
    for (const one of left) {
      const others = left.filter((other) => other !== one);
      if (areTooAlike(others)) left = others;
    }
    return left.flatMap(({ share }) => (share === null ? [] : [share])).sort((a, b) => a - b);
  }
  return null;
}

/** The entries with a required number of lineups, by the highest requirement on each; highest first. */
function asked({ model: { picks, rules }, shares, count }: PortfolioPlan): readonly Asked[] {
  const byEntry = new Map<number, Asked>();
  for (const entry of requiredEntries(rules)) byEntry.set(entry, { entry, least: count, share: null });
  for (const [share, { tests, least }] of shares.entries()) {
    const entries = new Set(Array.from(picksThatPass(tests) ?? [], (pick) => picks.entry[pick]!));
    const [entry] = entries;
    if (entry === undefined || entries.size > 1 || least <= (byEntry.get(entry)?.least ?? 0)) continue;
    byEntry.set(entry, { entry, least, share });
  }
  return [...byEntry.values()].sort((a, b) => b.least - a.least);
}

/**
 * No set of entries that is too large to have in common is in two lineups. Where lineups have as many of the entries
 * asked for as each other, they hold the fewest such sets: whether those are more than there are.
 */
function holdTooMany(those: readonly Asked[], tooMany: number, count: number): boolean {
  const times = those.reduce((sum, { least }) => sum + least, 0);
  const each = Math.floor(times / count);
  const more = times - each * count;
  const held = (count - more) * choose(each, tooMany) + more * choose(each + 1, tooMany);
  return held > choose(those.length, tooMany);
}

/** Whether more lineups have all of the entries than can be apart in their other seats. */
function holdAllTooOften(those: readonly Asked[], { model, unique, count }: PortfolioPlan): boolean {
  const together = count - those.reduce((sum, { least }) => sum + count - least, 0);
  if (together < 2) return false;
  const rule = { ...atLeast(those.map(({ entry }) => entry)), origin: NO_ORIGIN };
  return together > mostApart({ model: { ...model, rules: [...model.rules, rule] }, unique });
}

/** How many sets of `size` there are of so many. */
function choose(of: number, size: number): number {
  let sets = 1;
  for (let at = 0; at < size; at += 1) sets = (sets * (of - at)) / (at + 1);
  return sets;
}
