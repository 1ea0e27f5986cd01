import { Heap } from "../../../../shared/collections.ts";
import { isWithinSum, type LineupTest, type PickSum, passesAll } from "../../../model/lineup-test.ts";
import type { PackedSolutions } from "../../contract.ts";
import { type Instance, isSalary } from "../instance.ts";
import { refusedTooOften } from "../limits.ts";
import type { Price } from "../relaxation.ts";
import { Bounding } from "./bounding.ts";
import { BranchSearch, type CutOff, type OrderedStart, type Tie } from "./branch-search.ts";
import { Barred } from "./reach.ts";
import type { EngineScratch } from "./refined-search.ts";
import {
  NEAR_ENOUGH_OF_BRANCHES,
  parted,
  pricedAt,
  priceInTurn,
  pullingPrices,
  type SumPrices,
} from "./sum-prices.ts";

/** The most lineups with equal priced points to take per step. */
const MOST_AT_ONCE = 256;
/** The number of refused lineups after which prices are updated grows by this factor at each update. */
const IN_VAIN_FACTOR = 4;
/**
 * New prices cause a restart only if they shorten, by at least this fraction, the distance from the bound to
 * the points reached so far.
 */
const LEAST_SHORTENED = 0.25;

interface FoundLineup {
  readonly picks: Int32Array;
  readonly points: number;
}

/**
 * Filters out repeated lineups: a search that restarts among lineups of equal points (a tie) returns the
 * whole tie again.
 */
class NewLineups {
  /** All lineups with more points than this have been returned, and some with exactly this many. */
  points = Number.POSITIVE_INFINITY;
  #same: readonly Int32Array[] = [];
  readonly #keys = new Set<string>();

  of(lineups: readonly Int32Array[], points: number): readonly Int32Array[] {
    if (points < this.points) {
      this.points = points;
      this.#same = lineups;
      this.#keys.clear();
      return lineups;
    }
    const keys = this.#keys;
    for (const picks of this.#same) keys.add(picks.join());
    this.#same = [];
    return lineups.filter((picks) => keys.size < keys.add(picks.join()).size);
  }
}

/**
 * Returns the `count` best lineups of an instance, or all if there are fewer. Yields regularly, so that other
 * work can run.
 */
export function* bestInOrder(
  instance: Instance,
  count: number,
  engineScratch: EngineScratch,
): Generator<void, PackedSolutions> {
  const lineups = new LineupsInOrder(instance, engineScratch, count);
  const best: Int32Array[] = [];
  const points: number[] = [];
  try {
    while (points.length < count) {
      const tie = yield* lineups.next(count - points.length);
      if (tie === null) break;
      for (const lineup of tie.lineups) {
        best.push(lineup);
        points.push(tie.points);
      }
      lineups.taken = points.length;
    }
  } finally {
    lineups.close();
  }
  const seats = instance.fixed.length + instance.openSeats;
  const picks = new Int32Array(seats * best.length);
  for (let at = 0; at < picks.length; at += 1) picks[at] = best[Math.floor(at / seats)]![at % seats]!;
  return { picks, points: new Float64Array(points) };
}

/**
 * Enumerates an instance's lineups by descending points. Like `BranchSearch`, but also enforces limits on
 * sums. Sums that refuse too many lineups get Lagrangian prices: lineups are then found by descending priced
 * points, and each waits until no lineup with more points can follow.
 */
export class LineupsInOrder {
  readonly #instance: Instance;
  readonly #engineScratch: EngineScratch;
  readonly #count: number;
  readonly #start: OrderedStart;
  readonly #barred: Set<number>;
  /** The tests that lineups must pass, without the limits on sums (`#sums`). */
  #tests: LineupTest[];
  #sums: PickSum[];
  #prices: readonly number[];
  #inner: BranchSearch;
  #cutOff: CutOff | undefined;
  #taken = 0;
  /** Priced points plus this are an upper bound on the points of lineups within the limits on sums. */
  #offset: number;
  #waiting = new Heap<FoundLineup>(precedes);
  #most = Number.POSITIVE_INFINITY;
  /** Whether all lineups not found yet have fewer points than `#most`. */
  #isWhole = true;
  readonly #new = new NewLineups();
  #inVain = 0;
  /** Prices are updated when `#inVain` exceeds this. */
  #due: number;
  #hasUnpriced = false;
  #visited = 0;
  /** Whether the prices already give the lowest bound on all remaining lineups. */
  #isPriced = false;

