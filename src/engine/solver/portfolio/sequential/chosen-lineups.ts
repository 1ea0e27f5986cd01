import { TestReader } from "../../../model/lineup-test.ts";
import type { PortfolioLineup, PortfolioPlan } from "../../../model/portfolio-plan.ts";
import { seatCount } from "../../../roster.ts";

/** Where a lineup may lack so few of some entries, those that it lacks are counted. */
const FEW = 2;

/** Which lineups have many entries in common with another. Per entry a bit for each lineup that has it. */
export class Neighbours {
  #lineups = 0;
  /** 32-bit words per entry. */
  #words = 4;
  #bits: Int32Array;
  readonly #entries: number;
  /** More entries than this in common are too many; below 0 where no two lineups may be. */
  readonly mostCommon: number;
  readonly #digits: Int32Array;

  /** `seats` is the most entries that a lineup has. */
  constructor(entries: number, seats: number, mostCommon: number) {
    this.#entries = entries;
    this.mostCommon = mostCommon;
    this.#bits = new Int32Array(entries * this.#words);
    this.#digits = new Int32Array(Math.max(3, 32 - Math.clz32(seats)));
  }

  add(entries: Iterable<number>): void {
    if (this.#lineups === 32 * this.#words) this.#grow();
    const word = this.#lineups >> 5;
    for (const entry of entries) this.#bits[entry * this.#words + word]! |= 1 << (this.#lineups & 31);
    this.#lineups += 1;
  }

  /**
   * Whether some lineup shares too many of the first `length` entries, which are distinct. Their bits are added for 32
   * lineups at a time, a sum's binary digits in a word each.
   */
  has(entries: ArrayLike<number>, length: number): boolean {
    const most = this.mostCommon;
    if (length <= most) return false;
    // A number below 0 has no digits to compare.
    if (most < 0) return this.#lineups > 0;
    if (length - most - 1 <= FEW) return this.#hasAlmost(entries, length);
    const bits = this.#bits;
    const width = this.#words;
    const digits = this.#digits;
    const used = (this.#lineups + 31) >> 5;
    for (let word = 0; word < used; word += 1) {
      let [ones, twos, fours] = [0, 0, 0];
      digits.fill(0);
      for (let at = 0; at < length; at += 1) {
        let carry = bits[entries[at]! * width + word]!;
        let held = ones;
        ones ^= carry;
        carry &= held;
        if (carry === 0) continue;
        held = twos;
        twos ^= carry;
        carry &= held;
        held = fours;
        fours ^= carry;
        carry &= held;
        for (let digit = 3; carry !== 0; digit += 1) {
          held = digits[digit]!;
          digits[digit] = held ^ carry;
          carry &= held;
        }
      }
      [digits[0], digits[1], digits[2]] = [ones, twos, fours];
      // From the highest digit on: lanes that are above already, and those that are equal so far.
      let above = 0;
      let equal = -1;
      for (let digit = digits.length - 1; digit >= 0; digit -= 1) {
        if ((most >> digit) & 1) equal &= digits[digit]!;
        else {
          above |= equal & digits[digit]!;
          equal &= ~digits[digit]!;
        }
      }
      if (above !== 0) return true;
    }
    return false;
  }

  /** The same, where at most `FEW` of the entries may be lacking: per number, the lineups that lack just so many. */
  #hasAlmost(entries: ArrayLike<number>, length: number): boolean {
    const bits = this.#bits;
    const width = this.#words;
    const used = (this.#lineups + 31) >> 5;
    const lacking = length - this.mostCommon - 1;
    const [mayOne, mayTwo] = [lacking > 0 ? -1 : 0, lacking > 1 ? -1 : 0];
    for (let word = 0; word < used; word += 1) {
      let [none, one, two] = [-1, 0, 0];
      for (let at = 0; at < length; at += 1) {
        const own = bits[entries[at]! * width + word]!;
        two = (two & own) | (one & ~own & mayTwo);
        one = (one & own) | (none & ~own & mayOne);
        none &= own;
        if ((none | one | two) === 0) break;
      }
      if ((none | one | two) !== 0) return true;
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

/** The lineups built so far, and what they leave room for. */
export class ChosenLineups {
  readonly lineups: PortfolioLineup[] = [];
  /** Per share, how many lineups pass its tests. */
  readonly passing: Int32Array;
  readonly #plan: PortfolioPlan;
  readonly #reader: TestReader;
  /** Per share, where its tests begin among those of the reader. */
  readonly #firstTest: Int32Array;
  /** Per share, 1 where a lineup passes it by having one of some picks, and per pick those shares. */
  readonly #isSimple: Uint8Array;
  readonly #sharesOf: readonly (readonly number[])[];
  readonly #others: readonly number[];
  /** The names of the lineups to keep away from, once they are asked for, and the lineups that are to join them. */
  readonly #known = new Set<string>();
  readonly #unnamed: ArrayLike<number>[] = [];
  /** Null where lineups need only be different. */
  readonly #neighbours: Neighbours | null;
  /** Whether lineups that are the same to the contest have the same entries, and so are too near where any is. */
  readonly #isNamedByEntries: boolean;
  /** The entries of the lineup that was compared last, and how many there are; 0 where none is. */
  readonly #distinct: Int32Array;
  #size = 0;
  /** Per entry, the number of the comparison in which it was met last. */
  readonly #metIn: Float64Array;
  #comparisons = 0;

  constructor(plan: PortfolioPlan) {
    const { model, shares, unique } = plan;
    const size = model.picks.entry.length;
    this.#plan = plan;
    this.passing = new Int32Array(shares.length);
    this.#isSimple = new Uint8Array(shares.length);
    const sharesOf: number[][] = Array.from({ length: size }, () => []);
    for (const [index, share] of shares.entries()) {
      const picks = picksThatPass(share.tests);
      if (picks === null) continue;
      this.#isSimple[index] = 1;
      for (const pick of picks) sharesOf[pick]!.push(index);
    }
    this.#sharesOf = sharesOf;
    this.#others = [...shares.keys()].filter((index) => this.#isSimple[index] === 0);
    this.#firstTest = new Int32Array(shares.length + 1);
    let tests = 0;
    for (const index of this.#others) {
      this.#firstTest[index] = tests;
      tests += shares[index]!.tests.length;
    }
    this.#reader = new TestReader(
      this.#others.flatMap((index) => shares[index]!.tests),
      size,
    );
    const seats = seatCount(model.slots);
    this.#neighbours = unique === 0 ? null : new Neighbours(model.entries, seats, seats - unique);
    this.#isNamedByEntries = unique > 0 && haveEntries(plan);
    this.#distinct = new Int32Array(seats);
    this.#metIn = new Float64Array(model.entries);
    for (const picks of plan.avoid) this.#keepAway(picks);
  }

  /** Whether a lineup, as picks in any order, may be the next: it passes no full share, and is not too much like another. */
  hasRoomFor(picks: ArrayLike<number>): boolean {
    return !this.#passesFull(picks) && !this.isAlike(picks);
  }

  /** Whether a lineup is that of another, or has too many entries in common with it. */
  isAlike(picks: ArrayLike<number>): boolean {
    if (this.isTooNear(picks, picks.length)) return true;
    // A lineup with fewer entries than there are seats may be another's without being too near.
    const isCertain = this.#isNamedByEntries && this.#size === this.#distinct.length;
    return !isCertain && this.#isKnown(picks);
  }

  /** No fewer picks have too many entries in common with another lineup. */
  get leastNear(): number {
    return this.#neighbours === null ? Number.POSITIVE_INFINITY : this.#neighbours.mostCommon + 1;
  }

  /** Whether the first `length` picks of a lineup already have too many entries in common with another. */
  isTooNear(picks: ArrayLike<number>, length: number): boolean {
    this.#size = 0;
    if (this.#neighbours === null) return false;
    const { entry } = this.#plan.model.picks;
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
    return this.#neighbours.has(distinct, size);
  }

  /** Takes a lineup, its picks ascending; returns the shares that it made full. */
  add(lineup: PortfolioLineup): number[] {
    const { shares } = this.#plan;
    const filled: number[] = [];
    for (const index of this.sharesOf(lineup.picks)) {
      this.passing[index]! += 1;
      if (this.passing[index] === shares[index]!.most) filled.push(index);
    }
    this.lineups.push(lineup);
    this.#keepAway(lineup.picks);
    return filled;
  }

  /** The shares whose tests a lineup passes. */
  sharesOf(picks: ArrayLike<number>): number[] {
    const found = new Set<number>();
    for (let at = 0; at < picks.length; at += 1)
      for (const index of this.#sharesOf[picks[at]!]!) found.add(index);
    if (this.#others.length > 0) this.#reader.read(picks);
    for (const index of this.#others) if (this.#passes(index)) found.add(index);
    return [...found];
  }

  /** The shares that no further lineup may pass. */
  fullShares(): number[] {
    return [...this.passing.keys()].filter((share) => this.isFull(share));
  }

  isFull(share: number): boolean {
    return this.passing[share]! >= this.#plan.shares[share]!.most;
  }

  #passesFull(picks: ArrayLike<number>): boolean {
    for (let at = 0; at < picks.length; at += 1)
      for (const index of this.#sharesOf[picks[at]!]!) if (this.isFull(index)) return true;
    let isRead = false;
    for (const index of this.#others) {
      if (!this.isFull(index)) continue;
      if (!isRead) this.#reader.read(picks);
      isRead = true;
      if (this.#passes(index)) return true;
    }
    return false;
  }

  /** Whether the lineup read last passes a share that is not simple. */
  #passes(index: number): boolean {
    const first = this.#firstTest[index]!;
    for (let at = 0; at < this.#plan.shares[index]!.tests.length; at += 1)
      if (!this.#reader.passes(first + at)) return false;
    return true;
  }

  #keepAway(picks: ArrayLike<number>): void {
    this.#unnamed.push(picks);
    this.#neighbours?.add(this.#entriesOf(picks));
  }

  #isKnown(picks: ArrayLike<number>): boolean {
    for (const unnamed of this.#unnamed.splice(0)) this.#known.add(this.#nameOf(unnamed));
    return this.#known.size > 0 && this.#known.has(this.#nameOf(picks));
  }

  #entriesOf(picks: ArrayLike<number>): number[] {
    return Array.from(picks, (pick) => this.#plan.model.picks.entry[pick]!);
  }

  /** The same for lineups that the contest takes for one. */
  #nameOf(picks: ArrayLike<number>): string {
    const { choices } = this.#plan;
    const names = Array.from(picks, (pick) => (choices === null ? pick : choices[pick]!));
    const isInOrder = names.every((name, at) => at === 0 || names[at - 1]! < name);
    return isInOrder ? names.join() : [...new Set(names)].sort((a, b) => a - b).join();
  }
}

/** Whether picks that are one choice are of one entry. */
function haveEntries({ model, choices }: PortfolioPlan): boolean {
  if (choices === null) return true;
  const entryOf = new Map<number, number>();
  return choices.every((choice, pick) => {
    const own = model.picks.entry[pick]!;
    const known = entryOf.get(choice) ?? own;
    entryOf.set(choice, known);
    return known === own;
  });
}

/** The picks of which a lineup has to have one to pass; null where the tests say something else. */
export function picksThatPass(tests: PortfolioPlan["shares"][number]["tests"]): Int32Array | null {
  const [test] = tests;
  if (test === undefined || tests.length > 1 || test.when !== null || test.alternatives.length !== 1)
    return null;
  const [{ counts, sums }] = test.alternatives as [(typeof test.alternatives)[number]];
  const [count] = counts;
  if (count === undefined || counts.length > 1 || sums.length > 0) return null;
  return count.least === 1 && count.most === Number.POSITIVE_INFINITY ? count.picks : null;
}
