import { Heap } from "../../../../shared/collections.ts";
import { type LineupTest, type PickSum, passesAll } from "../../../model/lineup-test.ts";
import type { PackedSolutions } from "../../packed-solutions.ts";
import { type Instance, isSalary } from "../instance.ts";
import { refusedTooOften } from "../limits.ts";
import type { Price } from "../relaxation.ts";
import { Bounding } from "./bounding.ts";
import { BranchSearch, type CutOff, type OrderedStart, type Tie } from "./branch-search.ts";
import type { EngineScratch } from "./engine-scratch.ts";
import { Barred } from "./reach.ts";
import { NEAR_ENOUGH_OF_BRANCHES, priceInTurn, type SumPrices } from "./sum-prices.ts";
import { keepsSum, parted, pricedAt, pullingPrices, type TotalLimits, totalLimitsOf } from "./sums.ts";
import { tooLarge } from "./tracked-trellis.ts";

/** The most lineups with equal priced points to take per step. */
const MOST_AT_ONCE = 256;
/** The same limit for searches with an upper limit on points, at which nearly all lineups tie. */
const MOST_BELOW = 32;
/** Growth factor of the number of unsuccessful lineups between two price updates. */
const IN_VAIN_FACTOR = 4;
/** New prices cause a restart only if they save at least this part of the depth searched so far. */
const LEAST_SHORTENED = 0.25;

interface Met {
  readonly picks: Int32Array;
  readonly points: number;
}

/** Filters repeats: a search that restarts within a tie returns the tie again. */
class NewLineups {
  /** All lineups above these points, and some at exactly these points, have been returned. */
  points = Number.POSITIVE_INFINITY;
  #same: readonly Int32Array[] = [];
  readonly #keys = new Set<string>();

  /** Returns those of the lineups (all have these points) that were not returned before. */
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

/** Maximum initial capacity, in lineups. */
const MOST_AT_FIRST = 1_024;

/** The best lineups of an instance. Yields now and then. */
export function* bestInOrder(
  instance: Instance,
  count: number,
  engineScratch: EngineScratch,
): Generator<void, Lineups> {
  const lineups = new LineupsInOrder(instance, engineScratch, count, { isFinal: true });
  const best = new Lineups(instance.fixed.length + instance.openSeats, Math.min(count, MOST_AT_FIRST));
  try {
    while (best.length < count) {
      const tie = yield* lineups.next(count - best.length);
      if (tie === null) break;
      for (const picks of tie.lineups) best.add(picks, tie.points);
      lineups.taken = best.length;
    }
  } finally {
    lineups.close();
  }
  return best;
}

/**
 * A `BranchSearch` with limits on sums. Sums that refuse too many lineups are priced (Lagrangian): lineups
 * then come by priced points, and each waits until no remaining lineup that keeps the sums can have more
 * points.
 */
export class LineupsInOrder {
  readonly #instance: Instance;
  readonly #engineScratch: EngineScratch;
  readonly #count: number;
  readonly #start: OrderedStart;
  readonly #barred: Set<number>;
  /** The tests on whole lineups, split into their sums and the remaining tests. */
  #asked: readonly LineupTest[];
  #tests: LineupTest[];
  #sums: PickSum[];
  #prices: readonly number[];
  #inner: BranchSearch;
  #cutOff: CutOff | undefined;
  #taken = 0;
  /** Limits on the points themselves; and whether many lineups exceed these limits. */
  #total: TotalLimits | null;
  #isCapped = false;
  /** The maximum excess of points over priced points. */
  #offset: number;
  #waiting = new Heap<Met>(precedes);
  /** Upper bound on the points of the remaining lineups; if `#isWhole`, all of them have fewer. */
  #most = Number.POSITIVE_INFINITY;
  #isWhole = true;
  readonly #new = new NewLineups();
  /** Lineups visited since the last one returned, and the number at which prices are updated. */
  #inVain = 0;
  #due: number;
  /** Whether some added sums have no price yet. */
  #hasUnpriced = false;
  /** Lineups visited at these prices. */
  #visited = 0;
  /** Whether the prices are the best for all lineups that are left. */
  #isPriced = false;

