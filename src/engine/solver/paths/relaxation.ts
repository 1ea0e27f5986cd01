import type { Instance } from "./instance.ts";
import type { Scratch } from "./scratch.ts";
import { type Line, sweepBack, sweepForward, traceBest } from "./sweeps.ts";
import type { Trellis } from "./trellis.ts";

/** A price of salary, in units of points per unit of currency, at which sums of priced points are exact. */
export interface Price {
  readonly price: number;
  /** The power of two, at most 1, of which the price is a whole multiple. */
  readonly grid: number;
  /** Whether all prices up to twice this one, on the same grid, are exact as well. */
  readonly roomy: boolean;
}

/** Doubles hold whole multiples of a grid exactly up to 2^53 of them. */
const EXACT = 2 ** 52;
/** A quarter of that leaves room for the prices above. */
const ROOMY = 2 ** 50;

/**
 * The price nearest to `wanted`, from below, at which every sum of priced points (points less price times salary)
 * over a way is exact, in any order.
 *
 * Let P be the most that the points of a way can sum to and S the most it can cost; a budget above S needs no price.
 * Points are whole and the price is a whole multiple of the grid, so all priced points are multiples of the grid; every
 * partial sum lies within P + price * S, which is at most 2^52 times the grid. Sums of two such sums are exact too.
 */
export function exactPrice(instance: Priced, wanted: number): Price {
  const { openSeats, mostPoints, mostSalary } = instance;
  const points = openSeats * mostPoints;
  if (wanted <= 0) return { price: 0, grid: 1, roomy: points <= ROOMY };
  const salary = openSeats * mostSalary;
  const total = points + 2 * wanted * salary;
  if (total > ROOMY) {
    const affordable = Math.min(wanted, (EXACT - points) / salary);
    return { price: Math.floor(affordable), grid: 1, roomy: false };
  }
  const grid = 2 ** Math.min(0, Math.ceil(Math.log2(total)) - 51);
  return { price: onGrid(wanted, grid), grid, roomy: true };
}

/** What tells how large sums of priced points may be. */
export type Priced = Pick<Instance, "openSeats" | "mostPoints" | "mostSalary">;

export function onGrid(price: number, grid: number): number {
  return Math.floor(price / grid) * grid;
}

/** How often the price is improved at the most; five to ten times is usual. */
const MOST_STEPS = 40;

/** How often one is guessed before the cheapest way is asked for. */
const MOST_GUESSES = 3;

/** How often a price near one that is given is tried, and how far it strays from that, as a part of it. */
const MOST_NEAR = 4;
const STRAY = 0.1;

/** A bound that a better price could lower by no more than this part of it is as good. */
const NEAR_ENOUGH = 1e-4;

/** The salary cap priced instead of kept. All numbers are exact (see `exactPrice`). */
export interface Relaxed extends Price {
  /** No lineup has more points, in units. */
  readonly bound: number;
}

/** What a price proves of lineups. */
export interface Bounded {
  /** None has more points. */
  readonly bound: number;
  readonly price: Price;
  /** Per candidate: no lineup with it has more points. */
  readonly most: Float64Array;
  /** The options of a way that the bound stems from: as long as none of them is barred it stands. */
  readonly way: Int32Array;
}

/** The same with what an option is worth: its points less the price of its salary. */
export interface Relaxation extends Relaxed {
  /** Per option, and 0 for `nobody`. */
  readonly worth: Float64Array;
  /** Per candidate: no lineup with it has more points than `bound` less this; Infinity where there is none. */
  readonly slack: Float64Array;
}

/**
 * Finds the price that makes the bound least: each way through the trellis is a line, its points less price times what
 * it spends beyond the budget, and the least bound lies where a line that overspends meets one that does not. Null when
 * no way through keeps the budget. It begins `near` a price where one is given.
 */
export function relax(
  instance: Instance,
  trellis: Trellis,
  scratch: Scratch,
  near?: Price,
): Relaxation | null {
  const worth = scratch.doubles("worth", instance.nobody + 1);
  const backward = scratch.doubles("all backward", trellis.states);
  const bestLine: BestLine = (pointsWeight, price) => {
    setWorth(instance, pointsWeight, price, worth);
    sweepBack(trellis, worth, backward);
    return backward[trellis.start]! === Number.NEGATIVE_INFINITY
      ? null
      : traceBest(trellis, worth, backward, instance);
  };
  const price = leastPrice(instance, bestLine, near);
  return price && relaxed(instance, trellis, price, scratch);
}

/** The best way where points count so many times, and salary is taken off them at a price; null where there is none. */
export type BestLine = (pointsWeight: number, price: number) => Line | null;

/** What the sweeps at a price that are in the scratch prove. */
function relaxed(instance: Instance, trellis: Trellis, price: Price, scratch: Scratch): Relaxation {
  const worth = scratch.doubles("worth", instance.nobody + 1);
  const backward = scratch.doubles("all backward", trellis.states);
  const paid = price.price === 0 ? 0 : price.price * instance.budget;
  const forward = scratch.doubles("all forward", trellis.states);
  sweepForward(trellis, worth, forward);
  const slack = scratch.doubles("slack", instance.size);
  setSlacks(instance, trellis, worth, forward, backward, slack);
  return { ...price, bound: backward[trellis.start]! + paid, worth, slack };
}

/**
 * A price that makes the bound least, or nearly: the last that `bestLine` is asked for. Null when no way keeps the
 * budget.
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
    // What it leaves unspent is all that the bound is above its points.
    const spare = price.price * (budget - found.salary);
    if (spare >= 0 && spare <= Math.abs(found.points + spare) * NEAR_ENOUGH) return price;
    if (!(over && under)) price = exactPrice(instance, price.price * (over ? 1 + STRAY : 1 - STRAY));
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

/** Sets each option's worth: so many times its points, less the price of its salary. */
export function setWorth(
  { points, salary, nobody }: Instance,
  pointsWeight: number,
  price: number,
  worth: Float64Array,
): void {
  for (let option = 0; option <= nobody; option += 1)
    worth[option] = pointsWeight * points[option]! - price * salary[option]!;
}

export function setSlacks(
  { roles, size, nobody }: Instance,
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
      if (picked === nobody) continue;
      const candidate = roles === 1 ? picked : Math.floor(picked / roles);
      const missing = best - (sofar + worth[picked]! + backward[target[arc]!]!);
      if (missing < slack[candidate]!) slack[candidate] = missing;
    }
    begin = end;
  }
}
