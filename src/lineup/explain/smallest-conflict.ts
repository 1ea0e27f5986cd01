import { REPORT_IT } from "../../shared/errors/message-parts.ts";
import { SolverFailedError } from "../../shared/errors.ts";
import { type ElementSet, fullSet, has, indicesOf, setOf, single } from "./elements.ts";
import type { Oracle } from "./oracle.ts";

/** The number of branches left to try, shared by several searches. */
interface Effort {
  branches: number;
}

/** Indices, ascending. */
type Indices = readonly number[];

/**
 * Finds a minimum hitting set by branch and bound: a smallest set of indices that contains one of each of
 * `sets`. Of several, it is the lexicographically first. `atLeast` is a known lower bound on its size. Null
 * if the effort runs out.
 */
export function smallestHittingSet(
  sets: readonly Indices[],
  atLeast: number,
  effort: Effort,
): Indices | null {
  let size = atLeast;
  while (!canHit(sets, size, new Set(), effort)) {
    if (effort.branches <= 0) return null;
    size += 1;
  }
  const first = firstOf(sets, size, effort);
  return effort.branches > 0 ? first : null;
}

/**
 * The lexicographically first hitting set of `size` indices, which must exist; meaningless after the effort
 * runs out.
 */
function firstOf(sets: readonly Indices[], size: number, effort: Effort): Indices {
  const chosen: number[] = [];
  const barred = new Set<number>();
  let left = sets;
  for (let index = 0; left.length > 0 && effort.branches > 0; index += 1) {
    barred.add(index);
    const rest = left.filter((set) => !set.includes(index));
    if (rest.length === left.length || !canHit(rest, size - chosen.length - 1, barred, effort)) continue;
    chosen.push(index);
    left = rest;
  }
  return chosen;
}

/** Whether `size` indices outside `barred` can hit all sets; false after the effort runs out. */
function canHit(
  sets: readonly Indices[],
  size: number,
  barred: ReadonlySet<number>,
  effort: Effort,
): boolean {
  if (sets.length === 0) return true;
  if (size === 0 || effort.branches <= 0 || disjointSets(sets) > size) return false;
  effort.branches -= 1;
  let fewest: Indices | null = null;
  for (const set of sets) {
    const open = barred.size === 0 ? set : set.filter((index) => !barred.has(index));
    if (fewest === null || open.length < fewest.length) fewest = open;
  }
  const tried = new Set(barred);
  for (const index of fewest!) {
    tried.add(index);
    const rest = sets.filter((set) => !set.includes(index));
    if (canHit(rest, size - 1, tried, effort)) return true;
  }
  return false;
}

/** How many disjoint sets a greedy choice finds: a lower bound on the size of a hitting set. */
function disjointSets(sets: readonly Indices[]): number {
  const covered = new Set<number>();
  let count = 0;
  for (const set of sets) {
    if (set.some((index) => covered.has(index))) continue;
    for (const index of set) covered.add(index);
    count += 1;
  }
  return count;
}

/** Limits of the search for a smallest conflict; once one is reached, an irreducible conflict is accepted. */
interface ConflictEffort {
  /** Oracle questions that no earlier answer settles. */
  readonly questions: number;
  /** Branches of the search for hitting sets. */
  readonly branches: number;
}

const MOST: ConflictEffort = { questions: 10_000, branches: 5000 };

/** A set of elements that cannot be kept together. */
export interface SmallestConflict {
  readonly set: ElementSet;
  /** False if a limit was reached: the set is irreducible, but a smaller one may exist. */
  readonly proved: boolean;
}

/**
 * Finds the smallest set of elements that cannot be kept together (a minimum unsatisfiable subset); of
 * several, the one whose indices come first. Every conflict has an element outside each set that can be kept,
 * so each step asks about a smallest set that has an element outside each of those found so far. If it cannot
 * be kept, it is a smallest conflict. If it can, it is extended to a maximal set that can be kept, which is
 * added to those found (the method of implicit hitting sets).
 */
export async function smallestConflict(
  elementCount: number,
  oracle: Oracle,
  most = MOST,
): Promise<SmallestConflict> {
  const all = fullSet(elementCount);
  if ((await oracle.keep(all)) !== null)
    throw new SolverFailedError(
      `A solver found no lineup at first, but one when it was asked again. ${REPORT_IT}`,
    );
  for (const index of indicesOf(all)) {
    if ((await oracle.keep(single(index))) === null) return { set: single(index), proved: true };
  }
  const complements: number[][] = [];
  const effort = { branches: most.branches };
  let size = 2;
  while (oracle.questions() < most.questions) {
    const candidate = smallestHittingSet(complements, size, effort);
    if (candidate === null) break;
    const kept = await oracle.keep(setOf(candidate));
    if (kept === null) return { set: setOf(candidate), proved: true };
    complements.push(indicesOf(all & ~(await extend(kept, all, complements, oracle))));
    size = Math.max(size, candidate.length);
  }
  return { set: await reduce(all, elementCount, oracle), proved: false };
}

/**
 * Extends `kept` to a maximal set that can be kept. Tries several elements at once, twice as many after each
 * success. Elements that are in many of `complements` are tried first, so that the new complement has few
 * elements of the earlier ones; the smallest set that hits all of them then grows faster.
 */
async function extend(
  kept: ElementSet,
  all: ElementSet,
  complements: readonly (readonly number[])[],
  oracle: Oracle,
): Promise<ElementSet> {
  const frequencyOf = (index: number) => complements.filter((one) => one.includes(index)).length;
  let extended = kept;
  let open = indicesOf(all & ~kept)
    .map((index) => ({ index, frequency: frequencyOf(index) }))
    .sort((a, b) => b.frequency - a.frequency)
    .map(({ index }) => index);
  let stride = 1;
  while (open.length > 0) {
    const next = open.slice(0, stride);
    const together = await oracle.keep(extended | setOf(next));
    if (together !== null) {
      extended = together;
      open = open.filter((index) => !has(together, index));
      stride *= 2;
    } else if (next.length === 1) {
      open.shift();
    } else {
      stride = Math.ceil(next.length / 2);
    }
  }
  return extended;
}

/** Removes every element that the conflict does not need, the contest's own rules first. */
async function reduce(conflict: ElementSet, elementCount: number, oracle: Oracle): Promise<ElementSet> {
  let left = conflict;
  for (let index = elementCount - 1; index >= 0; index -= 1) {
    const without = left & ~single(index);
    if (without !== left && (await oracle.keep(without)) === null) left = without;
  }
  return left;
}
