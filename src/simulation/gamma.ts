import { normalChance } from "../shared/normal.ts";
import { GRID } from "../shared/normal-grid.ts";
import { exp, ln } from "../shared/portable-math.ts";
import { Recent } from "../shared/recent.ts";

/** How many shapes are cached; most players of a position have the same one. */
const MOST_KEPT = 64;
const kept = new Recent<Float64Array>(MOST_KEPT);

/** The quantiles, at the grid's steps, of the gamma distribution of this shape (above 0) and scale 1. */
export function gammaQuantiles(shape: number): Float64Array {
  const key = String(shape);
  const known = kept.get(key) ?? quantilesOf(shape);
  kept.set(key, known);
  return known;
}

/** From this shape on, the cube root of a gamma number is normal to full accuracy (Wilson and Hilferty). */
const NEARLY_NORMAL = 1_000;

function quantilesOf(shape: number): Float64Array {
  if (shape >= NEARLY_NORMAL)
    return GRID.map((step) => shape * (1 - 1 / (9 * shape) + step / (3 * Math.sqrt(shape))) ** 3);
  const level = lnGamma(shape + 1);
  let below = 0;
  return GRID.map((step) => {
    const wanted = normalChance(step);
    let high = Math.max(1, 2 * below);
    while (chanceBelow(high, shape, level) < wanted) high *= 2;
    let low = below;
    for (let halving = 0; halving < 60 && high - low > 1e-13 * high; halving += 1) {
      const middle = (low + high) / 2;
      if (chanceBelow(middle, shape, level) < wanted) low = middle;
      else high = middle;
    }
    below = low;
    return (low + high) / 2;
  });
}

/**
 * The regularized lower incomplete gamma function, as a series; `level` is the logarithm of the gamma
 * function at `shape` + 1.
 */
function chanceBelow(value: number, shape: number, level: number): number {
  if (value <= 0) return 0;
  let term = 1;
  let sum = 1;
  for (let index = 1; term > sum * 1e-17; index += 1) {
    term *= value / (shape + index);
    sum += term;
  }
  const power = shape * ln(value) - value - level;
  return power < -700 ? 0 : Math.min(1, exp(power) * sum);
}

/**
 * The logarithm of the gamma function: Stirling's series at large values, and a recurrence down from there.
 */
function lnGamma(value: number): number {
  let far = value;
  let product = 1;
  for (; far < 12; far += 1) product *= far;
  const inverse = 1 / far;
  const square = inverse * inverse;
  const series =
    inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))));
  return (far - 0.5) * ln(far) - far + 0.5 * ln(2 * Math.PI) + series - ln(product);
}
