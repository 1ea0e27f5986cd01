import { Recent } from "../shared/collections.ts";
import {
  CHANCES,
  deviationOf,
  exp,
  GRID,
  GRID_SIZE,
  ln,
  meanOf,
  normalChance,
  normalDensity,
  normalQuantile,
} from "../shared/normal.ts";

/** More than the players of a slate: each use would find that the others have displaced its own. */
const MOST_KEPT = 1_024;
const kept = new Recent<Float64Array>(MOST_KEPT);

/**
 * The quantiles at the grid's steps of a gamma distribution of scale 1 that is mixed with 0 with the chance
 * `zero`.
 */
function gammaQuantiles(shape: number, zero = 0): Float64Array {
  const key = `${shape} ${zero}`;
  const known = kept.get(key) ?? quantilesOf(shape, zero);
  kept.set(key, known);
  return known;
}

/** Newton's method ends with a step of at most this fraction; the relative error is about its square. */
const LAST_STEP = 1e-8;

/** From this shape on, the cube root of a gamma number is normal to full accuracy (Wilson and Hilferty). */
const NEARLY_NORMAL = 1_000;

function quantilesOf(shape: number, zero: number): Float64Array {
  if (shape >= NEARLY_NORMAL && zero === 0)
    return GRID.map((step) => shape * (1 - 1 / (9 * shape) + step / (3 * Math.sqrt(shape))) ** 3);
  const level = lnGamma(shape + 1);
  let [below, chance, density] = [0, 0, 0];
  return CHANCES.map((asked) => {
    const wanted = (asked - zero) / (1 - zero);
    if (wanted <= 0) return 0;
    let [low, high] = [below, Number.POSITIVE_INFINITY];
    // The first two terms of the quantile function's series at the step before.
    const rise = (wanted - chance) / density;
    const guess = below + rise * (1 + (rise / 2) * (1 - (shape - 1) / below));
    let value = guess > below && guess < Number.POSITIVE_INFINITY ? guess : Math.max(1, 2 * below);
    for (let round = 0; round < MOST_STEPS; round += 1) {
      [chance, density] = chanceBelow(value, shape, level);
      if (chance < wanted) low = value;
      else high = value;
      // Newton's method, at most doubling the value; bisection where that leaves the bracket.
      const newton = Math.min(2 * value, value - (chance - wanted) / density);
      const next = newton > low && newton < high ? newton : (low + Math.min(high, 2 * value)) / 2;
      const isNear = next === newton && Math.abs(next - value) <= LAST_STEP * value;
      value = next;
      if (isNear || high - low <= 1e-13 * value) break;
    }
    below = value;
    return value;
  });
}

/**
 * The chance that a gamma number of this shape is below `value`, as a series, and the density there. `level`
 * is the logarithm of the gamma function at `shape` + 1.
 */
function chanceBelow(value: number, shape: number, level: number): readonly [number, number] {
  let term = 1;
  let sum = 1;
  for (let index = 1; term > sum * 1e-17; index += 1) {
    term *= value / (shape + index);
    sum += term;
  }
  const power = shape * ln(value) - value - level;
  if (power < -700) return [0, 0];
  const scale = exp(power);
  return [Math.min(1, scale * sum), (scale * shape) / value];
}

/** The logarithm of the gamma function: Stirling's series at large values, and a recurrence below. */
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

interface Hump {
  readonly mean: number;
  readonly deviation: number;
}

/** A mixture of two normal distributions; the chance `share` of the high one may follow from the mean. */
interface TwoHumps {
  readonly family: "two-humps";
  readonly low: Hump;
  readonly high: Hump;
  readonly share?: number | undefined;
  readonly stretched?: number;
}

export type Spread =
  | { readonly family: "normal" | "lognormal" | "gamma"; readonly deviation: number }
  /** A gamma distribution mixed with 0, which has at most the chance `zero`; the deviation is the mixture's. */
  | { readonly family: "zero-gamma"; readonly deviation: number; readonly zero: number }
  | TwoHumps
  | { readonly family: "percentiles"; readonly at: readonly number[]; readonly points: readonly number[] }
  | { readonly family: "samples"; readonly points: readonly number[] };

/** The greatest shape of scores above 0: their deviation is at least half of their mean. */
const MOST_SHAPE = 4;

const MOST_STEPS = 60;

/** The points at each step of the grid, at least `least`, with this spread and exactly this mean. */
export function outcomesOf(mean: number, spread: Spread, least: number): Float64Array {
  if (!(mean > least) || isCertain(spread)) return new Float64Array(GRID_SIZE).fill(mean);
  const shape = SHAPES[spread.family](mean, spread as never);
  return shape.scales ? scaled(shape.values, mean, least) : moved(shape.values, mean, least);
}

function isCertain(spread: Spread): boolean {
  return "deviation" in spread && spread.deviation === 0;
}

interface Shape {
  readonly values: Float64Array;
  readonly scales: boolean;
}

type SpreadOf<Family extends Spread["family"]> = Extract<Spread, { readonly family: Family }>;

