/** The binomial coefficient: the number of subsets of `size` out of this many items. */
export function binomial(items: number, size: number): number {
  let ways = 1;
  // Multiplied first, the quotient is whole.
  for (let taken = 0; taken < size; taken += 1) ways = (ways * (items - taken)) / (taken + 1);
  return ways;
}

/** Yields all subsets of `size` items, in lexicographic order of their positions. */
export function* subsetsOf(items: readonly number[], size: number, from = 0): Generator<readonly number[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let at = from; at <= items.length - size; at += 1)
    for (const rest of subsetsOf(items, size - 1, at + 1)) yield [items[at]!, ...rest];
}

export function allSubsetsOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  let subsets: readonly (readonly Item[])[] = [[]];
  for (const item of items) subsets = subsets.concat(subsets.map((subset) => [...subset, item]));
  return subsets;
}
