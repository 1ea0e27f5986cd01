import { Recent } from "../../../shared/collections.ts";
import type { Classified } from "./classes.ts";
import { FreeSeats, type RosterShape } from "./free-seats.ts";

/**
 * One level of an automaton (the states in which it reads the candidates of one class) before equivalent
 * states are merged. States are rows of bytes (see `FreeSeats`). In its tables, -1 means that no lineup can
 * follow.
 */
interface RawLevel {
  readonly seats: FreeSeats;
  readonly states: RowSet;
  /** Per state of the previous level, the state that it becomes when this level begins. */
  readonly entered: Int32Array;
  /** The state after a candidate of the class is picked in a role, at index `state * roles + role`. */
  readonly take: readonly number[];
  readonly effort: number;
}

/**
 * The level before any class is read. It has one state, or none if no lineup can satisfy the counters. Null
 * if there are too many seats.
 */
function levelAtFirst(shape: RosterShape): Pick<RawLevel, "seats" | "states"> | null {
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
function readClass(
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
function enter(
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

class RowSet {
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

/**
 * One level of an automaton: the states in which it reads the candidates of one class. In `take` and `next`,
 * -1 means that no lineup can follow.
 */
interface Level {
  readonly entryClass: number;
  readonly states: number;
  /** The state after a candidate of the class is picked in a role, at index `state * roles + role`. */
  readonly take: Int32Array;
  /**
   * Per state, where the automaton continues when no more candidates of the class are picked: a state of the
   * next level. In the last level, 0 means that the lineup is complete.
   */
  readonly next: Int32Array;
}

/**
 * The decision diagram over classes of players: the smallest deterministic automaton, for one order of
 * classes, that accepts exactly the lineups whose players can fill the slots and keep the limits of the
 * counters.
 */
export interface Automaton {
  readonly levels: readonly Level[];
  /** The state of the first level before any pick; -1 if there is no lineup. */
  readonly start: number;
  readonly size: number;
}

/** Limits beyond which no automaton is built, because the path engine would be too slow. */
interface SizeLimits {
  /** The most states of all levels together, counted before equivalent ones are merged. */
  readonly states: number;
  /** The most bytes of encoded states that may be processed, as a limit on time. */
  readonly effort: number;
}

const SIZE_LIMITS: SizeLimits = { states: 60_000, effort: 40_000_000 };

/** Builds the minimal automaton that reads the classes in this order. Null if it is too large. */
export function buildAutomaton(
  shape: RosterShape,
  order: readonly number[],
  { states, effort }: SizeLimits = SIZE_LIMITS,
): Automaton | null {
  const first = levelAtFirst(shape);
  if (first === null) return null;
  let before: Pick<RawLevel, "seats" | "states"> = first;
  const levels: RawLevel[] = [];
  let [statesLeft, effortLeft] = [states, effort];
  for (const at of order.keys()) {
    const level = effortLeft < 0 ? null : readClass(shape, before, order.slice(at), statesLeft);
    if (level === null) return null;
    levels.push(level);
    statesLeft -= level.states.size;
    effortLeft -= level.effort;
    before = level;
  }
  const end = before.seats.reading([], []);
  return (
    end &&
    minimize(
      shape,
      order,
      levels,
      enter(before, end, () => 0),
    )
  );
}

/**
 * Merges states that have the same completions, from the last level to the first. Within a level, it handles
 * states with fewer free seats first, because a pick leads to one of these. `accepted` has a value per state
 * after the last class: 0 if the lineup is complete, else -1.
 */
function minimize(
  { roles }: RosterShape,
  order: readonly number[],
  rawLevels: readonly RawLevel[],
  accepted: Int32Array,
): Automaton {
  const levels: Level[] = [];
  let after = accepted;
  for (let at = rawLevels.length - 1; at >= 0; at -= 1) {
    const raw = rawLevels[at]!;
    const merged = new Int32Array(raw.states.size).fill(-1);
    const byFuture = new Map<string, number>();
    const take: number[] = [];
    const next: number[] = [];
    for (const state of byOpenSeats(raw)) {
      let future = `${after[state]}`;
      let isDead = after[state] === -1;
      for (let role = 0; role < roles; role += 1) {
        const target = raw.take[state * roles + role]!;
        const taken = target === -1 ? -1 : merged[target]!;
        future += `,${taken}`;
        isDead &&= taken === -1;
      }
      if (isDead) continue;
      const known = byFuture.get(future);
      if (known !== undefined) {
        merged[state] = known;
        continue;
      }
      merged[state] = byFuture.size;
      byFuture.set(future, byFuture.size);
      next.push(after[state]!);
      for (let role = 0; role < roles; role += 1) {
        const target = raw.take[state * roles + role]!;
        take.push(target === -1 ? -1 : merged[target]!);
      }
    }
    levels.unshift({
      entryClass: order[at]!,
      states: next.length,
      take: Int32Array.from(take),
      next: Int32Array.from(next),
    });
    after = raw.entered.map((state) => (state === -1 ? -1 : merged[state]!));
  }
  return {
    levels,
    start: after[0] ?? -1,
    size: levels.reduce((sum, level) => sum + level.states, 0),
  };
}

function byOpenSeats({ seats, states }: RawLevel): number[] {
  const open = Uint8Array.from({ length: states.size }, (_, state) =>
    seats.openSeats(states.bytes, state * seats.width),
  );
  return [...open.keys()].sort((a, b) => open[a]! - open[b]!);
}

const ORDER_LIMITS: SizeLimits = { states: 20_000, effort: 2_000_000 };
/** The effort of building a level, in addition to the bytes of its states. */
const EFFORT_PER_LEVEL = 4_000;

/**
 * Builds the automaton for an order of classes that makes it small. The order matters: by a factor of six for
 * ten basketball classes. The search starts with an order in which classes that share slots are adjacent, and
 * swaps neighbours as long as that helps. If the automaton is still too large, classes that the same counters
 * count are adjacent instead, so that few counters are open at once. Null if that is too large as well.
 */
export function smallAutomaton(shape: RosterShape, most = ORDER_LIMITS): Automaton | null {
  const first = [...shape.classes.keys()].sort((a, b) => compareClasses(shape, a, b));
  const small = buildAutomaton(shape, smallOrder(shape, first, most));
  if (small !== null || shape.counters.length === 0) return small;
  const { classes } = shape;
  return buildAutomaton(
    shape,
    first.toSorted((a, b) => classes[a]!.counts - classes[b]!.counts),
  );
}

/**
 * Improves an order: swaps adjacent classes while that reduces the number of states, up to the limit on
 * effort.
 */
function smallOrder(shape: RosterShape, first: readonly number[], most: SizeLimits): readonly number[] {
  const order = [...first];
  const start = levelAtFirst(shape);
  if (start === null) return order;
  const levels: RawLevel[] = [];
  let effort = most.effort;
  const read = (before: Pick<RawLevel, "seats" | "states">, future: readonly number[]) => {
    const level = effort < 0 ? null : readClass(shape, before, future, most.states);
    if (level !== null) effort -= EFFORT_PER_LEVEL + level.effort;
    return level;
  };
  for (let at = 0; at < order.length; at += 1) {
    const level = read(levels[at - 1] ?? start, order.slice(at));
    if (level === null) return order;
    levels.push(level);
  }
  for (let improved = true; improved; ) {
    improved = false;
    for (let at = 0; at + 1 < order.length; at += 1) {
      const [one, other] = [order[at]!, order[at + 1]!];
      const rest = order.slice(at + 2);
      // The states before and after these two classes do not depend on which of them is read first.
      const earlier = read(levels[at - 1] ?? start, [other, one, ...rest]);
      if (earlier === null) return order;
      const later = read(earlier, [one, ...rest]);
      if (later === null) return order;
      const states = levels[at]!.states.size + levels[at + 1]!.states.size;
      if (earlier.states.size + later.states.size >= states) continue;
      order.splice(at, 2, other, one);
      levels.splice(at, 2, earlier, later);
      improved = true;
    }
  }
  return order;
}

/**
 * Compares two classes, for sorting. The first slot that only one of them may fill decides: that class comes
 * first. Classes with the same slots are sorted by their counters.
 */
function compareClasses(shape: RosterShape, a: number, b: number): number {
  const [left, right] = [shape.classes[a]!, shape.classes[b]!];
  for (const [role, slots] of right.slots.entries()) {
    const own = left.slots[role]!;
    const apart = own ^ slots;
    const first = apart & -apart;
    const difference = (slots & first) - (own & first);
    if (difference !== 0) return difference;
  }
  return left.counts - right.counts;
}

/** How many automata are cached at most. The least recently used one is dropped first. */
const MOST_KEPT = 512;
const MOST_SEATINGS_KEPT = 32;

/**
 * Caches automata by roster shape; many requests have the same shape. Methods return null for automata that
 * are too large.
 */
export class AutomatonCache {
  readonly #kept = new Recent<Automaton | null>(MOST_KEPT);
  readonly #seatings = new Recent<SeatStates | null>(MOST_SEATINGS_KEPT);

  get({ key, shape }: Classified): Automaton | null {
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const automaton = smallAutomaton(shape);
    this.#kept.set(key, automaton);
    return automaton;
  }

  seating({ key, shape }: Classified): SeatStates | null {
    const kept = this.#seatings.get(key);
    const seating = kept === undefined ? seatStates(shape) : kept;
    if (kept === undefined) this.#seatings.set(key, seating);
    return seating;
  }
}

const MOST_STATES = 4_000;

/**
 * A deterministic automaton for the same lineups as `Automaton`, which reads picks of any class in any order.
 * States from which the roster cannot be filled are omitted.
 */
export interface SeatStates {
  readonly states: number;
  /** The state before any pick, which is 0; -1 if no lineup can be seated. */
  readonly start: number;
  /**
   * The state after a pick, at index `(state * classes + class) * roles + role`; -1 if no lineup can follow.
   */
  readonly take: Int32Array;
  /** Per state, the number of free seats; if it is 0, the counters are satisfied. */
  readonly open: Int32Array;
}

/** Builds the automaton; null if it has more than `MOST_STATES` states or too many seats. */
function seatStates(shape: RosterShape): SeatStates | null {
  const allClasses = [...shape.classes.keys()];
  const first = levelAtFirst(shape);
  const seats = first?.seats.reading(allClasses, allClasses) ?? null;
  if (first === null || seats === null) return null;
  const states = new RowSet(seats.width);
  const [start = -1] = enter(first, seats, (row) => states.add(row));
  const picks = allClasses.flatMap((entryClass) =>
    Array.from({ length: shape.roles }, (_, role) => seats.pickOf(entryClass, role)),
  );
  const row = new Uint8Array(seats.width);
  const take: number[] = [];
  for (let state = 0; state < states.size; state += 1) {
    if (states.size > MOST_STATES) return null;
    for (const pick of picks)
      take.push(
        pick !== null && seats.pick(pick, states.bytes, state * seats.width, row) ? states.add(row) : -1,
      );
  }
  return {
    states: states.size,
    start,
    take: Int32Array.from(take),
    open: Int32Array.from({ length: states.size }, (_, state) =>
      seats.openSeats(states.bytes, state * seats.width),
    ),
  };
}
