import { normalChance, normalDensity } from "./normal.ts";

/**
 * A player's outcomes are a function of a standard normal number: straight lines between these steps, and level beyond
 * the ends. So any distribution is a list of values, and its mean is a sum.
 */
export const STEPS_PER_UNIT = 16;
const REACH = 4;
export const GRID_SIZE = 2 * REACH * STEPS_PER_UNIT + 1;

/** Where the steps lie. */
export const GRID: Float64Array = Float64Array.from(
  { length: GRID_SIZE },
  (_, step) => step / STEPS_PER_UNIT - REACH,
);

/** How much each value counts in the mean: the mean of the line that is 1 at its step and 0 at all others. */
export const WEIGHTS: Float64Array = Float64Array.from({ length: GRID_SIZE }, (_, step) => {
  const last = GRID_SIZE - 1;
  if (step === 0 || step === last) return (meanAbove(GRID[1]!) - meanAbove(GRID[0]!)) * STEPS_PER_UNIT;
  const [before, at, after] = [GRID[step - 1]!, GRID[step]!, GRID[step + 1]!];
  return (meanAbove(after) - 2 * meanAbove(at) + meanAbove(before)) * STEPS_PER_UNIT;
});

/** The mean of what a normal number falls short of a value, where it does. */
function meanAbove(value: number): number {
  return value * normalChance(value) + normalDensity(value);
}

/** The mean of the outcomes with these values at the grid's steps. */
export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let step = 0; step < GRID_SIZE; step += 1) sum += WEIGHTS[step]! * values[step]!;
  return sum;
}

/** The standard deviation of the values at the steps, each taken by its weight. */
export function deviationOf(values: ArrayLike<number>): number {
  const mean = meanOf(values);
  let sum = 0;
  for (let step = 0; step < GRID_SIZE; step += 1) sum += WEIGHTS[step]! * (values[step]! - mean) ** 2;
  return Math.sqrt(sum);
}
