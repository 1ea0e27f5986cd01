import type { LineupTest, PickSum } from "../../../model/lineup-test.ts";
import { POINT_UNITS } from "../../../model/model.ts";
import { type Instance, isSalary } from "../instance.ts";
import { relax } from "../relaxation.ts";
import type { Scratch } from "../scratch.ts";
import type { Trellis } from "../trellis.ts";

/** A test that every lineup has to pass, without its sums, and those. */
interface Parted {
  /** Null where nothing else is left of it. */
  readonly rest: LineupTest | null;
  readonly sums: readonly PickSum[];
}

const kept = new WeakMap<LineupTest, Parted>();

/**
 * Parts a test from the sums that all lineups have to keep. A least of all salaries stays with it, as trellises know how
 * to keep that. The parts of one test are the same each time.
 */
export function parted(test: LineupTest, salary: Float64Array): Parted {
  const known = kept.get(test);
  if (known !== undefined) return known;
  const parts = partsOf(test, salary);
  kept.set(test, parts);
  return parts;
}

function partsOf(test: LineupTest, salary: Float64Array): Parted {
  const { when, alternatives } = test;
  const [clause] = alternatives;
  if (when !== null || clause === undefined || alternatives.length > 1) return { rest: test, sums: [] };
  const { counts } = clause;
  const own = clause.sums.filter(({ weights, least }) => isSalary(weights, salary) && least > 0);
  const sums = clause.sums.flatMap((sum) => {
    const left = own.includes(sum) ? { ...sum, least: Number.NEGATIVE_INFINITY } : sum;
    return left.least === Number.NEGATIVE_INFINITY && left.most === Number.POSITIVE_INFINITY ? [] : [left];
  });
  if (sums.length === 0) return { rest: test, sums };
  if (counts.length === 0 && own.length === 0) return { rest: null, sums };
  const least = own.map((sum) => ({ ...sum, most: Number.POSITIVE_INFINITY }));
  return { rest: { when, alternatives: [{ counts, sums: least }] }, sums };
}

/** Whether picks keep a sum. */
export function keepsSum({ weights, least, most }: PickSum, picks: ArrayLike<number>): boolean {
  let sum = 0;
  for (let at = 0; at < picks.length; at += 1) sum += weights[picks[at]!]!;
  return sum >= least && sum <= most;
}

/** Priced points are whole multiples of so many units: sums of few steps are searched fastest. */
const STEP = POINT_UNITS / 100_000;
/** The most that priced points of a lineup may sum to. */
const MOST_TOTAL = 2 ** 51;

/** An instance whose points are less what sums cost at their prices. */
export interface Priced {
  readonly instance: Instance;
  /** No lineup that keeps the sums has more points than its priced ones, fixed picks' aside, and this. */
  readonly offset: number;
}

/** Null where the prices are of no use: too high, or below 0 for a sum without a least. */
export function pricedAt(
  instance: Instance,
  sums: readonly PickSum[],
  prices: readonly number[],
): Priced | null {
  const { pick, fixed, fixedPoints, openSeats, points } = instance;
  if (prices.every((price) => price === 0))
    return { instance: { ...instance, fixedPoints: 0 }, offset: fixedPoints };
  // Rounding may cost each pick half a step, and a few units for the sum of products.
  let offset = fixedPoints + openSeats * (STEP / 2 + 4);
  for (const [index, { weights, least, most }] of sums.entries()) {
    const price = prices[index]!;
    const counted = fixed.reduce((sum, own) => sum + weights[own]!, 0);
    if (price > 0) offset += price * (most - counted);
    if (price < 0) offset += price * (least - counted);
  }
  if (!(Math.abs(offset) < MOST_TOTAL)) return null;
  const priced = points.slice();
  let mostPoints = 0;
  pick.forEach((own, option) => {
    if (own === -1) return;
    const cost = sums.reduce((so, { weights }, index) => so + prices[index]! * weights[own]!, 0);
    priced[option]! -= STEP * Math.round(cost / STEP);
    mostPoints = Math.max(mostPoints, Math.abs(priced[option]!));
  });
  if (mostPoints * openSeats > MOST_TOTAL) return null;
  return { instance: { ...instance, points: priced, mostPoints, fixedPoints: 0 }, offset: Math.ceil(offset) };
}

