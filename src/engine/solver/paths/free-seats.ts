/**
 * A class of candidates: the slots that they may fill in each role, and the counters that count them.
 * Candidates of one class are interchangeable except for points and salary.
 */
export interface EntryClass {
  /** Per role, the slots that a candidate may fill, as bits; 0 if candidates of the class lack the role. */
  readonly slots: readonly number[];
  /** Bit j is set if counter j counts the candidates of the class. */
  readonly counts: number;
  readonly members: number;
}

/** A limit on the candidates that a counter counts: a lineup needs at least, or may have at most, `limit`. */
export interface CounterLimit {
  readonly kind: "atLeast" | "atMost";
  readonly limit: number;
}

/** What an automaton is built from: the seats of each slot, the classes of candidates, and the counters. */
export interface RosterShape {
  readonly seats: readonly number[];
  readonly roles: number;
  readonly classes: readonly EntryClass[];
  readonly counters: readonly CounterLimit[];
}

/** The most seats: numbers of seats and counters are stored as bytes. */
const MOST_SEATS = 254;
/** The most ranks (see `FreeSeats`) in a row; with more, the automaton would be too large. */
const MOST_RANKS = 1024;

/**
 * How picking a candidate of a class in a role changes a row (see `FreeSeats` for rows, ranks and blocks).
 */
interface Pick {
  /** The slots that accept the pick have a rank; this is its index in a row. */
  readonly own: number;
  /** The index in a row of the first rank of the pick's block; the block's other ranks follow. */
  readonly begin: number;
  /**
   * One element per rank of the block. If that rank is of the slots T, the element is the index in a row of
   * the rank of T together with the slots that accept the pick.
   */
  readonly joined: Int32Array;
  readonly counts: number;
}

/** Indices in a row: the ranks there are to be added up. */
type Ranks = readonly number[];

/**
 * A test whether later classes have enough candidates for the free seats of a block. It concerns some of the
 * block's slots: at most `beyond` candidates can sit in any of the other slots. So the block's free seats
 * (the sum of the ranks `whole`) must not exceed `beyond` plus those of the chosen slots (the sum of
 * `inside`).
 */
interface Shortage {
  readonly whole: Ranks;
  readonly inside: Ranks;
  readonly beyond: number;
}

/**
 * Encodes a state (the free seats and the counters) as a row of bytes. States with equal rows have the same
 * completions.
 *
 * The picks made so far can be seated in several ways. The *rank* of a set of slots T is the most seats of T
 * that any of these ways leaves free. If a running back is picked and there is one seat each for RB and FLEX,
 * then {RB}, {FLEX} and {RB, FLEX} all have rank 1. Ranks determine all completions (Hall's theorem):
 *
 * - A pick that the slots B accept can be seated if rank(B) > 0. Each rank(T) then becomes the smaller of
 *   rank(T) and rank(T union B) - 1.
 * - A set of later picks can be seated if and only if, for every T, at most rank(T) of them are accepted only
 *   by slots of T.
 *
 * A row has only the ranks of the sets of slots that accept some later pick, and of unions of such sets.
 * Slots are divided into *blocks* such that in each role, every class read so far fits slots of one block
 * only. So each block has ranks of its own, and the rank of slots in several blocks is a sum. Slots that
 * later classes cannot distinguish are in one block.
 */
export class FreeSeats {
  /** The number of bytes of a row: its ranks, then per counter how many picks it still needs or allows. */
  readonly width: number;
  readonly #shape: RosterShape;
  readonly #blocks: readonly number[];
  /**
   * Per block, a map from sets of its slots to the index of the set's rank in a row. The ranks of a block are
   * contiguous.
   */
  readonly #rankOf: readonly ReadonlyMap<number, number>[];
  readonly #ranks: number;
  readonly #open: Ranks;
  readonly #counted: readonly Ranks[];
  readonly #others: readonly Ranks[];
  readonly #shortages: readonly Shortage[];