const SHAPES: {
  readonly [Family in Spread["family"]]: (mean: number, spread: SpreadOf<Family>) => Shape;
} = {
  normal: (_mean, { deviation }) => ({ values: GRID.map((step) => deviation * step), scales: false }),
  lognormal(mean, { deviation }) {
    const width = Math.sqrt(ln(1 + (deviation / mean) ** 2));
    return { values: GRID.map((step) => exp(width * step)), scales: true };
  },
  gamma: (mean, { deviation }) => ({ values: gammaQuantiles((mean / deviation) ** 2), scales: true }),
  "zero-gamma": (mean, { deviation, zero }) => {
    // The second moment, in squares of the mean. The deviation has priority over the chance of 0.
    const moment = 1 + (deviation / mean) ** 2;
    const none = Math.min(zero, Math.max(0, 1 - (1 + 1 / MOST_SHAPE) / moment));
    return { values: gammaQuantiles(1 / (moment * (1 - none) - 1), none), scales: true };
  },
  "two-humps": (mean, { low, high, stretched, share = highShare(mean, low, high) }) => {
    const values = mixtureQuantiles(low, high, share);
    const factor = stretched === undefined ? 1 : stretched / deviationOf(values);
    return { values: values.map((value) => factor * value), scales: false };
  },
  percentiles: (_mean, { at, points }) => ({ values: alongPercentiles(at, points), scales: false }),
  samples: (_mean, { points }) => ({ values: alongSamples(points), scales: false }),
};

const RAREST_HUMP = 0.02;

/** The chance of the high hump at which the mixture has this mean. */
export function highShare(mean: number, low: Hump, high: Hump): number {
  return Math.min(1 - RAREST_HUMP, Math.max(RAREST_HUMP, (mean - low.mean) / (high.mean - low.mean)));
}

function mixtureQuantiles(low: Hump, high: Hump, share: number): Float64Array {
  const humps = [
    [low, 1 - share],
    [high, share],
  ] as const;
  const chanceOf = (value: number) =>
    humps.reduce((sum, [hump, part]) => sum + part * normalChance((value - hump.mean) / hump.deviation), 0);
  const densityOf = (value: number) =>
    humps.reduce(
      (sum, [hump, part]) =>
        sum + (part * normalDensity((value - hump.mean) / hump.deviation)) / hump.deviation,
      0,
    );
  const reach = -GRID[0]!;
  const least = Math.min(...humps.map(([{ mean, deviation }]) => mean - reach * deviation));
  const most = Math.max(...humps.map(([{ mean, deviation }]) => mean + reach * deviation));
  let value = least;
  return CHANCES.map((wanted) => {
    let [from, to] = [value, most];
    // Newton's method, which halves the interval where the density is too low for it.
    for (let steps = 0; steps < MOST_STEPS; steps += 1) {
      const missing = wanted - chanceOf(value);
      if (missing > 0) from = value;
      else to = value;
      const next = value + missing / densityOf(value);
      const isInside = next >= from && next <= to;
      const moved = (isInside ? next : (from + to) / 2) - value;
      value += moved;
      if (isInside && Math.abs(moved) <= (most - least) * LAST_STEP) break;
    }
    return value;
  });
}

/** Multiplies values, raised to `least`, to the given mean. */
function scaled(values: Float64Array, mean: number, least: number): Float64Array {
  const outcomes = new Float64Array(GRID_SIZE);
  let factor = mean / meanOf(values);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    for (let at = 0; at < GRID_SIZE; at += 1) outcomes[at] = Math.max(least, factor * values[at]!);
    const found = meanOf(outcomes);
    if (Math.abs(found - mean) <= Math.abs(mean) * 1e-12) break;
    factor *= mean / found;
  }
  return outcomes;
}

/** Shifts values, raised to `least`, to the given mean, by Newton's method: it is convex in the shift. */
function moved(values: Float64Array, mean: number, least: number): Float64Array {
  const outcomes = new Float64Array(GRID_SIZE);
  let shift = mean - meanOf(values);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    for (let at = 0; at < GRID_SIZE; at += 1) outcomes[at] = Math.max(least, values[at]! + shift);
    const excess = meanOf(outcomes) - mean;
    const slope = meanOf(outcomes.map((value) => (value > least ? 1 : 0)));
    const next = shift - excess / slope;
    if (!(next < shift)) break;
    shift = next;
  }
  return outcomes;
}

/** Interpolates linearly over normal quantiles, also beyond the outermost two. */
function alongPercentiles(at: readonly number[], points: readonly number[]): Float64Array {
  const places = at.map((percentile) => normalQuantile(percentile / 100));
  return GRID.map((step) => {
    let upper = places.findIndex((place) => place >= step);
    if (upper === -1) upper = places.length - 1;
    upper = Math.max(1, upper);
    const [from, to] = [places[upper - 1]!, places[upper]!];
    return points[upper - 1]! + ((step - from) / (to - from)) * (points[upper]! - points[upper - 1]!);
  });
}

export function alongSamples(points: ArrayLike<number>): Float64Array {
  const sorted = Float64Array.from(points).sort();
  return CHANCES.map((below) => sorted[Math.min(sorted.length - 1, Math.floor(below * sorted.length))]!);
}
