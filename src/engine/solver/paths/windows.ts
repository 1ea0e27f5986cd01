import { greatestCommonDivisor } from "../../../shared/greatest-common-divisor.ts";
import type { Instance } from "./instance.ts";
import { unsupported } from "./limits.ts";
import { onGrid, type Relaxed, setWorth } from "./relaxation.ts";
import type { Scratch } from "./scratch.ts";
import { sweepBack, sweepForward } from "./sweeps.ts";
import type { Trellis } from "./trellis.ts";

/**
 * Per state, the salaries left, from `low` to `high`, with which a lineup of at least the threshold may still be
 * completed; outside (everywhere where low > high) none can. Salaries are counted in units of their greatest common
 * divisor.
 */
export interface Windows {
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** Per option, and 0 for `nobody`. */
  readonly cost: Int32Array;
  /** What is left at the start. */
  readonly budget: number;
  /** Units of currency to a unit here; 0 where the budget cannot bind. */
  readonly divisor: number;
}

/** Prices at which ways are bounded besides the relaxation's own, as parts of it. */
const OTHER_PRICES = [0.7, 1.5];

/** More than the rounding of a quotient below 2^30, by which limits are widened. */
const ROUNDING = 2 ** -20;

/** The most units that a budget may have, so that sums of two are 32-bit integers. */
const MOST_UNITS = 2 ** 30;

/**
 * A way to a state, with so much left, and on to acceptance has, at the price p before and q after the state, at most
 * (priced points of the way to it) + p * (budget - left) + (priced points of the way on) + q * left points. Where
 * q < p, that falls below the threshold when too much is left; where q > p, when too little is.
 *
 * Finds the windows of the lineups of at least `threshold` points.
 * @throws UnsupportedModelError when the budget has too many units to be counted.
 */
export function windowsOf(
  instance: Instance,
  trellis: Trellis,
  { price, grid, roomy }: Relaxed,
  threshold: number,
  scratch: Scratch,
): Windows {
  const divisor = salaryDivisor(instance, trellis);
  const budget = divisor === 0 ? 0 : Math.floor(instance.budget / divisor);
  if (budget >= MOST_UNITS) throw unsupported(`its budget is ${MOST_UNITS} units or more`);
  const windows = {
    low: scratch.integers("low", trellis.states),
    high: scratch.integers("high", trellis.states),
    cost: scratch.integers("cost", instance.nobody + 1),
    budget,
    divisor,
  };
  // As an integer, what is divided by 0 is 0.
  for (let option = 0; option <= instance.nobody; option += 1)
    windows.cost[option] = instance.salary[option]! / divisor;
  limitBySalary(trellis, divisor, sweep(instance, trellis, 0, 1, scratch), windows);
  const paid = price === 0 ? 0 : price * (divisor === 0 ? instance.budget : budget * divisor);
  const needed = threshold - paid;
  const own = sweep(instance, trellis, 1, price, scratch);
  limitByPrices({ trellis, before: own.forward, after: own.backward, needed }, 0, windows);
  if (!roomy || price === 0 || divisor === 0) return windows;
  for (const part of OTHER_PRICES) {
    const other = onGrid(price * part, grid);
    const after = sweepAfter(instance, trellis, 1, other, scratch);
    limitByPrices({ trellis, before: own.forward, after, needed }, (price - other) * divisor, windows);
  }
  return windows;
}

/** The greatest whole number that divides every salary; 0 where the budget cannot bind. */
function salaryDivisor({ roles, salary, budget, openSeats }: Instance, { candidates }: Trellis): number {
  let divisor = 0;
  let dearest = 0;
  for (let index = 0; index < candidates.length; index += 1) {
    const from = candidates[index]! * roles;
    for (let option = from; option < from + roles; option += 1) {
      const cost = salary[option]!;
      dearest = Math.max(dearest, cost);
      divisor = greatestCommonDivisor(cost, divisor);
    }
  }
  return dearest * openSeats <= budget ? 0 : divisor;
}

/** The best ways from the start to each state, and from each state to acceptance. */
interface Sweep {
  readonly forward: Float64Array;
  readonly backward: Float64Array;
}

function sweep(
  instance: Instance,
  trellis: Trellis,
  pointsWeight: number,
  price: number,
  scratch: Scratch,
): Sweep {
  const backward = sweepAfter(instance, trellis, pointsWeight, price, scratch);
  const forward = scratch.doubles("forward", trellis.states);
  sweepForward(trellis, scratch.doubles("few worth", instance.nobody + 1), forward);
  return { forward, backward };
}

/** The second half of it alone. */
function sweepAfter(
  instance: Instance,
  trellis: Trellis,
  pointsWeight: number,
  price: number,
  scratch: Scratch,
): Float64Array {
  const worth = scratch.doubles("few worth", instance.nobody + 1);
  const backward = scratch.doubles("backward", trellis.states);
  setWorth(instance, pointsWeight, price, worth);
  sweepBack(trellis, worth, backward);
  return backward;
}

/** Leaves room for the cheapest way to each state, and on from it. */
function limitBySalary(
  { states }: Trellis,
  divisor: number,
  { forward, backward }: Sweep,
  { low, high, budget }: Windows,
): void {
  for (let state = 0; state < states; state += 1) {
    const before = -forward[state]!;
    const after = -backward[state]!;
    if (before === Number.POSITIVE_INFINITY || after === Number.POSITIVE_INFINITY) {
      kill(state, low, high);
    } else if (divisor === 0) {
      low[state] = 0;
      high[state] = 0;
    } else {
      low[state] = after / divisor;
      high[state] = budget - before / divisor;
    }
  }
}

/** The best ways at one price to each state and at another price on from it, and what they must be worth together. */
interface PricedWays {
  readonly trellis: Trellis;
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly needed: number;
}

/** `difference` is what a unit left is worth less than a unit spent before. */
function limitByPrices(
  { trellis, before, after, needed }: PricedWays,
  difference: number,
  { low, high }: Windows,
): void {
  for (let state = 0; state < trellis.states; state += 1) {
    if (low[state]! > high[state]!) continue;
    const spare = before[state]! + after[state]! - needed;
    if (difference >= 0 && spare < 0) {
      kill(state, low, high);
    } else if (difference > 0) {
      high[state] = Math.min(high[state]!, Math.floor(spare / difference + ROUNDING));
    } else if (difference < 0) {
      const least = spare / difference - ROUNDING;
      if (least > high[state]!) kill(state, low, high);
      else low[state] = Math.max(low[state]!, Math.ceil(least));
    }
  }
}

function kill(state: number, low: Int32Array, high: Int32Array): void {
  low[state] = 1;
  high[state] = 0;
}
