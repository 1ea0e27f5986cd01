/** A map of bounded size that drops the least recently used values first. */
export class Recent<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly size: number }>();
  readonly #capacity: number;
  #size = 0;

  /** `capacity` is in the unit of the sizes passed to `set`. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** A value larger than the whole map is not kept. */
  set(key: string, value: Value, size = 1): void {
    this.#drop(key);
    if (size > this.#capacity) return;
    this.#entries.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#capacity) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }
}
