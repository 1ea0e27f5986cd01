import { LastMade } from "../../../../shared/collections.ts";
import type { LineupTest, PickSum } from "../../../model/lineup-test.ts";
import { POINT_UNITS } from "../../../model/model.ts";
import { type Instance, isSalary } from "../instance.ts";

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

export function keepsSum({ weights, least, most }: PickSum, picks: ArrayLike<number>): boolean {
  let sum = 0;
  for (let at = 0; at < picks.length; at += 1) sum += weights[picks[at]!]!;
  return sum >= least && sum <= most;
}

/**
 * The points that a pick loses to prices of sums are rounded to multiples of this many units: searches are
 * fastest if lineups have few different totals.
 */
const STEP = POINT_UNITS / 100_000;
/** The most priced points of a lineup, in units. */
const MOST_TOTAL = 2 ** 51;

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

/**
 * The first step when searching for the price of a sum: a fifth of the best pick's points (of one point, if
 * all points are 0), divided by the mean weight.
 */
export function scaleOf(weights: Float64Array, mostPoints: number): number {
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
