import { normalChance, normalDensity } from "./normal.ts";

/**
 * The resolution of the grid. A player's outcomes are a function of a standard normal number: linear between
 * the grid's steps, and constant beyond its ends. So any distribution is a list of values, and its mean is a
 * weighted sum.
 */
export const STEPS_PER_UNIT = 16;
const REACH = 4;
export const GRID_SIZE = 2 * REACH * STEPS_PER_UNIT + 1;

/** The positions of the steps. */
export const GRID: Float64Array = Float64Array.from(
  { length: GRID_SIZE },
  (_, step) => step / STEPS_PER_UNIT - REACH,
);

/**
 * The weight of each value in the mean: the mean of the function that is 1 at its step and 0 at all others.
 */
export const WEIGHTS: Float64Array = Float64Array.from({ length: GRID_SIZE }, (_, step) => {
  const last = GRID_SIZE - 1;
  if (step === 0 || step === last)
    return (meanShortfall(GRID[1]!) - meanShortfall(GRID[0]!)) * STEPS_PER_UNIT;
  const [before, at, after] = [GRID[step - 1]!, GRID[step]!, GRID[step + 1]!];
  return (meanShortfall(after) - 2 * meanShortfall(at) + meanShortfall(before)) * STEPS_PER_UNIT;
});

/** The mean of the amount by which a standard normal number is below a value; 0 counts where it is above. */
function meanShortfall(value: number): number {
  return value * normalChance(value) + normalDensity(value);
}

/** The mean of the outcomes with these values at the grid's steps. */
export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let step = 0; step < GRID_SIZE; step += 1) sum += WEIGHTS[step]! * values[step]!;
  return sum;
}

/** The weighted standard deviation of the values at the grid's steps. */
export function deviationOf(values: ArrayLike<number>): number {
  const mean = meanOf(values);
  let sum = 0;
  for (let step = 0; step < GRID_SIZE; step += 1) sum += WEIGHTS[step]! * (values[step]! - mean) ** 2;
  return Math.sqrt(sum);
}
