import { UnsupportedModelError } from "../../../errors.ts";
import type { LineupTest, PickSum } from "../../../model/lineup-test.ts";
import { passes } from "../../../model/passes.ts";
import { Heap } from "../../../shared/heap.ts";
import type { Instance } from "../instance.ts";
import type { Workshop } from "../roster.ts";
import { layOut } from "../trellis.ts";
import { knownOf } from "./known.ts";
import { OrderedLineups, type OrderedStart, type Tie } from "./ordered-lineups.ts";
import { spareOf } from "./spare.ts";
import { keepsSum, parted, pricedAt, priceSums } from "./sums.ts";
import { type TotalLimits, totalLimitsOf } from "./total-limits.ts";

/** Lineups of the same priced points that are taken at a time. */
const MOST_AT_ONCE = 256;
/** The same where they are below a limit of the points: nearly all that are of use have just so many. */
const MOST_BELOW = 32;
/** Prices are sought anew after so many times as many lineups in vain as before. */
const IN_VAIN_FACTOR = 4;

interface Met {
  readonly picks: Int32Array;
  readonly points: number;
}

/**
 * As `OrderedLineups`, where lineups also have to keep sums. Sums that refuse too many are priced: lineups come in the
 * order of their points less what their sums cost, and each waits until nothing that is still to come, and keeps the
 * sums, can have more points.
 */
export class LineupsInOrder {
  readonly #instance: Instance;
  readonly #workshop: Workshop;
  readonly #count: number;
  readonly #start: OrderedStart;
  readonly #barred: Set<number>;
  /** All that is asked of lineups as wholes; its parts are what is left of it beside sums, and those. */
  #asked: readonly LineupTest[];
  #tests: LineupTest[];
  #sums: PickSum[];
  #prices: readonly number[];
  #inner: OrderedLineups;
  #isUseless: ((picks: Int32Array, length: number) => boolean) | undefined;
  #taken = 0;
  /** Limits of the points themselves, and whether many lineups are above. */
  #total: TotalLimits | null;
  #isCapped = false;
  /** What points may be above priced ones. */
  #offset: number;
  #waiting = new Heap<Met>(precedes);
  /** No lineup that is still to come has more points than this, or as many where `#isWhole`. */
  #most = Number.POSITIVE_INFINITY;
  #isWhole = true;
  /** Lineups of more points have all been told, of as many where `#isToldWhole`. */
  #told = Number.POSITIVE_INFINITY;
  #isToldWhole = false;
  /** How many lineups were met since the last that was told, and how many until prices are sought anew. */
  #inVain = 0;
  #due: number;
  /** Whether sums came to be asked for that have had no price yet. */
  #hasUnpriced = false;

  /** As that of `OrderedLineups`. */
  constructor(instance: Instance, workshop: Workshop, count: number, start: OrderedStart = {}) {
    this.#workshop = workshop;
    this.#count = count;
    this.#barred = new Set(start.barred);
    this.#start = start;
    this.#asked = instance.tests;
    const parts = instance.tests.map((test) => parted(test, instance.model.picks.salary));
    this.#tests = parts.flatMap(({ rest }) => rest ?? []);
    this.#sums = parts.flatMap(({ sums }) => sums).filter((sum) => !isBudget(sum, instance));
    this.#instance = instance;
    this.#prices = this.#sums.map(() => 0);
    this.#offset = instance.fixedPoints;
    this.#due = workshop.limits.refusalsForTest;
    this.#total = totalLimitsOf(instance, this.#sums);
    this.#inner = this.#begin({ ...instance, fixedPoints: 0 });
    this.#cap();
  }

  set useless(isUseless: (picks: Int32Array, length: number) => boolean) {
    this.#isUseless = isUseless;
    this.#inner.useless = isUseless;
  }

  /** How many lineups found so far are of use. */
  get taken(): number {
    return this.#taken;
  }

  set taken(taken: number) {
    this.#taken = taken;
    this.#inner.taken = taken;
  }

