import { greatestCommonDivisor } from "../../../shared/greatest-common-divisor.ts";
import type { Instance } from "./instance.ts";
import type { Lineups } from "./lineups.ts";
import type { Roster } from "./roster.ts";

/** Where nothing was found and the floor lies no deeper than so many times the next depth, that is the next. */
const NEAR_FLOOR = 4;

/** Near enough to the bound to leave few candidates. A bad guess costs time only. */
export function firstDepth({ instance, relaxation }: Roster, count: number): number {
  return depthFor(relaxation.slack.slice(0, instance.size), instance, count);
}

/** The same by how far below the bound each candidate's best lineup lies; reorders that. */
export function depthFor(slack: Float64Array, instance: Instance, count: number): number {
  if (instance.size === 0) return 0;
  return smallest(slack, Math.min(enough({ instance }, count), instance.size - 1));
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
export function enough({ instance }: Pick<Roster, "instance">, count: number): number {
  return 2 * instance.openSeats + Math.ceil(4 * Math.log2(count));
}

/** Everybody through whom a lineup that far below the bound may lead. */
export function candidatesWithin({ instance, relaxation: { slack } }: Roster, depth: number): number[] {
  const candidates: number[] = [];
  for (let candidate = 0; candidate < instance.size; candidate += 1)
    if (slack[candidate]! <= depth) candidates.push(candidate);
  return candidates;
}

/** The highest total below a threshold that whole multiples of the points' greatest common divisor allow. */
export function nextTotal({ instance: { points } }: Roster, threshold: number): number {
  const divisor = points.reduce(greatestCommonDivisor, 0);
  return divisor === 0 ? 0 : (Math.ceil(threshold / divisor) - 1) * divisor;
}

/**
 * Where many candidates' best lineups all lie just at that depth: some of these, evenly from each class, and all
 * others, about as many as are wanted. Enough lineups through them are as good as any.
 */
export function thinned(
  roster: Roster,
  depth: number,
  candidates: readonly number[],
  wanted: number,
): readonly number[] {
  if (candidates.length <= 2 * wanted) return candidates;
  const { classOf, instance, relaxation } = roster;
  const stride = Math.ceil(candidates.length / wanted);
  const seen = new Map<number, number>();
  return candidates.filter((candidate) => {
    if (relaxation.slack[candidate]! < depth || instance.required[candidate] === 1) return true;
    const before = seen.get(classOf[candidate]!) ?? 0;
    seen.set(classOf[candidate]!, before + 1);
    return before % stride === 0;
  });
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
  /** Whether many are met in vain, though nobody was barred on the way. */
  readonly isInVain?: boolean;
}

/** How far the next look goes: the number of lineups grows about with the third power of the depth below the best. */
export function deeper({ depth, bound, first, taken, count, isInVain }: Sofar): number {
  if (taken < 4 || bound - first >= depth) return Math.max(2 * depth, Math.abs(bound) * 1e-3);
  const over = bound - first;
  const growth = (((isInVain ? SPARE_IN_VAIN : SPARE) * count) / taken) ** (1 / 3);
  return over + (depth - over) * Math.min(3, Math.max(1.15, growth));
}

/** How deep to look once so few lineups were found at a depth. */
export function nextDepth(
  { instance, relaxation: { bound } }: Roster,
  { count, floor }: { readonly count: number; readonly floor: number },
  depth: number,
  found: Lineups,
): number {
  const first = found.pointsOf(0) - instance.fixedPoints;
  const next = deeper({ depth, bound, first, taken: found.length, count });
  const lowest = bound - floor;
  return found.length === 0 && NEAR_FLOOR * next >= lowest ? lowest : next;
}
