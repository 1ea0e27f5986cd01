import type { Instance } from "./instance.ts";

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
