import { allowedSlots, isOncePerLineup, type Model } from "../../../model/model.ts";
import type { PortfolioPlan } from "../../../model/portfolio-plan.ts";
import { entryRows, type Row, shareRow } from "./rows.ts";
import { readShares } from "./shares.ts";

/** A set of picks: at most `most` lineups of the portfolio have one of them, and no lineup has two. */
interface Supply {
  readonly picks: ReadonlySet<number>;
  readonly most: number;
  /** The index of the plan's share that sets this limit; null if no share does. */
  readonly share: number | null;
}

/**
 * `capacityBound` checks a plan only if some share lets at most this fraction of the lineups have its
 * players. For other plans, dual prices find such contradictions as fast.
 */
const SMALL_SHARE = 1 / 16;

/**
 * Finds, by counting, shares that leave too few players for some slots: all lineups together need more
 * players there than the maximums allow. Returns the indices of these shares; null if counting proves
 * nothing.
 */
export function capacityBound(plan: PortfolioPlan): readonly number[] | null {
  const { count, model } = plan;
  const shares = readShares(plan)
    .map((read) => ({ row: shareRow(read, count), share: read.index }))
    .filter(({ row }) => row.kind === "picks" && row.upper < count);
  if (shares.every(({ row }) => row.upper > SMALL_SHARE * count)) return null;
  const supplies = [
    ...shares.flatMap(({ row, share }) => supplyOf(row, share)),
    ...entryRows(plan).flatMap((row) => supplyOf(row, null)),
    ...limitsOfAll(plan),
  ].sort((a, b) => a.most * b.picks.size - b.most * a.picks.size);
  const filled = model.rules.reduce(
    (bits, rule) => (rule.kind === "fill" ? bits | (1 << rule.slot) : bits),
    0,
  );
  const seated = seatsOfPicks(model);
  for (const slots of new Set([...model.slots.keys()].map((slot) => 1 << slot).concat(seated))) {
    // A player without a slot takes no seat.
    if (slots === 0 || (slots & ~filled) !== 0) continue;
    const seats = model.slots.reduce((sum, own, slot) => sum + ((slots >> slot) & 1) * own.count, 0);
    const lacking = lackingFor(supplies, seated, slots, count * seats);
    if (lacking !== null) return lacking;
  }
  return null;
}

/** Per pick, the slots that it may take under the model's rules, as bits. */
function seatsOfPicks({ picks, rules }: Model): number[] {
  const allowed = allowedSlots(rules);
  return Array.from(picks.entry, (entry, pick) => picks.slots[pick]! & (allowed.get(entry) ?? -1));
}

function supplyOf(row: Row, share: number | null): Supply[] {
  return row.kind === "picks" ? [{ picks: row.picks, most: row.upper, share }] : [];
}

/**
 * The limits that hold without any share: each lineup has a player at most once. If lineups can have a player
 * twice, they have each pick at most once.
 */
function limitsOfAll({ model, count }: PortfolioPlan): Supply[] {
  const { picks } = model;
  const isOnce = isOncePerLineup(model);
  const members = new Map<number, Set<number>>();
  for (const [pick, entry] of picks.entry.entries()) {
    const owner = isOnce ? entry : pick;
    members.set(owner, (members.get(owner) ?? new Set()).add(pick));
  }
  return [...members.values()].map((own) => ({ picks: own, most: count, share: null }));
}

/**
 * Counts how many seats in `slots` (bits) all lineups together can fill, given the supplies. If that is less
 * than `needed`, returns the indices of the shares that limit the picks for these slots; else null.
 */
function lackingFor(
  supplies: readonly Supply[],
  seated: readonly number[],
  slots: number,
  needed: number,
): readonly number[] | null {
  const left = new Set(seated.keys());
  for (const [pick, own] of seated.entries()) if ((own & slots) === 0) left.delete(pick);
  let supplied = 0;
  const shares = new Set<number>();
  for (const { picks, most, share } of supplies) {
    if (left.size === 0) break;
    let covered = 0;
    for (const pick of picks) if (left.delete(pick)) covered += 1;
    if (covered === 0) continue;
    supplied += most;
    if (supplied >= needed) return null;
    if (share !== null) shares.add(share);
  }
  return [...shares].sort((a, b) => a - b);
}
