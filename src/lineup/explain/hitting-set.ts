/** How many branches are left to try, over several searches together. */
export interface Effort {
  branches: number;
}

/** Indices, ascending. */
type Indices = readonly number[];

/**
 * Finds a minimum hitting set by branch and bound: a smallest set of indices that contains one of each of `sets`. Of
 * several, it is the lexicographically first. `atLeast` is a known lower bound on its size. Null if the effort runs out.
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

/** The lexicographically first hitting set of `size` indices, which must exist; meaningless after the effort runs out. */
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

/** A lower bound: how many sets a greedy choice of disjoint sets contains. */
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
