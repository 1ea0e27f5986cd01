import { FreeSeats } from "./free-seats.ts";
import type { RosterShape } from "./roster-shape.ts";

/**
 * One level of an automaton (the states in which it reads the candidates of one class) before equivalent
 * states are merged. States are rows of bytes (see `FreeSeats`). In its tables, -1 means that no lineup can
 * follow.
 */
export interface RawLevel {
  readonly seats: FreeSeats;
  readonly states: RowSet;
  /** Per state of the previous level, the state that it becomes when this level begins. */
  readonly entered: Int32Array;
  /** The state after a candidate of the class is picked in a role, at index `state * roles + role`. */
  readonly take: readonly number[];
  /** The number of bytes of rows that were processed to build the level. */
  readonly effort: number;
}

/**
 * The level before any class is read. It has one state, or none if no lineup can satisfy the counters. Null
 * if there are too many seats.
 */
export function levelAtFirst(shape: RosterShape): Pick<RawLevel, "seats" | "states"> | null {
  const seats = FreeSeats.atFirst(shape);
  if (seats === null) return null;
  const states = new RowSet(seats.width);
  const row = seats.firstRow();
  if (row !== null) states.add(row);
  return { seats, states };
}

/**
 * Builds the level of the class `future[0]`; `future` has all classes that are not read yet. Null if the
 * level has more than `most` states or its rows are too long.
 */
export function readClass(
  shape: RosterShape,
  before: Pick<RawLevel, "seats" | "states">,
  future: readonly number[],
  most: number,
): RawLevel | null {
  const [read] = future;
  const seats = before.seats.reading([read!], future);
  if (seats === null) return null;
  const states = new RowSet(seats.width);
  const row = new Uint8Array(seats.width);
  const entered = enter(before, seats, (entering) => states.add(entering));
  const picks = Array.from({ length: shape.roles }, (_, role) => seats.pickOf(read!, role));
  const take: number[] = [];
  let end = states.size;
  // `picked` is how many candidates of the class are picked on the shortest path to a state; at most
  // `members` may be.
  for (let [state, picked] = [0, 0]; state < states.size; state += 1) {
    if (state === end) [end, picked] = [states.size, picked + 1];
    const left = picked < shape.classes[read!]!.members;
    for (const pick of picks)
      take.push(
        left && pick !== null && seats.pick(pick, states.bytes, state * seats.width, row)
          ? states.add(row)
          : -1,
      );
    if (states.size > most) return null;
  }
  const effort = before.states.size * before.seats.width + states.size * (1 + shape.roles) * seats.width;
  return { seats, states, entered, take, effort };
}

/**
 * Converts the states of a level to rows of the encoding `next`. Returns, per state, what `number` returns
 * for its row, or -1 if later classes cannot fill the seats.
 */
export function enter(
  { seats, states }: Pick<RawLevel, "seats" | "states">,
  next: FreeSeats,
  number: (row: Uint8Array) => number,
): Int32Array {
  const turn = seats.turningTo(next);
  const row = new Uint8Array(next.width);
  return Int32Array.from({ length: states.size }, (_, state) =>
    turn(states.bytes, state * seats.width, row) ? number(row) : -1,
  );
}

const ROWS_AT_FIRST = 32;

/** Distinct rows of equal length in bytes, numbered in the order in which they were added. */
export class RowSet {
  /** Row i is the `width` bytes from `i * width` on. */
  bytes: Uint8Array;
  size = 0;
  readonly width: number;
  /** An open-addressing hash table of row numbers plus 1 (0 for empty), at most half full. */
  #table = new Int32Array(2 * ROWS_AT_FIRST);

  constructor(width: number) {
    this.width = width;
    this.bytes = new Uint8Array(ROWS_AT_FIRST * width);
  }

  /** Returns the row's number, after adding the row if it is new. */
  add(row: Uint8Array): number {
    const known = this.#table[this.#placeOf(row, 0)]!;
    if (known !== 0) return known - 1;
    if (2 * this.size === this.#table.length) this.#grow();
    this.bytes.set(row, this.size * this.width);
    this.size += 1;
    this.#table[this.#placeOf(row, 0)] = this.size;
    return this.size - 1;
  }

  /** The index in `#table` of the row that begins at `rows[from]`; the free index for it if it is new. */
  #placeOf(rows: Uint8Array, from: number): number {
    const mask = this.#table.length - 1;
    let place = hashOf(rows, from, this.width) & mask;
    for (let entry = this.#table[place]!; entry !== 0; entry = this.#table[place]!) {
      if (this.#holds(entry - 1, rows, from)) break;
      place = (place + 1) & mask;
    }
    return place;
  }

  #holds(number: number, rows: Uint8Array, from: number): boolean {
    const own = number * this.width;
    for (let index = 0; index < this.width; index += 1)
      if (this.bytes[own + index] !== rows[from + index]) return false;
    return true;
  }

  #grow(): void {
    const { bytes } = this;
    this.bytes = new Uint8Array(2 * bytes.length);
    this.bytes.set(bytes);
    this.#table = new Int32Array(2 * this.#table.length);
    for (let number = 0; number < this.size; number += 1)
      this.#table[this.#placeOf(bytes, number * this.width)] = number + 1;
  }
}

function hashOf(rows: Uint8Array, from: number, width: number): number {
  let hash = 0;
  for (let index = 0; index < width; index += 1) {
    hash = Math.imul(hash ^ rows[from + index]!, 0x01000193);
    hash ^= hash >>> 15;
  }
  return hash;
}