  private constructor(
    shape: RosterShape,
    blocks: readonly number[],
    seats: readonly number[],
    future: readonly number[],
  ) {
    this.#shape = shape;
    this.#blocks = blocks;
    let ranks = 0;
    this.#rankOf = blocks.map((block) => {
      const places = new Map(unions(seats, block).map((slots, at) => [slots, ranks + at] as const));
      ranks += places.size;
      return places;
    });
    this.#ranks = ranks;
    this.width = ranks + shape.counters.length;
    this.#open = this.#ranksOf(together(seats));
    const ofCounter = (index: number, counts: 0 | 1) =>
      this.#ranksOf(
        together(
          seatsOf(
            shape,
            future.filter((one) => ((shape.classes[one]!.counts >> index) & 1) === counts),
          ),
        ),
      );
    this.#counted = shape.counters.map((_, index) => ofCounter(index, 1));
    this.#others = shape.counters.map((_, index) => ofCounter(index, 0));
    this.#shortages = blocks.flatMap((_, at) => this.#shortagesOf(at, future));
  }

  /** The encoding before any class is read, with each slot as a block. Null if there are too many seats. */
  static atFirst(shape: RosterShape): FreeSeats | null {
    if (shape.seats.reduce((sum, seats) => sum + seats, 0) > MOST_SEATS) return null;
    const slots = shape.seats.map((_, slot) => 1 << slot);
    return new FreeSeats(shape, slots, slots, []);
  }

  /**
   * The row before any pick; null if a counter cannot be satisfied. It must be converted before use
   * (`turningTo`).
   */
  firstRow(): Uint8Array | null {
    const { seats, counters } = this.#shape;
    if (counters.some(({ limit }) => limit < 0)) return null;
    return Uint8Array.from([...seats, ...counters.map(({ limit }) => Math.min(limit, MOST_SEATS))]);
  }

  /**
   * The encoding while candidates of the classes `read` are picked; `future` has these and all later classes.
   * Null if it has too many ranks.
   */
  reading(read: readonly number[], future: readonly number[]): FreeSeats | null {
    const seats = seatsOf(this.#shape, future);
    const linked = seatsOf(this.#shape, read).reduce(linking, this.#blocks);
    const blocks = twinsOf(this.#shape, future).reduce(linking, linked);
    const made = new FreeSeats(this.#shape, blocks, seats, future);
    return made.#ranks > MOST_RANKS ? null : made;
  }

  /**
   * Returns a function that converts a row to the encoding `next` and writes it to `into`; the function
   * returns false if no lineup can follow.
   */
  turningTo(next: FreeSeats): (rows: Uint8Array, from: number, into: Uint8Array) => boolean {
    const reached = together(next.#blocks.flatMap((_, at) => [...next.#rankOf[at]!.keys()]));
    const ends = this.#blocks.map((block, at) => {
      const whole = together([...this.#rankOf[at]!.keys()]);
      return { whole: this.#ranksOf(whole), left: this.#ranksOf(whole & reached & block) };
    });
    const sources = next.#blocks.flatMap((_, at) =>
      [...next.#rankOf[at]!.keys()].map((slots) => this.#ranksOf(slots)),
    );
    for (const index of this.#shape.counters.keys()) sources.push([this.#ranks + index]);
    return (rows, from, into) => {
      for (const { whole, left } of ends) if (sum(rows, from, whole) !== sum(rows, from, left)) return false;
      for (let at = 0; at < sources.length; at += 1) into[at] = sum(rows, from, sources[at]!);
      return next.#settle(into);
    };
  }

  /** The effect of picking a candidate of a class in a role; null if the class does not have the role. */
  pickOf(index: number, role: number): Pick | null {
    const { slots, counts } = this.#shape.classes[index]!;
    const seats = slots[role]!;
    const at = this.#blocks.findIndex((block) => (block & seats) !== 0);
    if (at === -1) return null;
    const places = this.#rankOf[at]!;
    const own = places.get(seats)!;
    const joined = Int32Array.from(places.keys(), (others) => places.get(others | seats)!);
    return { own, begin: places.values().next().value!, joined, counts };
  }

  /** Writes the row after the pick to `into`; returns false if no seat or counter allows the pick. */
  pick({ own, begin, joined, counts }: Pick, rows: Uint8Array, from: number, into: Uint8Array): boolean {
    if (rows[from + own] === 0) return false;
    for (let at = 0; at < this.width; at += 1) into[at] = rows[from + at]!;
    for (let at = 0; at < joined.length; at += 1)
      into[begin + at] = Math.min(into[begin + at]!, rows[from + joined[at]!]! - 1);
    for (const [index, { kind }] of this.#shape.counters.entries()) {
      if (((counts >> index) & 1) === 0) continue;
      const left = into[this.#ranks + index]!;
      if (left === 0 && kind === "atMost") return false;
      into[this.#ranks + index] = Math.max(0, left - 1);
    }
    return this.#settle(into);
  }

  openSeats(rows: Uint8Array, from: number): number {
    return sum(rows, from, this.#open);
  }

  /**
   * Whether later classes can fill the seats and satisfy the counters. If a counter is sure to be satisfied,
   * overwrites it: a minimum with 0, a maximum with the number of free seats that picks it counts can take.
   * So rows with the same completions become equal.
   */
  #settle(row: Uint8Array): boolean {
    const { counters } = this.#shape;
    for (const { whole, inside, beyond } of this.#shortages)
      if (sum(row, 0, inside) + beyond < sum(row, 0, whole)) return false;
    for (let index = 0; index < counters.length; index += 1) {
      const left = row[this.#ranks + index]!;
      const most = sum(row, 0, this.#counted[index]!);
      const least = this.openSeats(row, 0) - sum(row, 0, this.#others[index]!);
      if (counters[index]!.kind === "atLeast") {
        if (left > most) return false;
        if (left <= least) row[this.#ranks + index] = 0;
      } else {
        if (left < least) return false;
        if (left > most) row[this.#ranks + index] = most;
      }
    }
    return true;
  }

  #shortagesOf(at: number, future: readonly number[]): Shortage[] {
    const { classes, seats } = this.#shape;
    const slots = [...this.#rankOf[at]!.keys()];
    const whole = this.#ranksOf(together(slots));
    const parts = future.map((one) => ({
      sits: together(classes[one]!.slots) & this.#blocks[at]!,
      members: classes[one]!.members,
    }));
    return [0, ...slots].flatMap((inside) => {
      const beyond = parts.reduce(
        (most, { sits, members }) => ((sits & ~inside) === 0 ? most : most + members),
        0,
      );
      const seatsThere = seats.reduce(
        (all, count, slot) => all + ((this.#blocks[at]! >> slot) & 1) * count,
        0,
      );
      return beyond >= seatsThere ? [] : [{ whole, inside: this.#ranksOf(inside), beyond }];
    });
  }

  /** The indices of the ranks whose sum is the rank of these slots: one per block that has any of them. */
  #ranksOf(slots: number): Ranks {
    return this.#blocks.flatMap((block, at) =>
      (slots & block) === 0 ? [] : [this.#rankOf[at]!.get(slots & block)!],
    );
  }
}

function sum(row: Uint8Array, from: number, ranks: Ranks): number {
  let total = 0;
  for (let at = 0; at < ranks.length; at += 1) total += row[from + ranks[at]!]!;
  return total;
}

function seatsOf({ classes }: RosterShape, of: readonly number[]): number[] {
  return of.flatMap((index) => classes[index]!.slots);
}

function together(sets: readonly number[]): number {
  return sets.reduce((all, slots) => all | slots, 0);
}

/** Merges all blocks that share a slot with `slots` into one, and returns the blocks that result. */
function linking(blocks: readonly number[], slots: number): readonly number[] {
  const apart = blocks.filter((block) => (block & slots) === 0);
  return apart.length === blocks.length
    ? blocks
    : [...apart, together(blocks.filter((block) => (block & slots) !== 0))];
}

/**
 * Divides the slots that later classes can use into sets, each used by the same classes in the same roles.
 */
function twinsOf(shape: RosterShape, future: readonly number[]): number[] {
  const seats = seatsOf(shape, future);
  let sets = [together(seats)];
  for (const slots of new Set(seats))
    sets = sets.flatMap((set) => [set & slots, set & ~slots].filter((part) => part !== 0));
  return sets;
}

/** All nonempty unions of the sets `seats`, after each is reduced to the slots of the block. */
function unions(seats: readonly number[], block: number): number[] {
  const found: number[] = [];
  const known = new Set([0]);
  for (const part of new Set(seats.map((slots) => slots & block))) {
    // A union of earlier parts is already among the found.
    if (known.has(part)) continue;
    for (let at = found.length - 1; at >= -1; at -= 1) {
      const union = part | (found[at] ?? 0);
      if (known.has(union)) continue;
      known.add(union);
      found.push(union);
      if (found.length > MOST_RANKS) return found;
    }
  }
  return found;
}
