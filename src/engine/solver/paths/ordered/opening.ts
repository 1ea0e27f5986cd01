import { greatestCommonDivisor } from "../../../../shared/greatest-common-divisor.ts";
import type { AStarPlan } from "../a-star.ts";
import type { Instance } from "../instance.ts";
import { type Relaxed, relax } from "../relaxation.ts";
import type { Guard } from "../side-rules.ts";
import type { Bounding } from "./bounding.ts";
import type { Branch } from "./branch.ts";
import type { BranchQueue } from "./branch-queue.ts";
import { layOutBy } from "./layout.ts";
import type { LayoutCache } from "./layout-cache.ts";
import { type Barred, candidatesAt } from "./reach.ts";
import type { EngineScratch } from "./refined-search.ts";

/** How often the threshold is lowered before everything is searched. */
export const MOST_ROUNDS = 24;

/** Rebuild the trellis if a new bound leaves fewer than this fraction of its candidates. */
const NEARLY_ALL = 0.7;

export interface Opening {
  readonly instance: Instance;
  readonly layouts: LayoutCache;
  readonly bounding: Bounding;
  readonly barred: Barred;
  readonly queue: BranchQueue;
  readonly engineScratch: EngineScratch;
  readonly count: number;
  /** Prunes partial lineups that group rules refuse; undefined if there are no such rules. */
  readonly guard: Guard | undefined;
}

/**
 * Computes the bound of a branch that was taken off the queue. Then starts its refined search (the search for
 * its lineups), unless the bound is below the threshold or another branch's.
 */
export function open(opening: Opening, branch: Branch, isUseless: AStarPlan["isUseless"]): void {
  const { layouts, barred, engineScratch } = opening;
  const out = outOf(opening, branch);
  if (!isBounded(branch, barred)) {
    if (!isPromisingStack(opening, branch, out)) return;
    branch.layout ??= layouts.layout(branch.terms, engineScratch);
    if (!isPromising(opening, branch, out)) return;
  }
  branch.layout ??= layouts.layout(branch.terms, engineScratch);
  startSearch(opening, branch, out, isUseless);
}

/** Per option (a candidate in a role), 1 if no lineup of this branch may contain it any more. */
export function outOf(
  { instance, layouts, barred: { flags } }: Pick<Opening, "instance" | "layouts" | "barred">,
  { terms }: Branch,
): Uint8Array {
  const out = terms.out.slice();
  for (let option = 0; option < out.length; option += 1) out[option]! |= flags[option]!;
  const stack = layouts.stackOf(terms);
  stack?.stacks.narrow(instance, stack.at, out);
  return out;
}

/**
 * Lowers a branch's bound by `StackBounds`, which needs no layout. Returns false if the branch has no lineup,
 * or if the new bound is below the threshold or another branch's. If `StackBounds` has no new bound, changes
 * nothing and returns true.
 */
function isPromisingStack(
  { instance, layouts, barred, queue }: Opening,
  branch: Branch,
  out: Uint8Array,
): boolean {
  const stack = layouts.stackOf(branch.terms);
  if (stack === null || branch.stackBarred === barred.newly.length) return true;
  const { threshold } = queue;
  const found = stack.stacks.ofOne(instance, stack.at, out, branch.price, threshold);
  if (found === null) {
    queue.finish(branch, Number.NEGATIVE_INFINITY);
    return false;
  }
  if (found.bound >= threshold) branch.stackBarred = barred.newly.length;
  branch.bound = Math.min(branch.bound, found.bound);
  branch.price = found;
  return isHighest(queue, branch);
}

/**
 * Recomputes a branch's bound at its last price of salary (see `Bounding`), or, if no nearly optimal price was
 * found for the branch before, at one. Returns whether the bound reaches the threshold and no other branch has
 * a higher one. Finishes a branch without lineups.
 */
function isPromising({ barred, bounding, queue }: Opening, branch: Branch, out: Uint8Array): boolean {
  const { price, way } = branch;
  const layout = branch.layout!;
  const isPriceNear = branch.stackBarred !== null;
  branch.isTight = way === null || isPriceNear;
  const bounded =
    way === null && !isPriceNear ? bounding.best(layout, out, price) : bounding.at(layout, out, price);
  if (bounded === null) {
    queue.finish(branch, Number.NEGATIVE_INFINITY);
    return false;
  }
  const { most } = bounded;
  branch.most = branch.most.map((known, candidate) => Math.min(known, most[candidate]!));
  branch.price = bounded.price;
  branch.way = bounded.way;
  branch.bound = Math.min(branch.bound, bounded.bound);
  branch.barred = barred.newly.length;
  return isHighest(queue, branch);
}

/**
 * Sets a branch's key in the queue from its bound. Returns whether the bound reaches the threshold and no
 * other branch has a higher one.
 */
function isHighest(queue: BranchQueue, branch: Branch): boolean {
  branch.key = queue.keyOf(branch.bound);
  return (
    branch.key !== Number.NEGATIVE_INFINITY && branch.bound >= (queue.top?.key ?? Number.NEGATIVE_INFINITY)
  );
}

