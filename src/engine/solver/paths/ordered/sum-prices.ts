import { LastMade } from "../../../../shared/collections.ts";
import type { LineupTest, PickSum } from "../../../model/lineup-test.ts";
import { POINT_UNITS, PRICE_STEP } from "../../../model/model.ts";
import { type Instance, isSalary } from "../instance.ts";
import { MOST_TOTAL } from "../read-instance.ts";

/**
 * One price per limited sum, such as total ownership: a lineup loses that many points per unit of the sum.
 * `bound` is the upper bound that the prices prove on the points of lineups within all limits.
 */
export interface SumPrices {
  readonly prices: readonly number[];
  /** -Infinity if no lineup is within the limits. */
  readonly bound: number;
}

/**
 * In the search for one price: how often the step may double before the best price is between two known ones,
 * and how often that range may be halved then.
 */
const MOST_DOUBLED = 24;
const MOST_HALVED = 10;
/** A price is good enough if a better one lowers the bound by at most this fraction. */
const NEAR_ENOUGH = 2e-5;
/** Like `NEAR_ENOUGH`, for bounds over several branches, which take much longer to compute. */
export const NEAR_ENOUGH_OF_BRANCHES = 5e-4;
/** The first step when improving a known price, as a fraction of the price. */
const NEARBY = 0.1;

/**
 * Finds prices of sums that nearly minimize an upper bound on points: starts at the prices `near`, and
 * improves one price after another. The bound is convex in each price. `boundOf` returns the bound of an
 * instance with priced points; null if it has no lineup.
 */
export function priceInTurn(
  instance: Instance,
  sums: readonly PickSum[],
  near: readonly number[],
  boundOf: (priced: Instance) => number | null,
  precision = NEAR_ENOUGH,
): SumPrices {
  const none = Number.NEGATIVE_INFINITY;
  const boundAt = (prices: readonly number[]): number => {
    const priced = pricedAt(instance, sums, prices);
    if (priced === null) return Number.POSITIVE_INFINITY;
    const bound = boundOf(priced.instance);
    return bound === null ? none : bound + priced.offset;
  };
  const lowest = instance.fixedPoints - instance.mostPoints * instance.openSeats;
  let prices = [...near];
  let bound = boundAt(prices);
  for (let round = 0; round < Math.min(2, sums.length); round += 1) {
    for (const [index, { weights }] of sums.entries()) {
      if (bound < lowest) return { prices, bound: none };
      const scale = scaleOf(weights, instance.mostPoints);
      const at = (price: number) => boundAt(prices.with(index, price));
      const found = leastNear(at, { price: prices[index]!, bound }, { scale, precision, enough: lowest });
      prices = prices.with(index, found.price);
      bound = found.bound;
    }
  }
  return { prices, bound: bound < lowest ? none : bound };
}

interface At {
  readonly price: number;
  readonly bound: number;
}

/**
 * Nearly minimizes the convex function `boundAt`, starting at `from`; stops once the value is below `enough`.
 */
function leastNear(
  boundAt: (price: number) => number,
  from: At,
  { scale, precision, enough }: Record<"scale" | "precision" | "enough", number>,
): At {
  const at = (price: number): At => ({ price, bound: boundAt(price) });
  // A price found before is usually near the best one.
  const step = from.price === 0 ? scale : Math.min(scale, NEARBY * Math.abs(from.price));
  // The minimum lies between `before` and `beyond`; `best` is the lowest point known.
  let [before, best, beyond] = [at(from.price - step), from, at(from.price + step)];
  if (before.bound < best.bound) [before, best, beyond] = [beyond, before, best];
  else if (beyond.bound >= best.bound) return leastBetween(at, { before, best, beyond }, precision);
  else [before, best] = [best, beyond];
  for (let doubled = 0; doubled < MOST_DOUBLED && best.bound >= enough; doubled += 1) {
    beyond = at(best.price + 2 * (best.price - before.price));
    if (beyond.bound >= best.bound) return leastBetween(at, { before, best, beyond }, precision);
    [before, best] = [best, beyond];
  }
  return best;
}

interface Bracket {
  readonly before: At;
  readonly best: At;
  readonly beyond: At;
}

