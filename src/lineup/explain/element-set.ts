/** A subset of a list's elements as bits: bit i stands for the element at index i. */
export type ElementSet = bigint;

/** The set of all elements of a list of this length. */
export function fullSet(length: number): ElementSet {
  return (1n << BigInt(length)) - 1n;
}

/** Sets of one element, for the first indices. */
const SINGLES = Array.from({ length: 64 }, (_, index) => 1n << BigInt(index));

/** The set of the one element at this index. */
export function single(index: number): ElementSet {
  return SINGLES[index] ?? 1n << BigInt(index);
}

export function has(set: ElementSet, index: number): boolean {
  return (set & single(index)) !== 0n;
}

export function isSubset(part: ElementSet, whole: ElementSet): boolean {
  return (part & whole) === part;
}

/** The set's first 30 elements as a number: a cheap test that rules out most subsets. */
export function firstBits(set: ElementSet): number {
  return Number(set & FIRST);
}

const FIRST = (1n << 30n) - 1n;

/** The set of the elements at these indices. */
export function setOf(indices: Iterable<number>): ElementSet {
  let set = 0n;
  for (const index of indices) set |= single(index);
  return set;
}

/** The indices of a set's elements, ascending. */
export function indicesOf(set: ElementSet): number[] {
  const digits = set.toString(2);
  const indices: number[] = [];
  for (let index = 0; index < digits.length; index += 1)
    if (digits[digits.length - 1 - index] === "1") indices.push(index);
  return indices;
}

/** The elements of a set, in the list's order. */
export function membersOf<Item>(set: ElementSet, elements: readonly Item[]): Item[] {
  return elements.filter((_, index) => has(set, index));
}