/**
 * Whether a branch's bound needs no update: the path that attains it is known, and none of its options has
 * been barred since.
 */
function isBounded(branch: Branch, { newly }: Barred): boolean {
  const { way } = branch;
  if (way === null) return false;
  for (; branch.barred < newly.length; branch.barred += 1)
    if (way.includes(newly[branch.barred]!)) return false;
  return true;
}

/**
 * Lays out candidates in a trellis, and starts the branch's refined search (the search of the trellis).
 * Finishes the branch if no lineup reaches the threshold.
 */
function startSearch(
  { instance, engineScratch, queue, count, guard }: Opening,
  branch: Branch,
  out: Uint8Array,
  isUseless: AStarPlan["isUseless"],
): void {
  const { threshold } = queue;
  const layout = branch.layout!;
  const around = candidatesAt(instance, { most: branch.most, out, threshold });
  const search = engineScratch.take();
  branch.search = search;
  const { scratch } = search;
  const lay = (candidates: readonly number[]) =>
    layOutBy(layout, { instance, candidates, out }, scratch, "few");
  let trellis = lay(around);
  let relaxation: Relaxed | null = trellis.start === -1 ? null : { ...branch.price, bound: branch.bound };
  // If the branch's bound is not from a nearly optimal price, a better one may leave fewer candidates.
  if (relaxation !== null && !branch.isTight) {
    const relaxed = relax(instance, trellis, scratch, branch.price);
    const depth = relaxed === null ? 0 : relaxed.bound - threshold;
    const near = around.filter((candidate) => relaxed !== null && relaxed.slack[candidate]! <= depth);
    if (near.length < NEARLY_ALL * around.length) trellis = lay(near);
    relaxation = relaxed;
  }
  if (relaxation === null || relaxation.bound < threshold) {
    queue.finish(branch);
    return;
  }
  branch.price = { price: relaxation.price, grid: relaxation.grid, roomy: relaxation.roomy };
  const { leastSpent, isGuarded } = branch.terms;
  const ground = {
    ...{ instance, trellis, relaxation, threshold, leastSpent, out, isUseless },
    guard: isGuarded ? guard : undefined,
  };
  search.begin(ground, count);
  branch.bound = Math.min(branch.bound, relaxation.bound);
  branch.key = Math.min(branch.bound, search.highest);
  if (branch.key === Number.NEGATIVE_INFINITY) queue.finish(branch);
}

/**
 * How far below the upper bound on points, in units, the first search should go to find about `count`
 * lineups. `slack` has, per candidate, the least distance from that bound down to a lineup with it; its
 * elements are reordered.
 */
export function depthFor(slack: Float64Array, instance: Instance, count: number): number {
  if (instance.size === 0) return 0;
  return smallest(slack, Math.min(enough(instance, count), instance.size - 1));
}

/** The value that is at index `rank` when the values are sorted in ascending order; reorders the array. */
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

/** Roughly how many candidates the best `count` lineups contain. */
function enough({ openSeats }: Instance, count: number): number {
  return 2 * openSeats + Math.ceil(4 * Math.log2(count));
}

/**
 * The most points below a threshold that a lineup may have: a multiple of the greatest common divisor of all
 * points. 0 if all points are 0.
 */
export function nextTotal({ points }: Pick<Instance, "points">, threshold: number): number {
  const divisor = points.reduce(greatestCommonDivisor, 0);
  return divisor === 0 ? 0 : (Math.ceil(threshold / divisor) - 1) * divisor;
}

/**
 * A round (a search down to one threshold) aims at this many times the number of lineups wanted: searching
 * slightly too deep is cheaper than another round.
 */
const SAFETY_FACTOR = 1.3;
/** Like `SAFETY_FACTOR`, if most lineups are refused. */
const SPARE_IN_VAIN = 1.8;

/**
 * The result of the rounds so far (searches down to one threshold each): `taken` useful lineups of about
 * `count` wanted. No lineup has more points than `bound`.
 */
export interface RoundsSoFar {
  /** How far below the bound the last round searched, in units of points. */
  readonly depth: number;
  readonly bound: number;
  readonly first: number;
  readonly taken: number;
  readonly count: number;
  /** Whether most lineups found are refused for reasons other than barred picks. */
  readonly isInVain: boolean;
}

/**
 * How far below the bound the next round should search: the number of lineups grows about with the third
 * power of the depth.
 */
export function deeper({ depth, bound, first, taken, count, isInVain }: RoundsSoFar): number {
  if (taken < 4 || bound - first >= depth) return Math.max(2 * depth, Math.abs(bound) * 1e-3);
  const over = bound - first;
  const growth = (((isInVain ? SPARE_IN_VAIN : SAFETY_FACTOR) * count) / taken) ** (1 / 3);
  return over + (depth - over) * Math.min(3, Math.max(1.15, growth));
}
