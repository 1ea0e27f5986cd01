import { backwardPass, forwardPass, type Line, traceBest } from "./dp-passes.ts";
import type { Instance } from "./instance.ts";
import { MOST_TOTAL } from "./read-instance.ts";
import type { Scratch, Trellis } from "./trellis.ts";

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

/** The most prices tried; five to ten are usual. */
const MOST_STEPS = 40;
/**
 * While all best paths are within the budget, or all over it, the next price differs by this factor, then by
 * its square, and so on.
 */
const FIRST_FACTOR = 1.25;
const MOST_FACTOR = 100;
/** The search stops once a better price could lower the bound by at most this fraction. */
const NEAR_ENOUGH = 1e-4;

/** The paths among which `leastPrice` looks for the best. */
export interface PricedPaths {
  /**
   * The highest value of a path, which is `pointsWeight` times its points less `price` times its salary;
   * -Infinity if there is no path.
   */
  readonly pass: (pointsWeight: number, price: number) => number;
  /** The points and the salary of the best path of the last `pass`. */
  readonly line: () => Line;
}

/** The Lagrangian relaxation of the salary cap at a price. All numbers are exact (see `exactPrice`). */
export interface Relaxed extends Price {
  /** An upper bound on the points of lineups, in whole units (see `POINT_UNITS`). */
  readonly bound: number;
}

/**
 * Finds a price with nearly the lowest bound; the last call of `pass` is at this price. Null if no path is
 * within the budget. As a function of the price, each path is a straight line: its points less the price
 * times its salary above the budget. The bound is lowest where the line of a path over the budget crosses
 * that of a path within it. `reached` is the points of the best path found within the budget.
 */
export function leastPrice(
  instance: Priced & Pick<Instance, "budget">,
  { pass, line }: PricedPaths,
  near = 0,
  precision = NEAR_ENOUGH,
): (Relaxed & { readonly reached: number }) | null {
  const { budget } = instance;
  let over: Line | undefined;
  let under: Line | undefined;
  let reached = Number.NEGATIVE_INFINITY;
  let best: Price | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  let factor = FIRST_FACTOR;
  let passed = Number.NaN;
  let price = exactPrice(instance, near);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const most = pass(1, price.price);
    passed = price.price;
    if (most === Number.NEGATIVE_INFINITY) return null;
    const bound = most + paidAt(instance, price);
    if (best === undefined || bound < lowest) [best, lowest] = [price, bound];
    const found = line();
    const isOver = found.salary > budget;
    if (!isOver) reached = Math.max(reached, found.points);
    const isBetween = over !== undefined && under !== undefined;
    const isKnown = isBetween && (isOver ? over : under)?.salary === found.salary;
    if (isOver) over = found;
    else under = found;
    const enough = lowest - Math.abs(lowest) * precision;
    if (isKnown || reached >= enough || (!isOver && price.price === 0)) break;
    let wanted = factor > MOST_FACTOR ? 0 : price.price / factor;
    if (over !== undefined && under === undefined) {
      wanted = price.price === 0 ? over.points / over.salary : price.price * factor;
      if (factor > MOST_FACTOR || !(wanted > 0)) {
        pass(0, 1);
        passed = Number.NaN;
        under = line();
        if (under.salary > budget) return null;
      }
    }
    if (over !== undefined && under !== undefined) {
      wanted = (over.points - under.points) / (over.salary - under.salary);
      // No price proves a lower bound than this.
      if (under.points + wanted * (budget - under.salary) >= enough) break;
    } else if (price.price > 0) factor *= factor;
    const next = exactPrice(instance, wanted);
    if (next.price === price.price) break;
    price = next;
  }
  if (best === undefined) return null;
  if (passed !== best.price) pass(1, best.price);
  return { ...best, bound: lowest, reached };
}

/** What a price charges for the whole budget, which may be infinite if the price is 0. */
export function paidAt({ budget }: Pick<Instance, "budget">, { price }: Price): number {
  return price === 0 ? 0 : price * budget;
}

/** The best paths of trellises at a price of salary; `trellisAt` returns the one to use for some values. */
export class TrellisPaths implements PricedPaths {
  /** Per option, its value at the last `pass`; 0 for `noPick`. */
  readonly worth: Float64Array;
  readonly #instance: Instance;
  readonly #scratch: Scratch;
  readonly #trellisAt: (worth: Float64Array) => Trellis;
  #trellis!: Trellis;
  #backward!: Float64Array;

  constructor(instance: Instance, scratch: Scratch, trellisAt: (worth: Float64Array) => Trellis) {
    this.#instance = instance;
    this.#scratch = scratch;
    this.#trellisAt = trellisAt;
    this.worth = scratch.doubles("worth", instance.noPick + 1);
  }

  readonly pass = (pointsWeight: number, price: number): number => {
    setWorth(this.#instance, pointsWeight, price, this.worth);
    this.#trellis = this.#trellisAt(this.worth);
    if (this.#trellis.start === -1) return Number.NEGATIVE_INFINITY;
    this.#backward = this.#scratch.doubles("all backward", this.#trellis.states);
    backwardPass(this.#trellis, this.worth, this.#backward);
    return this.#backward[this.#trellis.start]!;
  };

  readonly line = (): Line => traceBest(this.#trellis, this.worth, this.#backward, this.#instance);

  /** The options of the best path of the last `pass`. */
  way(): readonly number[] {
    const way: number[] = [];
    traceBest(this.#trellis, this.worth, this.#backward, this.#instance, way);
    return way;
  }

  /** An upper bound on the points of lineups at a price; -Infinity if there is no lineup. */
  boundAt(price: Price): number {
    return this.pass(1, price.price) + paidAt(this.#instance, price);
  }

  /**
   * Per candidate: by how much the best path with it is below the best of all, at the last price. Infinity if
   * it is not in the trellis.
   */
  slack(): Float64Array {
    const [instance, trellis] = [this.#instance, this.#trellis];
    const forward = this.#scratch.doubles("all forward", trellis.states);
    forwardPass(trellis, this.worth, forward);
    const slack = this.#scratch.doubles("slack", instance.size);
    setSlacks(instance, trellis, this.worth, forward, this.#backward, slack);
    return slack;
  }
}

/**
 * Computes the relaxation at a price with nearly the lowest bound, and each candidate's `slack`; null if no
 * path is within the budget. The search starts at the price `near`, if given.
 */
export function relax(instance: Instance, trellis: Trellis, scratch: Scratch, near?: Price) {
  const paths = new TrellisPaths(instance, scratch, () => trellis);
  const found = leastPrice(instance, paths, near?.price);
  return found && { ...found, slack: paths.slack() };
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

function setSlacks(
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