/** Prices of sums, and the bound that they prove: no lineup of the trellis that keeps the sums has more points. */
export interface SumPrices {
  readonly prices: readonly number[];
  /** -Infinity where there is none. */
  readonly bound: number;
}

/** How often a step is doubled, and how often the best price is sought between three. */
const MOST_DOUBLED = 24;
const MOST_HALVED = 10;
/** Bounds that differ by less than this part are as good. */
const NEAR = 1e-5;

/** Prices near those given at which the bound is about the least: the bound is convex in each of them. */
export function priceSums(
  instance: Instance,
  sums: readonly PickSum[],
  near: readonly number[],
  { trellis, scratch }: { readonly trellis: Trellis; readonly scratch: Scratch },
): SumPrices {
  const none = Number.NEGATIVE_INFINITY;
  const boundAt = (prices: readonly number[]): number => {
    const priced = pricedAt(instance, sums, prices);
    if (priced === null) return Number.POSITIVE_INFINITY;
    const relaxation = relax(priced.instance, trellis, scratch);
    return relaxation === null ? none : relaxation.bound + priced.offset;
  };
  const lowest = instance.fixedPoints - instance.mostPoints * instance.openSeats;
  let prices = [...near];
  let bound = boundAt(prices);
  for (let round = 0; round < Math.min(2, sums.length); round += 1) {
    for (const [index, { weights }] of sums.entries()) {
      if (bound < lowest) return { prices, bound: none };
      const scale = scaleOf(weights, instance.mostPoints);
      const at = (price: number) => boundAt(prices.with(index, price));
      const found = leastNear(at, { price: prices[index]!, bound }, scale, lowest);
      prices = prices.with(index, found.price);
      bound = found.bound;
    }
  }
  if (bound < lowest) return { prices, bound: none };
  return sums.length < FEW
    ? { prices, bound }
    : together({ instance, sums, trellis, scratch }, { prices, bound });
}

/** A price at which a sum costs a part of what the best have; a point where nobody has any. */
function scaleOf(weights: Float64Array, mostPoints: number): number {
  const counting = weights.filter((own) => own !== 0);
  const mean = counting.reduce((sum, own) => sum + Math.abs(own), 0) / Math.max(1, counting.length);
  return (0.2 * (mostPoints || POINT_UNITS)) / Math.max(mean, 1e-9);
}

/** Prices at which lineups that are the farthest from breaking sums come first, where points put them in no order. */
export function pullingPrices(sums: readonly PickSum[]): readonly number[] {
  return sums.map(({ weights, least, most }) => {
    if (least > Number.NEGATIVE_INFINITY) return most < Number.POSITIVE_INFINITY ? 0 : -scaleOf(weights, 0);
    return scaleOf(weights, 0);
  });
}

/** Fewer sums are priced well enough one after another. */
const FEW = 3;
/** How often the prices of many are moved together, and by which part of the bound they aim below it to begin with. */
const MOST_MOVED = 80;
const AIM = 0.004;

