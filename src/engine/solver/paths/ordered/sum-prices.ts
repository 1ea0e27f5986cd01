import type { PickSum } from "../../../model/lineup-test.ts";
import type { Instance } from "../instance.ts";
import { pricedAt, scaleOf } from "./sums.ts";

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
