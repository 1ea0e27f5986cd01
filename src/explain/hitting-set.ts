import { type ElementSet, singles, sizeOf } from "./element-set.ts";

/**
 * A smallest set that shares an element with each of `sets`; among the smallest, the first when they are compared
 * as ascending lists. Exact: branch and bound. `atLeast` is a size known to be needed.
 */
export function smallestHittingSet(sets: readonly ElementSet[], atLeast: number): ElementSet {
  for (let size = atLeast; ; size += 1) {
    if (canHit(sets, size, 0n)) return firstOf(sets, size);
  }
}

/** The first of the hitting sets of `size` elements, of which there is one. */
function firstOf(sets: readonly ElementSet[], size: number): ElementSet {
  let chosen = 0n;
  let barred = 0n;
  let left = sets;
  for (let free = size, element = 1n; left.length > 0; element <<= 1n) {
    const rest = left.filter((set) => (set & element) === 0n);
    if (rest.length < left.length && canHit(rest, free - 1, barred | element)) {
      chosen |= element;
      left = rest;
      free -= 1;
    }
    barred |= element;
  }
  return chosen;
}

/** Whether `size` elements outside `barred` can hit all sets. */
function canHit(sets: readonly ElementSet[], size: number, barred: ElementSet): boolean {
  if (sets.length === 0) return true;
  if (size === 0 || disjointSets(sets) > size) return false;
  let smallest = sets[0]! & ~barred;
  let fewest = sizeOf(smallest);
  for (const set of sets) {
    const open = set & ~barred;
    const count = sizeOf(open);
    if (count < fewest) [smallest, fewest] = [open, count];
  }
  let tried = barred;
  for (const element of singles(smallest)) {
    tried |= element;
    const rest = sets.filter((set) => (set & element) === 0n);
    if (canHit(rest, size - 1, tried)) return true;
  }
  return false;
}

/** A number of sets that share no element with each other: no fewer elements hit them all. */
function disjointSets(sets: readonly ElementSet[]): number {
  let covered = 0n;
  let count = 0;
  for (const set of sets) {
    if ((set & covered) !== 0n) continue;
    covered |= set;
    count += 1;
  }
  return count;
}
