import type { RosterShape } from "./roster-shape.ts";

/** Seats and counters are bytes. */
const MOST_SEATS = 254;
/** Gives up where picks to come can be told apart by more sets of slots than this. */
const MOST_RANKS = 1024;

/** What one pick of a class does to a row. */
interface Pick {
  /** The rank of the slots that it may sit in. */
  readonly own: number;
  /** Ranks of its block: from `begin` on, each with the one of the same slots and its own. */
  readonly begin: number;
  readonly joined: Int32Array;
  /** Bits of the counters that it counts in. */
  readonly counts: number;
}

/** Ranks that are added up. */
type Ranks = readonly number[];

/** What a block's seats take: those whose rank is `inside`, and at most `beyond` picks of who may sit elsewhere in it. */
interface Shortage {
  readonly whole: Ranks;
  readonly inside: Ranks;
  readonly beyond: number;
}

/**
 * How seats still free and counters are written down as a row of bytes, such that equal rows have equal futures.
 *
 * Picks made so far can be seated in many ways. The rank of some slots is the most of their seats that any of these ways
 * leaves free. No more has to be known, because (with T for slots, B for those that one more pick may sit in)
 *
 * - it can be seated where rank(B) > 0, and then rank(T) becomes the lesser of rank(T) and rank(T with B) - 1;
 * - picks to come can all be seated if and only if any of them, who may sit in the slots T, are no more than rank(T).
 *
 * So the ranks that matter are those of what classes to come may sit in, and of unions of that. Slots fall into blocks
 * between which no class so far could choose: ranks are kept block by block, and those of several blocks add up. Slots
 * that classes to come cannot tell apart are in one block.
 */
export class FreeSeats {
  /** How many bytes a row has: the ranks and, for each counter, how many are still needed or allowed. */
  readonly width: number;
  readonly #shape: RosterShape;
  /** Bits of slots. */
  readonly #blocks: readonly number[];
  /** Per block, where the ranks of slots in it are; a block's lie side by side. */
  readonly #rankOf: readonly ReadonlyMap<number, number>[];
  readonly #ranks: number;
  /** Ranks of everybody to come, and per counter of those who count and of those who do not. */
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

  /** Before any class is read: each slot by itself. Null where there are more seats than bytes can count. */
  static atFirst(shape: RosterShape): FreeSeats | null {
    if (shape.seats.reduce((sum, seats) => sum + seats, 0) > MOST_SEATS) return null;
    const slots = shape.seats.map((_, slot) => 1 << slot);
    return new FreeSeats(shape, slots, slots, []);
  }

  /** The row of nobody picked yet, which is not settled. */
  firstRow(): Uint8Array | null {
    const { seats, counters } = this.#shape;
    if (counters.some(({ limit }) => limit < 0)) return null;
    return Uint8Array.from([...seats, ...counters.map(({ limit }) => Math.min(limit, MOST_SEATS))]);
  }

  /** While classes are read, with those that are still to come, these included. Null where that is beyond reason. */
  reading(read: readonly number[], future: readonly number[]): FreeSeats | null {
    const seats = seatsOf(this.#shape, future);
    const linked = seatsOf(this.#shape, read).reduce(linking, this.#blocks);
    const blocks = twinsOf(this.#shape, future).reduce(linking, linked);
    const made = new FreeSeats(this.#shape, blocks, seats, future);
    return made.#ranks > MOST_RANKS ? null : made;
  }

  /** Turns rows of this into those of `next`: false where seats are left that nobody to come can take. */
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

  /** What picking one of a class in a role does; null where the class has no such role. */
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

  /** The row once that is picked; false where no seat or no counter allows it. */
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

  /** How many seats are free. */
  openSeats(rows: Uint8Array, from: number): number {
    return sum(rows, from, this.#open);
  }

  /** Whether enough are to come; counters that they cannot tell apart are made alike, false where these cannot be met. */
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

  /** What classes with few members may lack. */
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

  /** The ranks, one per block, that add up to the rank of these slots. */
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

/** What the classes may sit in, in each of their roles. */
function seatsOf({ classes }: RosterShape, of: readonly number[]): number[] {
  return of.flatMap((index) => classes[index]!.slots);
}

function together(sets: readonly number[]): number {
  return sets.reduce((all, slots) => all | slots, 0);
}

/** The blocks, with those that share a slot with `slots` made one. */
function linking(blocks: readonly number[], slots: number): readonly number[] {
  const apart = blocks.filter((block) => (block & slots) === 0);
  return apart.length === blocks.length
    ? blocks
    : [...apart, together(blocks.filter((block) => (block & slots) !== 0))];
}

/** Sets of slots that the same classes take, in the same roles; no slot that none takes. */
function twinsOf(shape: RosterShape, future: readonly number[]): number[] {
  const seats = seatsOf(shape, future);
  let sets = [together(seats)];
  for (const slots of new Set(seats))
    sets = sets.flatMap((set) => [set & slots, set & ~slots].filter((part) => part !== 0));
  return sets;
}

/** The unions of what lies in the block of each; none is empty. */
function unions(seats: readonly number[], block: number): number[] {
  const found: number[] = [];
  const known = new Set([0]);
  for (const part of new Set(seats.map((slots) => slots & block))) {
    // A union of earlier ones adds nothing.
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
