import { greatestCommonDivisor } from "../../shared/greatest-common-divisor.ts";
import type { Lineups } from "./lineups.ts";
import type { Roster } from "./roster.ts";

/** Where nothing was found and the floor lies no deeper than so many times the next depth, that is the next. */
const NEAR_FLOOR = 4;

/** Near enough to the bound to leave few candidates. A bad guess costs time only. */
export function firstDepth(roster: Roster, count: number): number {
  const { instance, relaxation } = roster;
  if (instance.size === 0) return 0;
  return smallest(
    relaxation.slack.slice(0, instance.size),
    Math.min(enough(roster, count), instance.size - 1),
  );
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

/**
 * The number of lineups grows about with the third power of the depth below the best one; from the few found, that
 * tells how deep to go.
 */
function deeper({ instance, relaxation }: Roster, depth: number, found: Lineups, count: number): number {
  if (found.length < 4) return Math.max(2 * depth, Math.abs(relaxation.bound) * 1e-3);
  const over = relaxation.bound - (found.pointsOf(0) - instance.fixedPoints);
  const growth = ((1.3 * count) / found.length) ** (1 / 3);
  return over + (depth - over) * Math.min(3, Math.max(1.15, growth));
}

/** How deep to look once so few lineups were found at a depth. */
export function nextDepth(
  roster: Roster,
  { count, floor }: { readonly count: number; readonly floor: number },
  depth: number,
  found: Lineups,
): number {
  const next = deeper(roster, depth, found, count);
  const lowest = roster.relaxation.bound - floor;
  return found.length === 0 && NEAR_FLOOR * next >= lowest ? lowest : next;
}
