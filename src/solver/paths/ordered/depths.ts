import { enough, smallest } from "../depth.ts";
import type { Instance } from "../instance.ts";
import type { Bounded } from "./bounding.ts";

/** How far below the bound a first look goes: as far as leaves enough candidates. A bad guess costs time only. */
export function firstDepth({ bound, most }: Bounded, instance: Instance, count: number): number {
  if (instance.size === 0) return 0;
  const slack = most.map((own) => bound - own);
  return smallest(slack, Math.min(enough({ instance }, count), instance.size - 1));
}

/** A look goes as far as so many times as many lineups may take; where most are met in vain, too far costs less than again. */
const SPARE = 1.3;
const SPARE_IN_VAIN = 1.8;

export interface Sofar {
  /** How far below the bound the last look went. */
  readonly depth: number;
  readonly bound: number;
  /** The points of the first lineup found. */
  readonly first: number | null;
  readonly taken: number;
  readonly count: number;
  /** Whether many are met in vain, though nobody was barred on the way. */
  readonly isInVain: boolean;
}

/** How far the next look goes: the number of lineups grows about with the third power of the depth below the best. */
export function nextDepth({ depth, bound, first, taken, count, isInVain }: Sofar): number {
  if (first === null || taken < 4 || bound - first >= depth)
    return Math.max(2 * depth, Math.abs(bound) * 1e-3);
  const over = bound - first;
  const growth = (((isInVain ? SPARE_IN_VAIN : SPARE) * count) / taken) ** (1 / 3);
  return over + (depth - over) * Math.min(3, Math.max(1.15, growth));
}
