/** Some of a list's elements; bit i is set for the element at index i. */
export type ElementSet = bigint;

/** The set of all elements of a list this long. */
export function fullSet(length: number): ElementSet {
  return (1n << BigInt(length)) - 1n;
}

/** The set of the one element at this index. */
export function single(index: number): ElementSet {
  return 1n << BigInt(index);
}

export function has(set: ElementSet, index: number): boolean {
  return (set & single(index)) !== 0n;
}

export function isSubset(part: ElementSet, whole: ElementSet): boolean {
  return (part & ~whole) === 0n;
}

/** The sets of one element each that `set` is made of, ascending. */
export function* singles(set: ElementSet): Generator<ElementSet> {
  for (let rest = set; rest !== 0n; rest &= rest - 1n) yield rest & -rest;
}

export function sizeOf(set: ElementSet): number {
  let size = 0;
  for (const _ of singles(set)) size += 1;
  return size;
}

/** The elements of a set, in the list's order. */
export function membersOf<Item>(set: ElementSet, elements: readonly Item[]): Item[] {
  return elements.filter((_, index) => has(set, index));
}
