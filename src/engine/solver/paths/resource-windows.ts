import { greatestCommonDivisor } from "../../../shared/greatest-common-divisor.ts";
import { backwardPass, forwardPass } from "./dp-passes.ts";
import type { Instance } from "./instance.ts";
import { unsupported } from "./limits.ts";
import { onGrid, type Relaxed, setWorth } from "./relaxation.ts";
import type { Scratch, Trellis } from "./trellis.ts";

/**
 * Per state, its window: the range of remaining salary, from `low` to `high`, that lineups with at least a
 * threshold of points can have at the state. It is empty if low > high. Salaries are in units of their
 * greatest common divisor.
 */
export interface ResourceWindows {
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** Per option, its salary in these units; 0 for the option `noPick`. */
  readonly cost: Int32Array;
  /** The salary left at the start, in these units. */
  readonly budget: number;
  /** The size of a unit in currency; 0 if the budget cannot bind. */
  readonly divisor: number;
}

/** Prices for salary spent after a state (see `windowsOf`), as multiples of the relaxation's price. */
const OTHER_PRICES = [0.7, 1.5];

/**
 * The ends of windows are moved outward by this much, which exceeds the rounding error of quotients below
 * 2^30.
 */
const ROUNDING = 2 ** -20;

/** The most units of salary in a budget: tables have a cell per unit, unless they are rounded. */
const MOST_UNITS = 100_000;

/**
 * Throws if the budget has too many units of salary for tables.
 * @throws UnsupportedModelError
 */
export function throwIfTooFine({ budget, salaryUnit, mostSalary, openSeats }: Instance): void {
  const units = Math.floor(budget / salaryUnit);
  if (units > MOST_UNITS && mostSalary * openSeats > budget)
    throw unsupported(
      `its salary cap is ${units} times the common divisor of its salaries (at most ${MOST_UNITS} times)`,
    );
}

/**
 * Computes the windows of lineups with at least `threshold` points. Let p be a price of the salary spent
 * before a state, and q of that spent after it. No lineup with `left` remaining at the state has more points
 * than a + p * (budget - left) + b + q * left, where a and b are the most priced points of a path to the
 * state and from it. If q < p, this is below the threshold when `left` is too large; if q > p, when it is too
 * small.
 */
export function windowsOf(
  instance: Instance,
  trellis: Trellis,
  { price, grid, roomy }: Relaxed,
  threshold: number,
  scratch: Scratch,
): ResourceWindows {
  const divisor = salaryDivisor(instance, trellis);
  const budget = divisor === 0 ? 0 : Math.floor(instance.budget / divisor);
  const windows = {
    low: scratch.integers("low", trellis.states),
    high: scratch.integers("high", trellis.states),
    cost: scratch.integers("cost", instance.noPick + 1),
    budget,
    divisor,
  };
  // If the divisor is 0, the quotients are infinite or NaN, which integer arrays store as 0.
  for (let option = 0; option <= instance.noPick; option += 1)
    windows.cost[option] = instance.salary[option]! / divisor;
  const worth = scratch.doubles("few worth", instance.noPick + 1);
  const after = scratch.doubles("backward", trellis.states);
  const before = scratch.doubles("forward", trellis.states);
  const passBackward = (pointsWeight: number, at: number) => {
    setWorth(instance, pointsWeight, at, worth);
    backwardPass(trellis, worth, after);
  };
  passBackward(0, 1);
  forwardPass(trellis, worth, before);
  limitBySalary(trellis, divisor, before, after, windows);
  const paid = price === 0 ? 0 : price * (divisor === 0 ? instance.budget : budget * divisor);
  const needed = threshold - paid;
  const priced = { trellis, before, after, needed };
  passBackward(1, price);
  forwardPass(trellis, worth, before);
  limitByPrices(priced, 0, windows);
  if (!roomy || price === 0 || divisor === 0) return windows;
  for (const part of OTHER_PRICES) {
    const other = onGrid(price * part, grid);
    passBackward(1, other);
    limitByPrices(priced, (price - other) * divisor, windows);
  }
  return windows;
}

/** The greatest common divisor of all salaries; 0 if the budget cannot bind. */
function salaryDivisor(
  { roles, salary, budget, openSeats }: Instance,
  { candidates }: Pick<Trellis, "candidates">,
): number {
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

/** Sets each state's window to the remaining salaries that the cheapest paths to and from it allow. */
function limitBySalary(
  { states }: Trellis,
  divisor: number,
  forward: Float64Array,
  backward: Float64Array,
  { low, high, budget }: ResourceWindows,
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

/**
 * Per state, the most priced points of a path to it at one price (`before`), and of a path from it at another
 * (`after`). A lineup that has `left` units of salary at the state reaches the threshold only if
 * before + after >= needed + (price before the state - price after it) * left. Here `needed` is the threshold
 * less the price of the whole budget.
 */
interface PricedPasses {
  readonly trellis: Trellis;
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly needed: number;
}

/**
 * Narrows each state's window. `difference` is the price before the state less the price after it, per unit
 * of salary.
 */
function limitByPrices(
  { trellis, before, after, needed }: PricedPasses,
  difference: number,
  { low, high }: ResourceWindows,
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
