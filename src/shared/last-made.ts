/**
 * What was last made of an object that nobody changes, and of the other things that decide it, to be taken again while
 * those are the same.
 */
export class LastMade<Key extends object, Value> {
  readonly #known = new WeakMap<Key, { readonly others: readonly unknown[]; readonly value: Value }>();

  /** The value of before, else a new one, which is kept unless `isLasting` denies it. */
  of(key: Key, others: readonly unknown[], make: () => Value, isLasting?: () => boolean): Value {
    const last = this.#known.get(key);
    if (last?.others.length === others.length && others.every((one, at) => one === last.others[at]))
      return last.value;
    const value = make();
    if (isLasting?.() !== false) this.#known.set(key, { others, value });
    return value;
  }
}
