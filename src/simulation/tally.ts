import type { Seat } from "../contests/problem/problem.ts";
import type { Model } from "../engine/model/model.ts";
import { seatCount } from "../engine/roster.ts";
import type { PackedSolutions } from "../engine/solver/packed-solutions.ts";
import { createSeater, sharedSeats } from "../lineup/document/seat-solutions.ts";

/** A set of picks that was among the best of some draws. */
export interface TalliedLineup {
  /** Indices into `Model.picks`, ascending. */
  readonly picks: readonly number[];
  /** In how many draws the lineup was among the best. */
  readonly draws: number;
}

interface CountedLineup extends TalliedLineup {
  draws: number;
}

/** Counts the best lineups, draw by draw. */
export class Tally {
  /** Per pick, the number of draws that have it in a best lineup. */
  readonly picks: Int32Array;
  /** Per player, the number of draws that have the player in a best lineup. */
  readonly entries: Int32Array;
  draws = 0;
  readonly #lineups = new Map<string, CountedLineup>();
  readonly #met: CountedLineup[] = [];
  readonly #lastSeen: Int32Array;
  readonly #lastEntry: Int32Array;
  readonly #seats: number;
  readonly #top: number;
  readonly #entryOf: Int32Array;
  /**
   * Scratch space: the ascending picks of the lineup being added. An array for each lineup would be most of
   * the memory that draws allocate.
   */
  readonly #sorted: Int32Array;

  constructor(model: Model, top: number) {
    this.#entryOf = model.picks.entry;
    this.#seats = seatCount(model.slots);
    this.#top = top;
    this.#sorted = new Int32Array(this.#seats);
    this.picks = new Int32Array(model.picks.entry.length);
    this.entries = new Int32Array(model.entries);
    this.#lastSeen = new Int32Array(this.picks.length).fill(-1);
    this.#lastEntry = new Int32Array(this.entries.length).fill(-1);
  }

  /** Adds draws as returned by `solveDraws`. */
  add({ picks }: PackedSolutions): void {
    const perDraw = this.#seats * this.#top;
    for (let from = 0; from < picks.length; from += perDraw) {
      for (let lineup = from; lineup < from + perDraw; lineup += this.#seats) {
        if (picks[lineup] === -1) break;
        for (let seat = 0; seat < this.#seats; seat += 1) this.#sorted[seat] = picks[lineup + seat]!;
        this.#addLineup(this.#sorted.sort());
      }
      this.draws += 1;
    }
  }

  /** The lineups in the order of their first occurrence; the list grows as draws are added. */
  get met(): readonly TalliedLineup[] {
    return this.#met;
  }

  /**
   * The lineups by frequency, highest first; of equally frequent ones, the one with the lower picks is first.
   */
  lineups(): TalliedLineup[] {
    return [...this.#met].sort((a, b) => b.draws - a.draws || comparePicks(a.picks, b.picks));
  }

  #addLineup(sorted: Int32Array): void {
    for (const pick of sorted) {
      if (this.#lastSeen[pick] !== this.draws) this.picks[pick]! += 1;
      this.#lastSeen[pick] = this.draws;
      const entry = this.#entryOf[pick]!;
      if (this.#lastEntry[entry] !== this.draws) this.entries[entry]! += 1;
      this.#lastEntry[entry] = this.draws;
    }
    const key = sorted.join();
    const known = this.#lineups.get(key);
    if (known !== undefined) {
      known.draws += 1;
      return;
    }
    const met = { picks: Array.from(sorted), draws: 1 };
    this.#lineups.set(key, met);
    this.#met.push(met);
  }
}

function comparePicks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((pick, index) => pick !== b[index]);
  return at === -1 ? 0 : a[at]! - b[at]!;
}

/** Seats the lineups of a tally as they appear: this thread is idle while others solve draws. */
export class SeatedLineups {
  readonly #seater: ReturnType<typeof createSeater>;
  readonly #seatOf: (entry: number, slot: number) => Seat;
  readonly #entries: Int32Array;
  readonly #seats = new Map<TalliedLineup, readonly Seat[]>();

  constructor(model: Model) {
    this.#seater = createSeater(model);
    this.#seatOf = sharedSeats(model);
    this.#entries = new Int32Array(this.#seater.slots.length);
  }

  /** Seats the lineups found since the last call. */
  follow({ met }: Tally): void {
    for (let index = this.#seats.size; index < met.length; index += 1) this.of(met[index]!);
  }

  /** The lineup's seats in the order of the slots. */
  of(lineup: TalliedLineup): readonly Seat[] {
    return this.#seats.get(lineup) ?? this.#seat(lineup);
  }

  #seat(lineup: TalliedLineup): readonly Seat[] {
    const { slots, seat } = this.#seater;
    seat(lineup.picks, this.#entries, 0);
    const seats = Array.from(slots, (slot, at) => this.#seatOf(this.#entries[at]!, slot));
    this.#seats.set(lineup, seats);
    return seats;
  }
}
