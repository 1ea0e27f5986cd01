import { backwardPass, forwardPass, type Line, traceBest } from "./dp-passes.ts";
import type { Instance } from "./instance.ts";
import { MOST_TOTAL } from "./read-instance.ts";
import type { Scratch } from "./scratch.ts";
import type { Trellis } from "./trellis.ts";

/**
 * A price of salary, in units of points per unit of currency, at which sums of priced points (points less
 * price times salary) are exact.
 */
export interface Price {
  readonly price: number;
  /** A power of two, at most 1; the price is a multiple of it. */
  readonly grid: number;
  /** Whether sums are exact at all prices up to twice this one, too, if these are on the same grid. */
  readonly roomy: boolean;
}

/**
 * Returns a price at which every sum of priced points along a path is exact in floating point, in any order.
 * It is at most `wanted`, and close to it unless sums would be too large.
 *
 * Proof: points are whole and the price is a multiple of the grid, so all priced points are multiples of the
 * grid. If no path has more than P points or a salary above S, every partial sum is at most P + price * S.
 * That is at most 2^52 times the grid, so sums of two such sums are exact too. It also limits price * budget,
 * because a budget above S needs no price.
 */
export function exactPrice(instance: Priced, wanted: number): Price {
  const { openSeats, mostPoints, mostSalary } = instance;
  const points = openSeats * mostPoints;
  // A quarter leaves room for prices up to twice as high.
  const room = MOST_TOTAL / 4;
  if (wanted <= 0) return { price: 0, grid: 1, roomy: points <= room };
  const salary = openSeats * mostSalary;
  const total = points + 2 * wanted * salary;
  if (total > room) {
    const affordable = Math.min(wanted, (MOST_TOTAL - points) / salary);
    return { price: Math.floor(affordable), grid: 1, roomy: false };
  }
  const grid = 2 ** Math.min(0, Math.ceil(Math.log2(total)) - 51);
  return { price: onGrid(wanted, grid), grid, roomy: true };
}

export type Priced = Pick<Instance, "openSeats" | "mostPoints" | "mostSalary">;

export function onGrid(price: number, grid: number): number {
  return Math.floor(price / grid) * grid;
}

/** The most improvements of the price; five to ten are usual. */
const MOST_STEPS = 40;

/** How many prices are tried to find a path within the budget, before the cheapest path is computed. */
const MOST_GUESSES = 3;

/** The most prices tried near a given one. */
const MOST_NEAR = 4;
/** The relative step between two prices that are tried near a given one. */
const NEAR_STEP = 0.1;

/** Improving the price stops once it can lower the bound by at most this fraction. */
const NEAR_ENOUGH = 1e-4;

/** The Lagrangian relaxation of the salary cap at a price. All numbers are exact (see `exactPrice`). */
export interface Relaxed extends Price {
  /** An upper bound on the points of lineups, in whole units (see `POINT_UNITS`). */
  readonly bound: number;
}

/** The bounds that a price of salary proves. */
export interface Bounded {
  /** An upper bound on the points of lineups, in whole units (see `POINT_UNITS`). */
  readonly bound: number;
  readonly price: Price;
  /** Per candidate, an upper bound on the points of lineups with it. */
  readonly most: Float64Array;
  /**
   * The options of the path that attains the bound. The bound stays the same until one of them is excluded.
   */
  readonly way: Int32Array;
}

export interface Relaxation extends Relaxed {
  /** Per option, its points less the price times its salary; 0 for `noPick`. */
  readonly worth: Float64Array;
  /**
   * Per candidate: `bound` minus this is an upper bound on the points of lineups with it. Infinity if no
   * lineup has the candidate.
   */
  readonly slack: Float64Array;
}

/**
 * Computes the relaxation at a price with nearly the lowest bound; null if no path is within the budget. The
 * search starts at the price `near`, if given. As a function of the price, each path is a straight line: its
 * points less the price times its salary above the budget. The bound is lowest where the line of a path over
 * the budget crosses that of a path within it.
 */
export function relax(
  instance: Instance,
  trellis: Trellis,
  scratch: Scratch,
  near?: Price,
): Relaxation | null {
  const worth = scratch.doubles("worth", instance.noPick + 1);
  const backward = scratch.doubles("all backward", trellis.states);
  const bestLine: BestLine = (pointsWeight, price) => {
    setWorth(instance, pointsWeight, price, worth);
    backwardPass(trellis, worth, backward);
    return backward[trellis.start]! === Number.NEGATIVE_INFINITY
      ? null
      : traceBest(trellis, worth, backward, instance);
  };
  const price = leastPrice(instance, bestLine, near);
  return price && relaxed(instance, trellis, price, scratch);
}