function leastBetween(at: (price: number) => At, bracket: Bracket, precision: number): At {
  let { before, best, beyond } = bracket;
  for (let halved = 0; halved < MOST_HALVED; halved += 1) {
    if (mostToGain({ before, best, beyond }) < precision * Math.abs(best.bound)) break;
    const isBefore = Math.abs(best.price - before.price) > Math.abs(beyond.price - best.price);
    const tried = at((best.price + (isBefore ? before : beyond).price) / 2);
    if (tried.bound < best.bound) {
      if (isBefore) beyond = best;
      else before = best;
      best = tried;
    } else if (isBefore) {
      before = tried;
    } else {
      beyond = tried;
    }
  }
  return best;
}

/**
 * The most by which the minimum of a convex function can be below its best known point. Between that point
 * and a neighbour, the function is above the extended line through that point and the other neighbour.
 */
function mostToGain({ before, best, beyond }: Bracket): number {
  const [left, right] = [Math.abs(best.price - before.price), Math.abs(beyond.price - best.price)];
  if (left === 0 || right === 0) return 0;
  const [above, over] = [before.bound - best.bound, beyond.bound - best.bound];
  return Math.max(
    Math.min((over * left) / right, Number.MAX_VALUE),
    Math.min((above * right) / left, Number.MAX_VALUE),
  );
}

interface Parted {
  /** The test without these limits; null if nothing is left of it. */
  readonly rest: LineupTest | null;
  readonly sums: readonly PickSum[];
}

const kept = new LastMade<LineupTest, Parted>();

/**
 * Separates the limits on sums that all lineups must keep from the rest of a test. A minimum salary stays in
 * the rest, because trellises can enforce it. Results are cached per test and salaries.
 */
export function parted(test: LineupTest, salary: Float64Array): Parted {
  return kept.of(test, [salary], () => partsOf(test, salary));
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

/** An instance whose points are reduced by the prices of sums (priced points). */
export interface Priced {
  readonly instance: Instance;
  /**
   * The most by which the points of a lineup within the sums' limits exceed its priced points. Priced points
   * do not include fixed picks.
   */
  readonly offset: number;
}

/**
 * Reduces each pick's points by the sums' prices times its weights. Null if the prices cannot be used: one is
 * too high, positive for a sum without a maximum, or negative for a sum without a minimum.
 */
export function pricedAt(
  instance: Instance,
  sums: readonly PickSum[],
  prices: readonly number[],
): Priced | null {
  const { pick, fixed, fixedPoints, openSeats, points } = instance;
  if (prices.every((price) => price === 0))
    return { instance: { ...instance, fixedPoints: 0 }, offset: fixedPoints };
  // Rounding may cost each pick half a step, and a few units for the sum of products.
  let offset = fixedPoints + openSeats * (PRICE_STEP / 2 + 4);
  for (const [index, { weights, least, most }] of sums.entries()) {
    const price = prices[index]!;
    const counted = fixed.reduce((sum, own) => sum + weights[own]!, 0);
    if (price > 0) offset += price * (most - counted);
    if (price < 0) offset += price * (least - counted);
  }
  if (!(Math.abs(offset) < MOST_TOTAL / 2)) return null;
  const priced = points.slice();
  let mostPoints = 0;
  pick.forEach((own, option) => {
    if (own === -1) return;
    const cost = sums.reduce((so, { weights }, index) => so + prices[index]! * weights[own]!, 0);
    priced[option]! -= PRICE_STEP * Math.round(cost / PRICE_STEP);
    mostPoints = Math.max(mostPoints, Math.abs(priced[option]!));
  });
  if (mostPoints * openSeats > MOST_TOTAL / 2) return null;
  return { instance: { ...instance, points: priced, mostPoints, fixedPoints: 0 }, offset: Math.ceil(offset) };
}

/**
 * The first step when searching for the price of a sum: a fifth of the best pick's points (of one point, if
 * all points are 0), divided by the mean weight.
 */
function scaleOf(weights: Float64Array, mostPoints: number): number {
  const counting = weights.filter((own) => own !== 0);
  const mean = counting.reduce((sum, own) => sum + Math.abs(own), 0) / Math.max(1, counting.length);
  return (0.2 * (mostPoints || POINT_UNITS)) / Math.max(mean, 1e-9);
}

/**
 * Prices of sums for a model in which all points are 0: with them, lineups that are well within the limits
 * are found first. A sum with both a minimum and a maximum gets the price 0.
 */
export function pullingPrices(sums: readonly PickSum[]): readonly number[] {
  return sums.map(({ weights, least, most }) => {
    if (least > Number.NEGATIVE_INFINITY) return most < Number.POSITIVE_INFINITY ? 0 : -scaleOf(weights, 0);
    return scaleOf(weights, 0);
  });
}
