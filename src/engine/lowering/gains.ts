import { greatestCommonDivisor } from "../../shared/greatest-common-divisor.ts";
import type { Program } from "../model/program.ts";

/**
 * The largest gain of one pick. Whole gains of this size let a solver that computes in doubles tell neighbouring
 * totals apart with a margin of many orders of magnitude over its tolerances.
 */
const MOST_GAIN = 2 ** 20;

/**
 * Points as whole multiples of a grid: of their greatest common divisor where that keeps them small, else of a
 * coarser power of two. `seats` bounds the number of picks of a solution.
 */
export function gainsOf(points: Float64Array, seats: number): Pick<Program, "gain" | "grid" | "error"> {
  const most = points.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const divisor = points.reduce(greatestCommonDivisor, 0);
  if (most <= divisor * MOST_GAIN) {
    const grid = divisor === 0 ? 1 : divisor;
    return { gain: points.map((value) => value / grid), grid, error: 0 };
  }
  const grid = 2 ** Math.ceil(Math.log2(most / MOST_GAIN));
  return { gain: points.map((value) => Math.round(value / grid)), grid, error: (seats * grid) / 2 };
}