/**
 * Returns the points and salary of the path with the highest value, which is `pointsWeight` times its points
 * less `price` times its salary; null if there is no path.
 */
export type BestLine = (pointsWeight: number, price: number) => Line | null;

/**
 * Completes the relaxation at a price. The backward DP pass at this price must still be in the scratch
 * arrays.
 */
function relaxed(instance: Instance, trellis: Trellis, price: Price, scratch: Scratch): Relaxation {
  const worth = scratch.doubles("worth", instance.noPick + 1);
  const backward = scratch.doubles("all backward", trellis.states);
  const paid = price.price === 0 ? 0 : price.price * instance.budget;
  const forward = scratch.doubles("all forward", trellis.states);
  forwardPass(trellis, worth, forward);
  const slack = scratch.doubles("slack", instance.size);
  setSlacks(instance, trellis, worth, forward, backward, slack);
  return { ...price, bound: backward[trellis.start]! + paid, worth, slack };
}

/**
 * Finds a price with nearly the lowest bound; the last call of `bestLine` is at this price. Null if no path
 * is within the budget.
 */
export function leastPrice(
  instance: Priced & Pick<Instance, "budget">,
  bestLine: BestLine,
  near?: Pick<Price, "price">,
): Price | null {
  const { budget } = instance;
  let over: Line | undefined;
  let under: Line | undefined;
  let price = exactPrice(instance, near?.price ?? 0);
  for (let tried = 0; tried < MOST_NEAR && price.price > 0 && !(over && under); tried += 1) {
    const found = bestLine(1, price.price);
    if (found === null) return null;
    if (found.salary > budget) over = found;
    else under = found;
    // The bound exceeds the path's points only by the price of the unspent budget.
    const spare = price.price * (budget - found.salary);
    if (spare >= 0 && spare <= Math.abs(found.points + spare) * NEAR_ENOUGH) return price;
    if (!(over && under)) price = exactPrice(instance, price.price * (over ? 1 + NEAR_STEP : 1 - NEAR_STEP));
  }
  if (over === undefined) {
    over = bestLine(1, 0) ?? undefined;
    if (over === undefined) return null;
    price = exactPrice(instance, 0);
    if (over.salary <= budget) return price;
  }
  let guess = over.points / over.salary;
  for (let tried = 0; under === undefined && guess > 0 && tried < MOST_GUESSES; tried += 1) {
    const found = bestLine(1, guess);
    if (found === null) return null;
    if (found.salary > budget) over = found;
    else under = found;
    guess *= 2;
  }
  if (under === undefined) {
    under = bestLine(0, 1) ?? undefined;
    if (under === undefined || under.salary > budget) return null;
  }
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const crossing = (over.points - under.points) / (over.salary - under.salary);
    price = exactPrice(instance, crossing);
    const found = bestLine(1, price.price);
    if (found === null) return null;
    const best = found.points - price.price * found.salary;
    const line = under.points - price.price * under.salary;
    if (best - line <= Math.abs(best + price.price * budget) * NEAR_ENOUGH) break;
    if (found.salary === over.salary || found.salary === under.salary) break;
    if (found.salary > budget) over = found;
    else under = found;
  }
  return price;
}

/** Sets each option's priced points: `pointsWeight` times its points, less the price times its salary. */
export function setWorth(
  { points, salary, noPick }: Instance,
  pointsWeight: number,
  price: number,
  worth: Float64Array,
): void {
  for (let option = 0; option <= noPick; option += 1)
    worth[option] = pointsWeight * points[option]! - price * salary[option]!;
}

export function setSlacks(
  { roles, size, noPick }: Instance,
  { states, start, first, target, option }: Trellis,
  worth: Float64Array,
  forward: Float64Array,
  backward: Float64Array,
  slack: Float64Array,
): void {
  const best = backward[start]!;
  slack.fill(Number.POSITIVE_INFINITY, 0, size);
  let begin = first[0]!;
  for (let state = 0; state < states - 1; state += 1) {
    const end = first[state + 1]!;
    const sofar = forward[state]!;
    for (let arc = begin; arc < end; arc += 1) {
      const picked = option[arc]!;
      if (picked === noPick) continue;
      const candidate = roles === 1 ? picked : Math.floor(picked / roles);
      const missing = best - (sofar + worth[picked]! + backward[target[arc]!]!);
      if (missing < slack[candidate]!) slack[candidate] = missing;
    }
    begin = end;
  }
}
