import { seatCount } from "../../shared/roster.ts";
import type { PortfolioPlan } from "./portfolio-plan.ts";

export interface LineupKeys {
  /** What `unique` counts: usually the players. */
  readonly entries: readonly number[];
  readonly identity: string;
}

type Compared = Pick<PortfolioPlan, "model" | "unique" | "counted" | "choices">;

export function countedOf({ model, counted }: Pick<PortfolioPlan, "model" | "counted">): Int32Array {
  return counted ?? model.picks.entry;
}

export function keysOf({ choices, ...plan }: Pick<PortfolioPlan, "model" | "counted" | "choices">) {
  const entry = countedOf(plan);
  return (picks: readonly number[]): LineupKeys => ({
    entries: ascending(picks.map((pick) => entry[pick]!)),
    identity: identityOf(choices, picks),
  });
}

function identityOf(choices: Int32Array | null, picks: ArrayLike<number>): string {
  return ascending(Array.from(picks, (pick) => (choices === null ? pick : choices[pick]!))).join();
}

function ascending(numbers: readonly number[]): readonly number[] {
  const areInOrder = numbers.every((number, at) => at === 0 || numbers[at - 1]! < number);
  return areInOrder ? numbers : [...new Set(numbers)].sort((a, b) => a - b);
}

export function overlap(one: readonly number[], other: readonly number[]): number {
  let [at, count] = [0, 0];
  for (const element of one) {
    // Past the end, `undefined < element` is false.
    while (other[at]! < element) at += 1;
    if (other[at] === element) count += 1;
  }
  return count;
}

/** Two lineups conflict if they are the same in the contest, or have too many players in common. */
export class PairRule {
  /** The number of common players from which lineups conflict; Infinity if only identical ones do. */
  readonly conflictSize: number;
  /** Whether there can be two lineups that conflict, among those to choose from. */
  readonly isRestrictive: boolean;

  /** `mayRepeat`: whether two lineups can have the same picks, as of several kinds (see `LineupKind`). */
  constructor({ model, unique, choices }: Compared, mayRepeat = false) {
    this.conflictSize =
      unique === 0 ? Number.POSITIVE_INFINITY : Math.max(0, seatCount(model.slots) + 1 - unique);
    this.isRestrictive =
      mayRepeat || unique > 0 || (choices !== null && new Set(choices).size < choices.length);
  }

  conflict(one: LineupKeys, other: LineupKeys): boolean {
    return (
      one.identity === other.identity ||
      (this.conflictSize <= one.entries.length && overlap(one.entries, other.entries) >= this.conflictSize)
    );
  }
}

export class ConflictIndex {
  readonly #compared: Compared;
  readonly #counted: Int32Array;
  readonly #identities = new Set<string>();
  readonly #pending: ArrayLike<number>[] = [];
  /** Finds overlaps; null if lineups only need to be different. */
  readonly #overlaps: OverlapIndex | null;
  /** Whether comparing players is enough: equal lineups always have the same players. */
  readonly #entriesDecide: boolean;
  /** The distinct players of the lineup that was compared last, in the first `#size` elements. */
  readonly #distinct: Int32Array;
  #size = 0;
  /** Per player, the index of the last comparison in which it occurred. */
  readonly #metIn: Float64Array;
  #comparisons = 0;

  constructor(compared: Compared, lineups: Iterable<ArrayLike<number>> = []) {
    const { model, unique, choices } = compared;
    const seats = seatCount(model.slots);
    this.#compared = compared;
    this.#counted = countedOf(compared);
    const size = compared.counted === undefined ? model.entries : model.picks.entry.length;
    this.#overlaps = unique === 0 ? null : new OverlapIndex(size, seats, seats - unique);
    this.#entriesDecide = unique > 0 && haveOneEntryEach(this.#counted, choices);
    this.#distinct = new Int32Array(seats);
    this.#metIn = new Float64Array(size);
    for (const picks of lineups) this.add(picks);
  }

  add(picks: ArrayLike<number>): void {
    this.#pending.push(picks);
    this.#overlaps?.add(Array.from(picks, (pick) => this.#counted[pick]!));
  }

