import type { Model, Picks, Rule } from "../../engine/model/model.ts";
import { LastMade } from "../../shared/collections.ts";

/** All slots, as bits. */
export const EVERY_SLOT = -1;

const known = new LastMade<Picks, Int32Array>();

/** The slots, as bits, that each entry fits in any role. */
export function slotsOfEntries({ entries, picks }: Model): Readonly<ArrayLike<number>> {
  return known.of(picks, [entries], () => {
    const slots = new Int32Array(entries);
    for (const [pick, entry] of picks.entry.entries()) slots[entry]! |= picks.slots[pick]!;
    return slots;
  });
}

/** How many seats each slot has. */
export function seatCounts({ slots }: Model): number[] {
  return slots.map((slot) => slot.count);
}

/** How many seats these slots (bits) have together. */
export function countSeats({ slots }: Model, bits: number): number {
  return slots.reduce((sum, { count }, slot) => ((bits >> slot) & 1 ? sum + count : sum), 0);
}

/** The slots, as bits, that the rules require to be filled. */
export function filledSlots(rules: readonly Rule[]): number {
  return rules.reduce((bits, rule) => (rule.kind === "fill" ? bits | (1 << rule.slot) : bits), 0);
}
