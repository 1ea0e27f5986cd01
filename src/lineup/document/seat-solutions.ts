import type { Lineup, Seat } from "../../contests/problem/problem.ts";
import { type Model, POINT_UNITS } from "../../engine/model/model.ts";
import type { Solution } from "../../engine/solver/contract.ts";
import { LastMade } from "../../shared/collections.ts";
import type { PricedLineup } from "./priced-lineup.ts";
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

/** Lineups as typed arrays, in their order. */
export interface PackedLineups {
  /** The players as indices of entries, lineup by lineup and seat by seat. */
  readonly entries: Int32Array;
  /** Each lineup's total, in points. */
  readonly points: Float64Array;
  /** Each lineup's total, in whole units of currency. */
  readonly salaries: Float64Array;
}

/** Packs lineups of `seats` seats each. */
export function packLineups(lineups: readonly PricedLineup[], seats: number): PackedLineups {
  const entries = new Int32Array(lineups.length * seats);
  const points = new Float64Array(lineups.length);
  const salaries = new Float64Array(lineups.length);
  for (let index = 0; index < lineups.length; index += 1) {
    const lineup = lineups[index]!;
    for (let seat = 0; seat < seats; seat += 1) entries[index * seats + seat] = lineup.seats[seat]!.entry;
    points[index] = lineup.points / POINT_UNITS;
    salaries[index] = lineup.salary;
  }
  return { entries, points, salaries };
}
