import { LastMade } from "../../../../shared/collections.ts";
import { greatestCommonDivisor } from "../../../../shared/greatest-common-divisor.ts";
import type { LineupTest, PickSum } from "../../../model/lineup-test.ts";
import { POINT_UNITS } from "../../../model/model.ts";
import { type Instance, isSalary } from "../instance.ts";

/** A test that every lineup has to pass, without its sums, and those. */
interface Parted {
  /** Null where nothing else is left of it. */
  readonly rest: LineupTest | null;
  readonly sums: readonly PickSum[];
}

const kept = new LastMade<LineupTest, Parted>();

/**
 * Parts a test from the sums that all lineups have to keep. A least of all salaries stays with it, as trellises know how
 * to keep that. The parts of one test at the same salaries are the same each time.
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

/** A price at which a sum costs a part of what the best have; a point where nobody has any. */
export function scaleOf(weights: Float64Array, mostPoints: number): number {
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

/** Limits of what lineups have in all; the fixed picks' aside. */
export interface TotalLimits {
  /** Units of points; Infinity where there is no limit. */
  readonly most: number;
  /** Lineups that have so much less than `most` are taken for having just so many; 0 where absent. */
  readonly slack?: number;
  /** Units of points; -Infinity where there is no limit. */
  readonly least: number;
  /** What else options sum to: a number per option and for `nobody`. */
  readonly sums: readonly { readonly worth: Float64Array; readonly least: number; readonly most: number }[];
}

/** Units by which each pick's points may be off a multiple of its weight, as they are where weights were rounded. */
const OFF = 64;

/** What sums say of the points themselves; null where none is of these. All sums have to be checked nevertheless. */
export function totalLimitsOf(instance: Instance, sums: readonly PickSum[]): TotalLimits | null {
  const { model, fixed, fixedPoints, openSeats, points } = instance;
  const ranges = sums.flatMap((sum) => {
    const factor = factorOf(sum, model.picks.points);
    if (factor === null) return [];
    const slack = factor.isExact ? 0 : OFF * (openSeats + fixed.length);
    return [
      {
        least: Math.ceil(factor.of * sum.least) - fixedPoints - slack,
        most: Math.floor(factor.of * sum.most) - fixedPoints + slack,
      },
    ];
  });
  if (ranges.length === 0) return null;
  const least = Math.max(...ranges.map((range) => range.least));
  const most = Math.min(...ranges.map((range) => range.most));
  const step = points.reduce(greatestCommonDivisor);
  return {
    least,
    most: step === 0 || most === Number.POSITIVE_INFINITY ? most : step * Math.floor(most / step),
    sums: sumLimitsOf(instance, sums),
  };
}

/** What sums say of the options of an instance. */
export function sumLimitsOf({ fixed, pick }: Instance, sums: readonly PickSum[]): TotalLimits["sums"] {
  return sums.map(({ weights, least, most }) => {
    const counted = fixed.reduce((so, own) => so + weights[own]!, 0);
    const worth = Float64Array.from(pick, (own) => weights[own] ?? 0);
    return { worth, least: least - counted, most: most - counted };
  });
}

/** How many units of points a weight of one stands for, where that is the same for all picks; above 0. */
function factorOf(
  { weights }: PickSum,
  points: Float64Array,
): { readonly of: number; readonly isExact: boolean } | null {
  const sizes = weights.map((own) => Math.abs(own));
  const greatest = sizes.indexOf(sizes.reduce((a, b) => Math.max(a, b), 0));
  const about = points[greatest]! / weights[greatest]!;
  // Weights are decimals of points more often than not; what rounding the greatest took is no part of their unit then.
  for (const of of [Math.round(about), about]) {
    if (!(of > 0) || !Number.isFinite(of)) continue;
    const most = weights.reduce((so, own, at) => Math.max(so, Math.abs(points[at]! - of * own)), 0);
    if (most <= OFF) return { of, isExact: most === 0 };
  }
  return null;
}
