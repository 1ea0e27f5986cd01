/** Items by key, with keys in the order of first occurrence. Node 20 has no `Map.groupBy`. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The indices of each group's members; `groups` has the group of each index, -1 for none. */
export function membersByGroup(groups: Int32Array): number[][] {
  const grouped = [...groups.keys()].filter((index) => groups[index] !== -1);
  return [...groupBy(grouped, (index) => groups[index]!).values()];
}
