import type { Lineup, Seat } from "../../contests/problem/problem.ts";
import type { Model } from "../../engine/model/model.ts";
import type { Solution } from "../../engine/solver/contract.ts";
import { LastMade } from "../../shared/last-made.ts";
import { createSeater } from "./seater.ts";

/** Assigns chosen picks to seats: higher-scoring picks take earlier slots, locked picks their own. */
export function seatSolutions(model: Model, solutions: readonly Solution[]): Lineup[] {
  const { slots, seat } = createSeater(model);
  const seatOf = sharedSeats(model);
  const entries = new Int32Array(slots.length);
  return solutions.map(({ picks }) => {
    seat(picks, entries, 0);
    const lineup = new Array<Seat>(slots.length);
    for (let at = 0; at < slots.length; at += 1) lineup[at] = seatOf(entries[at]!, slots[at]!);
    return lineup;
  });
}

/**
 * Returns one shared seat object per entry and slot: many lineups share most of their seats, and so do models
 * that differ only in points.
 */
export function sharedSeats({
  slots,
  entries,
}: Pick<Model, "slots" | "entries">): (entry: number, slot: number) => Seat {
  const seats = known.of(slots, [entries], () => new Array(entries));
  const made = (entry: number, slot: number): Seat => {
    const seat = Object.freeze({ entry, slot });
    const own = seats[entry] ?? new Array(slots.length);
    own[slot] = seat;
    seats[entry] = own;
    return seat;
  };
  return (entry, slot) => {
    return seats[entry]?.[slot] ?? made(entry, slot);
  };
}

const known = new LastMade<Model["slots"], (Seat | undefined)[][]>();
