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

/** A field that may be absent, an item or a list of items, as a list. */
export function listOf<Item>(given: Item | readonly Item[] | undefined): readonly Item[] {
  if (given === undefined) return [];
  return Array.isArray(given) ? (given as readonly Item[]) : [given as Item];
}

/** Remembers what `make` returns by key; forgets all of it before it would hold more than `capacity` values. */
export function memoized<Key, Value>(
  make: (key: Key) => Value,
  capacity = Number.POSITIVE_INFINITY,
): (key: Key) => Value {
  const known = new Map<Key, { readonly value: Value }>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found.value;
    const value = make(key);
    if (known.size >= capacity) known.clear();
    known.set(key, { value });
    return value;
  };
}

/** Returns the indices of each group's members. `groups` has the group of each index; -1 means none. */
export function membersByGroup(groups: Int32Array): number[][] {
  const grouped = [...groups.keys()].filter((index) => groups[index] !== -1);
  return [...groupBy(grouped, (index) => groups[index]!).values()];
}

/** A map of bounded size that drops the least recently used values first. */
export class Recent<Value, Key = string> {
  readonly #entries = new Map<Key, { readonly value: Value; readonly size: number }>();
  readonly #capacity: number;
  #size = 0;

  /** `capacity` is in the unit of the sizes passed to `set`. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#size;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Stores a value, unless it is larger than the whole map. */
  set(key: Key, value: Value, size = 1): void {
    this.#drop(key);
    if (size > this.#capacity) return;
    this.#entries.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#capacity) break;
      this.#drop(oldest);
    }
  }

  #drop(key: Key): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }
}

export function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}

/** Caches, per object, the last value made from it and other inputs. The object must never change. */
export class LastMade<Key extends object, Value> {
  readonly #known = new WeakMap<Key, { readonly others: readonly unknown[]; readonly value: Value }>();

  /** A value is kept unless `isLasting()` is false. */
  of(key: Key, others: readonly unknown[], make: () => Value, isLasting?: () => boolean): Value {
    const last = this.#known.get(key);
    if (last && sameItems(last.others, others)) return last.value;
    const value = make();
    if (isLasting?.() !== false) this.#known.set(key, { others, value });
    return value;
  }
}

/** A binary heap. `precedes` is a strict order; `peek` and `pop` return the item that precedes all others. */
export class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #precedes: (a: Item, b: Item) => boolean;

  constructor(precedes: (a: Item, b: Item) => boolean) {
    this.#precedes = precedes;
  }

  get size(): number {
    return this.#items.length;
  }

  peek(): Item | undefined {
    return this.#items[0];
  }

  push(item: Item): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#precedes(item, items[parent]!)) break;
      items[at] = items[parent]!;
      at = parent;
    }
    items[at] = item;
  }

  pop(): Item | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (items.length === 0 || last === undefined) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && this.#precedes(items[child + 1]!, items[child]!)) child += 1;
      if (!this.#precedes(items[child]!, last)) break;
      items[at] = items[child]!;
      at = child;
    }
    items[at] = last;
    return top;
  }
}

/** Values that are already frozen are assumed to be deeply frozen. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) deepFreeze(inner);
  }
  return value;
}

/** Such as `a, b and 3 more`. */
export function listedUpTo(most: number, names: readonly string[]): string {
  const others = names.length - most;
  return `${names.slice(0, most).join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}
