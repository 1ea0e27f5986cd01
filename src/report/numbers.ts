/** A percentage with one decimal unless it is zero: `33.3%`, `30%`. */
export function percentText(percent: number): string {
  return `${Number(percent.toFixed(1))}%`;
}

/** A salary in whole dollars. */
export function moneyText(amount: number): string {
  return `$${Math.round(amount).toLocaleString("en-US")}`;
}

/** Fantasy points with two decimals and thousands separators. */
export function pointsText(points: number): string {
  return points.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Limits in lineups: `at most 45`, `15 to 45`, `at least 15`; empty if they limit nothing. */
export function limitText(least: number, most: number, lineups: number): string {
  if (least > 0 && most < lineups) return least === most ? `${least}` : `${least} to ${most}`;
  if (least > 0) return `at least ${least}`;
  return most < lineups ? `at most ${most}` : "";
}

/** A part of a whole in percent; 0 if the whole is 0. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}

/** A distribution of numbers. */
export interface Spread {
  readonly least: number;
  readonly mean: number;
  readonly median: number;
  readonly most: number;
  /**
   * Adjacent bins of equal width, ascending. A number on an edge belongs to the bin above it, the last edge
   * to the last bin.
   */
  readonly bins: readonly Bin[];
}

interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** The approximate number of bins. */
const BINS = 10;

const NOTHING: Spread = { least: 0, mean: 0, median: 0, most: 0, bins: [] };

/**
 * The distribution of numbers; zeros and no bins for an empty list. No bin is narrower than `unit`, the
 * numbers' resolution.
 */
export function spreadOf(numbers: readonly number[], unit = 0.01): Spread {
  if (numbers.length === 0) return NOTHING;
  const sorted = [...numbers].sort((a, b) => a - b);
  const [least, most] = [sorted[0]!, sorted.at(-1)!];
  const middle = sorted.length >> 1;
  return {
    least,
    mean: numbers.reduce((sum, one) => sum + one, 0) / numbers.length,
    median: sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2,
    most,
    bins: binsOf(sorted, unit),
  };
}

function binsOf(sorted: readonly number[], unit: number): Bin[] {
  const [least, most] = [sorted[0]!, sorted.at(-1)!];
  const width = niceWidth(Math.max(unit, (most - least) / BINS));
  const first = Math.floor(least / width);
  // Bins as narrow as the numbers' resolution give the greatest number a bin of its own.
  const isFinest = width <= niceWidth(unit) && most > least;
  const count = Math.max(1, Math.ceil(most / width) - first + (isFinest && most % width === 0 ? 1 : 0));
  const edges = Array.from({ length: count + 1 }, (_, index) => rounded((first + index) * width));
  const counts = new Array<number>(count).fill(0);
  let bin = 0;
  for (const one of sorted) {
    while (bin < count - 1 && one >= edges[bin + 1]!) bin += 1;
    counts[bin]! += 1;
  }
  return counts.map((inside, index) => ({ from: edges[index]!, to: edges[index + 1]!, count: inside }));
}

/** The smallest of 1, 2 and 5 times a power of ten that is at least this wide. */
function niceWidth(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  return [1, 2, 5, 10].map((factor) => factor * power).find((nice) => nice >= width * (1 - 1e-9))!;
}

/** Removes the rounding error of multiples of a tenth. */
function rounded(edge: number): number {
  return Number(edge.toPrecision(12));
}
