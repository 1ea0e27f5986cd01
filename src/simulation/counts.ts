/** Counts occurrences of keys. */
export class Counts<Key> {
  readonly #counts = new Map<Key, number>();

  add(key: Key, times: number): void {
    this.#counts.set(key, times + this.of(key));
  }

  of(key: Key): number {
    return this.#counts.get(key) ?? 0;
  }

  /** The most frequent first; equally frequent keys in the order of their first occurrence. */
  sorted(): [Key, number][] {
    return [...this.#counts].sort(([, a], [, b]) => b - a);
  }
}
