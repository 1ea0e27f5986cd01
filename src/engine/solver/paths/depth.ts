import { greatestCommonDivisor } from "../../../shared/greatest-common-divisor.ts";
import type { Instance } from "./instance.ts";

/**
 * How far below the bound to look first, by how far below it each candidate's best lineup lies; reorders that. A bad guess
 * costs time only.
 */
export function depthFor(slack: Float64Array, instance: Instance, count: number): number {
  if (instance.size === 0) return 0;
  return smallest(slack, Math.min(enough(instance, count), instance.size - 1));
}

/** The value that stands at `rank` once the values are in order; reorders them. */
export function smallest(values: Float64Array, rank: number): number {
  let [from, to] = [0, values.length - 1];
  while (from < to) {
    const pivot = values[(from + to) >> 1]!;
    let [left, right] = [from, to];
    while (left <= right) {
      while (values[left]! < pivot) left += 1;
      while (values[right]! > pivot) right -= 1;
      if (left > right) break;
      const held = values[left]!;
      values[left] = values[right]!;
      values[right] = held;
      left += 1;
      right -= 1;
    }
    if (rank <= right) to = right;
    else if (rank >= left) from = left;
    else break;
  }
  return values[rank]!;
}

/** How many candidates a first look is worth. */
export function enough({ openSeats }: Instance, count: number): number {
  return 2 * openSeats + Math.ceil(4 * Math.log2(count));
}

/** The highest total below a threshold that whole multiples of the points' greatest common divisor allow. */
export function nextTotal({ points }: Pick<Instance, "points">, threshold: number): number {
  const divisor = points.reduce(greatestCommonDivisor, 0);
  return divisor === 0 ? 0 : (Math.ceil(threshold / divisor) - 1) * divisor;
}

/** A look goes as far as so many times as many lineups may take; where most are met in vain, too far costs less than again. */
const SPARE = 1.3;
const SPARE_IN_VAIN = 1.8;

export interface Sofar {
  /** How far below the bound the last look went. */
  readonly depth: number;
  readonly bound: number;
  /** The points of the first lineup found, the fixed picks' aside. */
  readonly first: number;
  readonly taken: number;
  readonly count: number;
  /** Whether many are met in vain, though none was barred on the way. */
  readonly isInVain: boolean;
}

/** How far the next look goes: the number of lineups grows about with the third power of the depth below the best. */
export function deeper({ depth, bound, first, taken, count, isInVain }: Sofar): number {
  if (taken < 4 || bound - first >= depth) return Math.max(2 * depth, Math.abs(bound) * 1e-3);
  const over = bound - first;
  const growth = (((isInVain ? SPARE_IN_VAIN : SPARE) * count) / taken) ** (1 / 3);
  return over + (depth - over) * Math.min(3, Math.max(1.15, growth));
}
