import type { Field } from "../../../model/contest-plan.ts";

/** Collects lineups as a `Field`: each different lineup is stored once, with its number of occurrences. */
export class FieldPacker {
  readonly #seats: number;
  readonly #lineups: Uint16Array;
  readonly #weights: Int32Array;
  /** A hash table of the lineups: each place has a lineup's index plus 1, or 0 if it is empty. */
  readonly #places: Int32Array;
  #size = 0;

  /** `most` is the largest number of different lineups, and `seats` the number of picks in each. */
  constructor(most: number, seats: number) {
    this.#seats = seats;
    this.#lineups = new Uint16Array(most * seats);
    this.#weights = new Int32Array(most);
    this.#places = new Int32Array(2 ** Math.ceil(Math.log2(2 * most + 2)));
  }

  /** Adds a lineup, given as ascending picks. */
  add(picks: ArrayLike<number>): void {
    const place = this.#placeOf(picks);
    const known = this.#places[place]! - 1;
    if (known >= 0) {
      this.#weights[known]! += 1;
      return;
    }
    this.#lineups.set(picks, this.#size * this.#seats);
    this.#weights[this.#size] = 1;
    this.#size += 1;
    this.#places[place] = this.#size;
  }

  /** The lineup's index in the field; -1 if absent. */
  indexOf(picks: ArrayLike<number>): number {
    return this.#places[this.#placeOf(picks)]! - 1;
  }

  field(): Field {
    return {
      lineups: this.#lineups.slice(0, this.#size * this.#seats),
      weights: this.#weights.slice(0, this.#size),
    };
  }

  /** The index of the lineup in the hash table, or the free index at which to store it. */
  #placeOf(picks: ArrayLike<number>): number {
    const mask = this.#places.length - 1;
    let hash = 0;
    for (let seat = 0; seat < this.#seats; seat += 1)
      hash = Math.imul(hash ^ picks[seat]!, 0x9e3779b1) ^ (hash >>> 15);
    for (let place = (hash ^ (hash >>> 16)) & mask; ; place = (place + 1) & mask) {
      const known = this.#places[place]! - 1;
      if (known < 0 || this.#isAt(known * this.#seats, picks)) return place;
    }
  }

  #isAt(at: number, picks: ArrayLike<number>): boolean {
    for (let seat = 0; seat < this.#seats; seat += 1)
      if (this.#lineups[at + seat] !== picks[seat]) return false;
    return true;
  }
}