  /** Like the member of `BranchSearch`. */
  constructor(instance: Instance, engineScratch: EngineScratch, count: number, start: OrderedStart = {}) {
    this.#engineScratch = engineScratch;
    this.#count = count;
    this.#barred = new Set(start.barred);
    this.#start = { split: new Set(), ...start };
    this.#asked = instance.tests;
    const parts = instance.tests.map((test) => parted(test, instance.model.picks.salary));
    this.#tests = parts.flatMap(({ rest }) => rest ?? []);
    this.#sums = parts.flatMap(({ sums }) => sums).filter((sum) => !isBudget(sum, instance));
    this.#instance = instance;
    this.#due = engineScratch.limits.refusalsForTest;
    this.#total = totalLimitsOf(instance, this.#sums);
    const prices = this.#sums.map((sum) => start.sumPrices?.get(sum) ?? 0);
    const priced = this.#total === null ? pricedAt(instance, this.#sums, prices) : null;
    this.#prices = priced === null ? this.#sums.map(() => 0) : prices;
    this.#offset = priced?.offset ?? instance.fixedPoints;
    this.#inner = this.#begin(priced?.instance ?? { ...instance, fixedPoints: 0 });
    this.#cap();
    if (instance.mostPoints === 0 && this.#sums.length > 0) this.#pull();
  }

  /** Like the member of `BranchSearch`. */
  cutOff(cutOff: CutOff): void {
    this.#cutOff = cutOff;
    this.#inner.cutOff(cutOff);
  }

  /** The number of useful lineups found so far. */
  get taken(): number {
    return this.#taken;
  }

  set taken(taken: number) {
    this.#taken = taken;
    this.#inner.taken = taken;
  }

  /** Like the member of `BranchSearch`. */
  step(most: number): Tie | null | undefined {
    while (this.#sums.length === 0) {
      const tie = this.#inner.step(this.#isCapped ? Math.min(most, MOST_BELOW) : most);
      if (!tie) return tie;
      const points = tie.points + this.#offset;
      const lineups = this.#new.of(tie.lineups, points);
      if (lineups.length > 0) return { points, lineups };
    }
    for (;;) {
      const tie = this.#ready(most);
      if (tie !== null) return tie;
      if (this.#most === Number.NEGATIVE_INFINITY || this.#most < this.#least) return null;
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

  /** The next lineups with equal points, at most `most`; null at the end. Yields regularly. */
  *next(most = Number.POSITIVE_INFINITY): Generator<void, Tie | null> {
    for (;;) {
      const tie = this.step(most);
      if (tie !== undefined) return tie;
      yield;
    }
  }

  /** Bars model picks from all further lineups. */
  bar(picks: Iterable<number>): void {
    const barred = [...picks];
    for (const pick of barred) this.#barred.add(pick);
    this.#isPriced = false;
    this.#inner.bar(barred);
  }

  /** Adds tests that every further lineup must pass. */
  require(tests: readonly LineupTest[]): void {
    this.#asked = [...this.#asked, ...tests];
    if (this.#isCapped) {
      this.#inner.require(tests);
      return;
    }
    const { salary } = this.#instance.model.picks;
    const parts = tests.map((test) => parted(test, salary));
    const rests = parts.flatMap(({ rest }) => rest ?? []);
    this.#tests = [...this.#tests, ...rests];
    const sums = parts.flatMap((part) => part.sums).filter((sum) => !isBudget(sum, this.#instance));
    this.#sums = [...this.#sums, ...sums];
    this.#prices = [...this.#prices, ...sums.map(() => 0)];
    this.#hasUnpriced ||= sums.length > 0;
    this.#inner.require(rests);
    if (sums.length === 0) return;
    this.#isPriced = false;
    this.#total = totalLimitsOf(this.#instance, this.#sums);
    this.#cap();
  }

  /** Ends the enumeration and releases the memory. */
  close(): void {
    this.#inner.close();
    this.#waiting = new Heap<Met>(precedes);
    this.#most = Number.NEGATIVE_INFINITY;
  }

  /** Lower bound on the points of a lineup that keeps the sums. */
  get #least(): number {
    return (this.#total?.least ?? Number.NEGATIVE_INFINITY) + this.#instance.fixedPoints;
  }

  /** Under an upper limit on points, restricts the search to lineups below the limit. */
  #cap(): void {
    const { fixedPoints } = this.#instance;
    const most = this.#total?.most ?? Number.POSITIVE_INFINITY;
    const isKept =
      this.#sums.length === 0 || most >= this.#inner.bound || most + fixedPoints >= this.#new.points;
    if (isKept || this.#prices.some((price) => price !== 0)) return;
    this.#isCapped = true;
    this.#tests = [...this.#asked];
    this.#sums = [];
    this.#waiting = new Heap<Met>(precedes);
    this.#offset = fixedPoints;
    this.#inner.close();
    this.#inner = this.#begin({ ...this.#instance, fixedPoints: 0 });
  }

  /** Whether so few lineups were visited at these prices that a restart costs little. */
  get #isYoung(): boolean {
    return this.#visited <= this.#engineScratch.limits.refusalsForPrices;
  }

  #begin(instance: Instance): BranchSearch {
    this.#visited = 0;
    const { near = 0 } = this.#start;
    const limits = this.#isCapped ? this.#total : null;
    const total = limits && { ...limits, slack: near * Math.abs(limits.most) };
    const start = { ...this.#start, barred: this.#barred, total };
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
    return this.#sums.every((sum) => keepsSum(sum, picks));
  }

  /** The best waiting lineups, once no remaining lineup can beat them. */
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

  /** Whether a lineup is still legal after what was barred and added since it was found. */
  #isFree(picks: Int32Array): boolean {
    return (
      !picks.some((pick) => this.#barred.has(pick)) && this.#keepsSums(picks) && passesAll(this.#tests, picks)
    );
  }

  /** If all points are zero, orders lineups by how well they keep the sums: all are optimal. */
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

  /** Searches for better prices, and restarts with them if the remaining search is shorter then. */
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
    this.#waiting = new Heap<Met>(precedes);
    this.#inner = this.#begin(priced.instance);
  }

  /**
   * Whether restarting from this bound is faster than continuing from the previous one: the number of lineups
   * to visit grows exponentially with the depth.
   */
  #isShorter(bound: number, before: number): boolean {
    return before - bound > LEAST_SHORTENED * (before - this.#most);
  }

  /** The bound of the most promising branches at some prices. */
  #boundAt(prices: readonly number[]): number {
    const priced = pricedAt(this.#instance, this.#sums, prices);
    if (priced === null) return Number.POSITIVE_INFINITY;
    return (this.#inner.highestAt(priced.instance) ?? Number.NEGATIVE_INFINITY) + priced.offset;
  }

  /** Prices that lower the upper bound, and whether the new bound holds for all lineups. */
  #betterPrices(): SumPrices & { readonly isOfAll: boolean } {
    if (this.#inner.hasTerms) {
      // The prices that are best without the rules of the branches can be far from the best with them.
      const highestAt = (priced: Instance) => this.#inner.highestAt(priced);
      const found = priceInTurn(this.#instance, this.#sums, this.#prices, highestAt, NEAR_ENOUGH_OF_BRANCHES);
      return { ...found, isOfAll: false };
    }
    const { plain } = this.#inner;
    if (plain.automaton === null) throw tooLarge();
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

/** Whether a sum is the total salary, with limits that the budget already keeps. */
function isBudget({ weights, least, most }: PickSum, { model, budget, fixed }: Instance): boolean {
  const { salary } = model.picks;
  const spent = fixed.reduce((sum, own) => sum + salary[own]!, 0);
  return least === Number.NEGATIVE_INFINITY && isSalary(weights, salary) && budget + spent <= most;
}

function precedes(a: Met, b: Met): boolean {
  return a.points > b.points;
}

/** Lineups found, best first, packed as they come. All have `width` picks. */
export class Lineups {
  length = 0;
  readonly #width: number;
  #picks: Int32Array;
  #points: Float64Array;

  constructor(width: number, room = 16) {
    this.#width = width;
    this.#picks = new Int32Array(room * width);
    this.#points = new Float64Array(room);
  }

  /** Adds a lineup behind the last: the model's picks, in any order. */
  add(picks: Iterable<number>, points: number): void {
    if (this.length === this.#points.length) this.#grow();
    this.#points[this.length] = points;
    const from = this.length * this.#width;
    let end = from;
    for (const pick of picks) {
      let at = end;
      for (; at > from && this.#picks[at - 1]! > pick; at -= 1) this.#picks[at] = this.#picks[at - 1]!;
      this.#picks[at] = pick;
      end += 1;
    }
    this.length += 1;
  }

  packed(): PackedSolutions {
    return {
      picks: this.#picks.slice(0, this.length * this.#width),
      points: this.#points.slice(0, this.length),
    };
  }

  #grow(): void {
    const room = 2 * this.#points.length;
    const [picks, points] = [this.#picks, this.#points];
    this.#picks = new Int32Array(room * this.#width);
    this.#picks.set(picks);
    this.#points = new Float64Array(room);
    this.#points.set(points);
  }
}