  constructor(instance: Instance, engineScratch: EngineScratch, count: number, start: OrderedStart = {}) {
    this.#engineScratch = engineScratch;
    this.#count = count;
    this.#barred = new Set(start.barred);
    this.#start = { split: new Set(), ...start };
    const parts = instance.tests.map((test) => parted(test, instance.model.picks.salary));
    this.#tests = parts.flatMap(({ rest }) => rest ?? []);
    this.#sums = parts.flatMap(({ sums }) => sums).filter((sum) => !isBudget(sum, instance));
    this.#instance = instance;
    this.#due = engineScratch.limits.refusalsForTest;
    const prices = this.#sums.map((sum) => start.sumPrices?.get(sum) ?? 0);
    const priced = pricedAt(instance, this.#sums, prices);
    this.#prices = priced === null ? this.#sums.map(() => 0) : prices;
    this.#offset = priced?.offset ?? instance.fixedPoints;
    this.#inner = this.#begin(priced?.instance ?? { ...instance, fixedPoints: 0 });
    if (instance.mostPoints === 0 && this.#sums.length > 0) this.#pull();
  }

  cutOff(cutOff: CutOff): void {
    this.#cutOff = cutOff;
    this.#inner.cutOff(cutOff);
  }

  /**
   * How many of the lineups returned so far the caller has accepted; the caller sets this. From it, the
   * search estimates how far below the best points it has to go for as many lineups as are wanted.
   */
  get taken(): number {
    return this.#taken;
  }

  set taken(taken: number) {
    this.#taken = taken;
    this.#inner.taken = taken;
  }

  /**
   * Returns the next lineups with equal points, at most `most` of them; null at the end. Undefined if none
   * are found yet: the caller may pause before it calls again.
   */
  step(most: number): Tie | null | undefined {
    while (this.#sums.length === 0) {
      const tie = this.#inner.step(most);
      if (!tie) return tie;
      const points = tie.points + this.#offset;
      const lineups = this.#new.of(tie.lineups, points);
      if (lineups.length > 0) return { points, lineups };
    }
    for (;;) {
      const tie = this.#ready(most);
      if (tie !== null) return tie;
      if (this.#most === Number.NEGATIVE_INFINITY) return null;
      if (this.#hasUnpriced && this.#isYoung) {
        this.#price();
        continue;
      }
      const met = this.#inner.step(MOST_AT_ONCE);
      if (met === undefined) return undefined;
      this.#meet(met);
      if (this.#inVain > this.#due) this.#price();
    }
  }

  *next(most = Number.POSITIVE_INFINITY): Generator<void, Tie | null> {
    for (;;) {
      const tie = this.step(most);
      if (tie !== undefined) return tie;
      yield;
    }
  }

  bar(picks: Iterable<number>): void {
    const barred = [...picks];
    for (const pick of barred) this.#barred.add(pick);
    this.#isPriced = false;
    this.#inner.bar(barred);
  }

  require(tests: readonly LineupTest[]): void {
    const { salary } = this.#instance.model.picks;
    const parts = tests.map((test) => parted(test, salary));
    const rests = parts.flatMap(({ rest }) => rest ?? []);
    this.#tests = [...this.#tests, ...rests];
    const sums = parts.flatMap((part) => part.sums).filter((sum) => !isBudget(sum, this.#instance));
    this.#sums = [...this.#sums, ...sums];
    this.#prices = [...this.#prices, ...sums.map(() => 0)];
    this.#hasUnpriced ||= sums.length > 0;
    this.#inner.require(rests);
    if (sums.length > 0) this.#isPriced = false;
  }

  close(): void {
    this.#inner.close();
    this.#waiting = new Heap<FoundLineup>(precedes);
    this.#most = Number.NEGATIVE_INFINITY;
  }

  /** Whether the inner search has found so few lineups that a restart costs little. */
  get #isYoung(): boolean {
    return this.#visited <= this.#engineScratch.limits.refusalsForPrices;
  }

  #begin(instance: Instance): BranchSearch {
    this.#visited = 0;
    const start = { ...this.#start, barred: this.#barred };
    const inner = new BranchSearch(
      { ...instance, tests: this.#tests },
      this.#engineScratch,
      this.#count,
      start,
    );
    if (this.#cutOff !== undefined) inner.cutOff(this.#cutOff);
    inner.taken = this.#taken;
    return inner;
  }

  #meet(met: Tie | null): void {
    if (met === null) {
      this.#most = Number.NEGATIVE_INFINITY;
      return;
    }
    const { points } = this.#instance.model.picks;
    const reached = met.points + this.#offset;
    if (reached <= this.#most) {
      this.#most = reached;
      this.#isWhole = met.lineups.length < MOST_AT_ONCE;
    }
    this.#visited += met.lineups.length;
    for (const picks of met.lineups) {
      this.#inVain += 1;
      if (!this.#keepsSums(picks)) continue;
      const own = picks.reduce((sum, pick) => sum + points[pick]!, 0);
      if (own <= this.#new.points) this.#waiting.push({ picks, points: own });
    }
    const { limits } = this.#engineScratch;
    if (this.#inVain > limits.refusals) throw refusedTooOften("its sums", limits);
  }

  #keepsSums(picks: Int32Array): boolean {
    return this.#sums.every((sum) => isWithinSum(sum, picks));
  }

  /**
   * Returns the best waiting lineups, which have equal points, and at most `most` of them; null if a lineup
   * found later may have more points.
   */
  #ready(most: number): Tie | null {
    const lineups: Int32Array[] = [];
    let points = Number.NEGATIVE_INFINITY;
    const isEnough = this.#isWhole || this.#waiting.size >= most;
    for (let best = this.#waiting.peek(); best !== undefined; best = this.#waiting.peek()) {
      const isBest = best.points > this.#most || (best.points === this.#most && isEnough);
      if (!isBest || best.points < points || lineups.length >= most) break;
      this.#waiting.pop();
      if (!this.#isFree(best.picks) || this.#new.of([best.picks], best.points).length === 0) continue;
      points = best.points;
      lineups.push(best.picks);
    }
    if (lineups.length === 0) return null;
    this.#inVain = 0;
    return { points, lineups };
  }

  /** Whether a lineup is still legal: picks may have been barred and tests added since it was found. */
  #isFree(picks: Int32Array): boolean {
    return (
      !picks.some((pick) => this.#barred.has(pick)) && this.#keepsSums(picks) && passesAll(this.#tests, picks)
    );
  }

  /**
   * For instances whose points are all zero: sets prices at which lineups within the limits on sums are found
   * sooner.
   */
  #pull(): void {
    const prices = pullingPrices(this.#sums);
    const priced = pricedAt(this.#instance, this.#sums, prices);
    if (priced === null || prices.every((price) => price === 0)) return;
    this.#most = this.#inner.bound + this.#offset;
    this.#isWhole = false;
    this.#prices = prices;
    this.#offset = priced.offset;
    this.#inner.close();
    this.#inner = this.#begin(priced.instance);
  }

  /** Looks for better prices, and restarts with them if that shortens the remaining search. */
  #price(): void {
    // An unpriced sum would refuse more and more lineups, even if the bound is already low.
    const isNew = this.#hasUnpriced && this.#isYoung;
    this.#hasUnpriced = false;
    const { limits } = this.#engineScratch;
    this.#due = Math.max(limits.refusalsForPrices, IN_VAIN_FACTOR * this.#due);
    if (this.#isPriced) return;
    const before = this.#boundAt(this.#prices);
    const found = this.#betterPrices();
    this.#isPriced = found.isOfAll;
    if (found.bound < this.#most && found.isOfAll) {
      this.#most = found.bound;
      this.#isWhole = false;
    } else if (!isNew && !this.#isShorter(found.bound, before)) {
      return;
    }
    const priced = pricedAt(this.#instance, this.#sums, found.prices);
    if (found.bound === Number.NEGATIVE_INFINITY || priced === null) return;
    this.#due = this.#inVain + limits.refusalsForPrices;
    this.#isWhole = false;
    this.#prices = found.prices;
    for (const [index, sum] of this.#sums.entries()) this.#start.sumPrices?.set(sum, found.prices[index]!);
    this.#offset = priced.offset;
    this.#inner.close();
    this.#waiting = new Heap<FoundLineup>(precedes);
    this.#inner = this.#begin(priced.instance);
  }

  /**
   * Whether new prices are worth a restart; `bound` is the bound at the new prices, `before` at the old ones.
   * The search takes exponentially longer the further the bound is above the points reached so far.
   */
  #isShorter(bound: number, before: number): boolean {
    return before - bound > LEAST_SHORTENED * (before - this.#most);
  }

  /**
   * Upper bound on the points of the most promising branches' lineups at these prices; Infinity if the prices
   * cannot be used.
   */
  #boundAt(prices: readonly number[]): number {
    const priced = pricedAt(this.#instance, this.#sums, prices);
    if (priced === null) return Number.POSITIVE_INFINITY;
    return (this.#inner.highestAt(priced.instance) ?? Number.NEGATIVE_INFINITY) + priced.offset;
  }

  /**
   * Finds prices with a lower upper bound. `isOfAll`: whether the bound holds for all lineups, not only for
   * those of the most promising branches.
   */
  #betterPrices(): SumPrices & { readonly isOfAll: boolean } {
    if (this.#inner.hasTerms) {
      // The prices that are best without the rules of the branches can be far from the best with them.
      const highestAt = (priced: Instance) => this.#inner.highestAt(priced);
      const found = priceInTurn(this.#instance, this.#sums, this.#prices, highestAt, NEAR_ENOUGH_OF_BRANCHES);
      return { ...found, isOfAll: false };
    }
    const { plain } = this.#inner;
    const { flags } = new Barred(this.#instance, this.#barred);
    let near: Price | undefined;
    const boundOf = (priced: Instance) => {
      const bounded = new Bounding(priced, this.#engineScratch).best(plain, flags, near);
      near = bounded?.price;
      return bounded?.bound ?? null;
    };
    return { ...priceInTurn(this.#instance, this.#sums, this.#prices, boundOf), isOfAll: true };
  }
}

/** Whether a sum only limits the total salary, and the budget is at least as strict. */
function isBudget({ weights, least, most }: PickSum, { model, budget, fixed }: Instance): boolean {
  const { salary } = model.picks;
  const spent = fixed.reduce((sum, own) => sum + salary[own]!, 0);
  return least === Number.NEGATIVE_INFINITY && isSalary(weights, salary) && budget + spent <= most;
}

function precedes(a: FoundLineup, b: FoundLineup): boolean {
  return a.points > b.points;
}