  /** The next lineups of the same points, at most `most` of them; null where there are no more. Yields now and then. */
  *next(most = Number.POSITIVE_INFINITY): Generator<void, Tie | null> {
    if (this.#sums.length === 0) return yield* this.#whatever(most);
    for (;;) {
      const tie = this.#ready(most);
      if (tie !== null) return tie;
      if (this.#most === Number.NEGATIVE_INFINITY || this.#most < this.#least) return null;
      if (this.#hasUnpriced) {
        this.#price();
        continue;
      }
      this.#meet(yield* this.#inner.next(MOST_AT_ONCE));
      if (this.#inVain > this.#due) this.#price();
    }
  }

  /** Picks of the model that no further lineup may have. */
  bar(picks: Iterable<number>): void {
    const barred = [...picks];
    for (const pick of barred) this.#barred.add(pick);
    this.#inner.bar(barred);
  }

  /** Tests that every further lineup has to pass. */
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
    this.#total = totalLimitsOf(this.#instance, this.#sums);
    this.#cap();
  }

  /** Lets go of what it holds; it has no lineups any more. */
  close(): void {
    this.#inner.close();
    this.#waiting = new Heap<Met>(precedes);
    this.#most = Number.NEGATIVE_INFINITY;
  }

  /** No lineup that keeps the sums has fewer points. */
  get #least(): number {
    return (this.#total?.least ?? Number.NEGATIVE_INFINITY) + this.#instance.fixedPoints;
  }

  /** Where lineups above a limit of the points would have to be met before the others, only the others are sought. */
  #cap(): void {
    const { fixedPoints } = this.#instance;
    const most = this.#total?.most ?? Number.POSITIVE_INFINITY;
    const isKept = this.#sums.length === 0 || most >= this.#inner.bound || most + fixedPoints >= this.#told;
    if (isKept || this.#prices.some((price) => price !== 0)) return;
    this.#isCapped = true;
    this.#tests = [...this.#asked];
    this.#sums = [];
    this.#waiting = new Heap<Met>(precedes);
    this.#offset = fixedPoints;
    this.#inner.close();
    this.#inner = this.#begin({ ...this.#instance, fixedPoints: 0 });
  }

  #begin(instance: Instance): OrderedLineups {
    const slack = (this.#start.near ?? 0) * Math.abs(this.#total?.most ?? 0);
    const total = this.#isCapped && this.#total !== null ? { ...this.#total, slack } : null;
    const start = { ...this.#start, barred: this.#barred, total };
    const inner = new OrderedLineups({ ...instance, tests: this.#tests }, this.#workshop, this.#count, start);
    if (this.#isUseless !== undefined) inner.useless = this.#isUseless;
    inner.taken = this.#taken;
    return inner;
  }

  /** The next where there are no sums to keep. */
  *#whatever(most: number): Generator<void, Tie | null> {
    const tie = yield* this.#inner.next(this.#isCapped ? Math.min(most, MOST_BELOW) : most);
    if (tie === null) return null;
    this.#told = tie.points + this.#offset;
    this.#isToldWhole = tie.lineups.length < most;
    return { ...tie, points: this.#told };
  }

  #meet(met: Tie | null): void {
    if (met === null) {
      this.#most = Number.NEGATIVE_INFINITY;
      return;
    }
    const { points } = this.#instance.model.picks;
    this.#most = Math.min(this.#most, met.points + this.#offset);
    this.#isWhole = met.lineups.length < MOST_AT_ONCE;
    for (const picks of met.lineups) {
      this.#inVain += 1;
      if (!this.#keepsSums(picks)) continue;
      const own = picks.reduce((sum, pick) => sum + points[pick]!, 0);
      if (own < this.#told || (own === this.#told && !this.#isToldWhole))
        this.#waiting.push({ picks, points: own });
    }
    const { refusals } = this.#workshop.limits;
    if (this.#inVain > refusals)
      throw new UnsupportedModelError("paths", `its sums refuse nearly every lineup (${refusals} in vain)`);
  }

  #keepsSums(picks: Int32Array): boolean {
    return this.#sums.every((sum) => keepsSum(sum, picks));
  }

  /** The best that wait, where nothing better is to come. */
  #ready(most: number): Tie | null {
    const lineups: Int32Array[] = [];
    let points = Number.NEGATIVE_INFINITY;
    let isCut = false;
    for (let best = this.#waiting.peek(); best !== undefined; best = this.#waiting.peek()) {
      if (lineups.length > 0 && best.points < points) break;
      if (best.points < this.#most || (best.points === this.#most && !this.#isWhole)) {
        if (lineups.length === 0) return null;
        break;
      }
      if (lineups.length >= most) {
        isCut = true;
        break;
      }
      this.#waiting.pop();
      if (!this.#isFree(best.picks)) continue;
      points = best.points;
      lineups.push(best.picks);
    }
    if (lineups.length === 0) return null;
    this.#told = points;
    this.#isToldWhole = !isCut && (this.#isWhole || points > this.#most);
    this.#inVain = 0;
    return { points, lineups };
  }

  /** Whether what was barred or asked for since a lineup was met leaves it. */
  #isFree(picks: Int32Array): boolean {
    return (
      !picks.some((pick) => this.#barred.has(pick)) &&
      this.#keepsSums(picks) &&
      this.#tests.every((test) => passes(test, picks))
    );
  }

  /** Seeks better prices, and begins anew with them where they prove a lower bound than is known. */
  #price(): void {
    // Without a price for it, a sum that came to be asked for refuses more and more, however low the bound is.
    const isNew = this.#hasUnpriced;
    this.#hasUnpriced = false;
    this.#due = Math.max(this.#workshop.limits.vainForPrices, IN_VAIN_FACTOR * this.#due);
    const known = knownOf(this.#instance);
    const plain = known.plain(this.#workshop.automata);
    if (plain === null) return;
    const { scratch } = spareOf(this.#workshop);
    const { size, roles, pick, required } = this.#instance;
    const candidates = Array.from({ length: size }, (_, candidate) => candidate).filter((candidate) => {
      for (let option = candidate * roles; option < (candidate + 1) * roles; option += 1)
        if (pick[option] !== -1 && !this.#barred.has(pick[option]!)) return true;
      return required[candidate] === 1;
    });
    const trellis = layOut({ instance: this.#instance, ...plain, candidates }, scratch, "all");
    if (trellis.start === -1) return;
    const found = priceSums(this.#instance, this.#sums, this.#prices, { trellis, scratch });
    if (found.bound < this.#most) {
      this.#most = found.bound;
      this.#isWhole = false;
    } else if (!isNew) {
      return;
    }
    const priced = pricedAt(this.#instance, this.#sums, found.prices);
    if (found.bound === Number.NEGATIVE_INFINITY || priced === null) return;
    this.#prices = found.prices;
    this.#offset = priced.offset;
    this.#inner.close();
    this.#waiting = new Heap<Met>(precedes);
    this.#inner = this.#begin(priced.instance);
  }
}

/** Whether a sum is one of all salaries that the budget keeps. */
function isBudget({ weights, least, most }: PickSum, { model, budget, fixed }: Instance): boolean {
  const { salary } = model.picks;
  if (least !== Number.NEGATIVE_INFINITY || weights.length !== salary.length) return false;
  const spent = fixed.reduce((sum, own) => sum + salary[own]!, 0);
  return budget + spent <= most && weights.every((own, at) => own === salary[at]);
}

function precedes(a: Met, b: Met): boolean {
  return a.points > b.points;
}