/** Moves all prices by what the best way at these is over, or short of, its sums, as long as that lowers the bound. */
function together(
  { instance, sums, trellis, scratch }: Parameters<typeof wayAt>[0],
  from: SumPrices,
): SumPrices {
  let best = from;
  let { prices } = from;
  let aim = AIM * Math.abs(from.bound);
  let inVain = 0;
  for (let moved = 0; moved < MOST_MOVED; moved += 1) {
    const found = wayAt({ instance, sums, trellis, scratch }, prices);
    if (found === null) break;
    inVain += 1;
    if (found.bound < best.bound) {
      if (found.bound < best.bound - 0.1 * aim) inVain = 0;
      best = { prices, bound: found.bound };
    }
    if (inVain > 5) {
      aim /= 2;
      inVain = 0;
      ({ prices } = best);
    }
    const { over } = found;
    const norm = over.reduce((so, own) => so + own * own, 0);
    if (norm === 0) break;
    const step = (found.bound - best.bound + aim) / norm;
    prices = prices.map((price, index) => {
      const { least, most } = sums[index]!;
      const next = price + step * over[index]!;
      if (most === Number.POSITIVE_INFINITY) return Math.min(0, next);
      return least === Number.NEGATIVE_INFINITY ? Math.max(0, next) : next;
    });
  }
  return best;
}

/** The bound at some prices, and by how much the way that it stems from breaks each sum. */
function wayAt(
  {
    instance,
    sums,
    trellis,
    scratch,
  }: {
    readonly instance: Instance;
    readonly sums: readonly PickSum[];
    readonly trellis: Trellis;
    readonly scratch: Scratch;
  },
  prices: readonly number[],
): { readonly bound: number; readonly over: readonly number[] } | null {
  const priced = pricedAt(instance, sums, prices);
  const relaxation = priced && relax(priced.instance, trellis, scratch);
  if (priced === null || relaxation === null) return null;
  const { worth } = relaxation;
  const backward = scratch.doubles("all backward", trellis.states);
  const { states, start, first, target, option } = trellis;
  const totals = sums.map(({ weights }) => instance.fixed.reduce((so, own) => so + weights[own]!, 0));
  for (let state = start; state !== states - 1; ) {
    let arc = first[state]!;
    while (worth[option[arc]!]! + backward[target[arc]!]! !== backward[state]!) arc += 1;
    const own = instance.pick[option[arc]!]!;
    if (own !== -1) for (const [index, { weights }] of sums.entries()) totals[index]! += weights[own]!;
    state = target[arc]!;
  }
  const over = sums.map(({ least, most }, index) => {
    const total = totals[index]!;
    if (prices[index]! < 0) return total - least;
    return most === Number.POSITIVE_INFINITY ? Math.min(0, total - least) : total - most;
  });
  return { bound: relaxation.bound + priced.offset, over };
}

interface At {
  readonly price: number;
  readonly bound: number;
}

/** Where a convex function is about the least, or below `enough`. */
function leastNear(boundAt: (price: number) => number, from: At, scale: number, enough: number): At {
  const at = (price: number): At => ({ price, bound: boundAt(price) });
  // The least lies between `before` and `beyond`, and `best` is the least known.
  let [before, best, beyond] = [at(from.price - scale), from, at(from.price + scale)];
  if (before.bound < best.bound) [before, best, beyond] = [beyond, before, best];
  else if (beyond.bound >= best.bound) return leastBetween(at, { before, best, beyond });
  else [before, best] = [best, beyond];
  for (let doubled = 0; doubled < MOST_DOUBLED && best.bound >= enough; doubled += 1) {
    beyond = at(best.price + 2 * (best.price - before.price));
    if (beyond.bound >= best.bound) return leastBetween(at, { before, best, beyond });
    [before, best] = [best, beyond];
  }
  return best;
}

function leastBetween(
  at: (price: number) => At,
  { before, best, beyond }: { before: At; best: At; beyond: At },
): At {
  for (let halved = 0; halved < MOST_HALVED; halved += 1) {
    const isBefore = Math.abs(best.price - before.price) > Math.abs(beyond.price - best.price);
    const tried = at((best.price + (isBefore ? before : beyond).price) / 2);
    const gained = best.bound - tried.bound;
    if (gained > 0) {
      if (isBefore) beyond = best;
      else before = best;
      best = tried;
      if (gained < NEAR * Math.abs(best.bound)) break;
    } else if (isBefore) {
      before = tried;
    } else {
      beyond = tried;
    }
  }
  return best;
}
