/**
 * A cache of the last value made from an object that does not change and from further inputs; reused while
 * these are the same.
 */
export class LastMade<Key extends object, Value> {
  readonly #known = new WeakMap<Key, { readonly others: readonly unknown[]; readonly value: Value }>();

  /** The cached value, or a new one, which is kept unless `isLasting` returns false. */
  of(key: Key, others: readonly unknown[], make: () => Value, isLasting?: () => boolean): Value {
    const last = this.#known.get(key);
    if (last?.others.length === others.length && others.every((one, at) => one === last.others[at]))
      return last.value;
    const value = make();
    if (isLasting?.() !== false) this.#known.set(key, { others, value });
    return value;
  }
}