  hasConflict(picks: ArrayLike<number>): boolean {
    if (this.overlapsTooMuch(picks, picks.length)) return true;
    // A lineup with fewer players than seats can be the same as another without exceeding the overlap.
    const isCertain = this.#entriesDecide && this.#size === this.#distinct.length;
    return !isCertain && this.#hasIdentity(picks);
  }

  /** The number of common players from which lineups overlap too much; Infinity for no limit. */
  get conflictSize(): number {
    return this.#overlaps === null ? Number.POSITIVE_INFINITY : this.#overlaps.mostCommon + 1;
  }

  /** Whether the first `length` picks already have too many players in common with a stored lineup. */
  overlapsTooMuch(picks: ArrayLike<number>, length: number): boolean {
    this.#size = 0;
    if (this.#overlaps === null) return false;
    const entry = this.#counted;
    const distinct = this.#distinct;
    const metIn = this.#metIn;
    this.#comparisons += 1;
    const comparison = this.#comparisons;
    let size = 0;
    for (let at = 0; at < length; at += 1) {
      const own = entry[picks[at]!]!;
      if (metIn[own] === comparison) continue;
      metIn[own] = comparison;
      distinct[size] = own;
      size += 1;
    }
    this.#size = size;
    return this.#overlaps.has(distinct, size);
  }

  #hasIdentity(picks: ArrayLike<number>): boolean {
    const { choices } = this.#compared;
    for (const pending of this.#pending.splice(0)) this.#identities.add(identityOf(choices, pending));
    return this.#identities.size > 0 && this.#identities.has(identityOf(choices, picks));
  }
}

function haveOneEntryEach(entry: Int32Array, choices: Int32Array | null): boolean {
  if (choices === null) return true;
  const entryOf = new Map<number, number>();
  return choices.every((choice, pick) => {
    const own = entry[pick]!;
    const known = entryOf.get(choice) ?? own;
    entryOf.set(choice, known);
    return known === own;
  });
}

/**
 * Finds whether a stored lineup has too many players in common with a given one, by one bit per player and
 * lineup.
 */
export class OverlapIndex {
  #lineups = 0;
  #words = 4;
  #bits: Int32Array;
  readonly #entries: number;
  readonly mostCommon: number;
  readonly #lacking: Int32Array;

  constructor(entries: number, seats: number, mostCommon: number) {
    this.#entries = entries;
    this.mostCommon = mostCommon;
    this.#bits = new Int32Array(entries * this.#words);
    this.#lacking = new Int32Array(seats + 1);
  }

  add(entries: Iterable<number>): void {
    if (this.#lineups === 32 * this.#words) this.#grow();
    const word = this.#lineups >> 5;
    for (const entry of entries) this.#bits[entry * this.#words + word]! |= 1 << (this.#lineups & 31);
    this.#lineups += 1;
  }

  /**
   * Whether a stored lineup has more than `mostCommon` of the first `length` players of `entries`, which are
   * distinct. Counts the players that 32 lineups lack at a time: in `lacking[n]`, each lineup that lacks n of
   * the players so far has a bit.
   */
  has(entries: ArrayLike<number>, length: number): boolean {
    const [bits, width, lacking] = [this.#bits, this.#words, this.#lacking];
    const most = length - this.mostCommon - 1;
    if (most < 0) return false;
    if (this.mostCommon < 0) return this.#lineups > 0;
    for (let word = 0; word < (this.#lineups + 31) >> 5; word += 1) {
      lacking.fill(0);
      lacking[0] = -1;
      let left = -1;
      for (let at = 0; at < length && left !== 0; at += 1) {
        const own = bits[entries[at]! * width + word]!;
        left = 0;
        for (let n = Math.min(most, at + 1); n > 0; n -= 1) {
          lacking[n] = (lacking[n]! & own) | (lacking[n - 1]! & ~own);
          left |= lacking[n]!;
        }
        lacking[0]! &= own;
        left |= lacking[0]!;
      }
      if (left !== 0) return true;
    }
    return false;
  }

  #grow(): void {
    const words = 2 * this.#words;
    const bits = new Int32Array(this.#entries * words);
    for (let entry = 0; entry < this.#entries; entry += 1)
      bits.set(this.#bits.subarray(entry * this.#words, (entry + 1) * this.#words), entry * words);
    this.#bits = bits;
    this.#words = words;
  }
}
