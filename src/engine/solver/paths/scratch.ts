/** Reused typed arrays, each with a name. All requests for a name share one array, which only grows. */
export class Scratch {
  readonly #doubles = new Map<string, Float64Array>();
  readonly #integers = new Map<string, Int32Array>();

  /** Returns the array of this name, with at least `length` doubles; their initial values are arbitrary. */
  doubles(name: string, length: number): Float64Array {
    const kept = this.#doubles.get(name);
    if (kept !== undefined && kept.length >= length) return kept;
    const grown = new Float64Array(roomFor(length));
    this.#doubles.set(name, grown);
    return grown;
  }

  /** Returns the array of this name, with at least `length` integers; their initial values are arbitrary. */
  integers(name: string, length: number): Int32Array {
    const kept = this.#integers.get(name);
    if (kept !== undefined && kept.length >= length) return kept;
    const grown = new Int32Array(roomFor(length));
    this.#integers.set(name, grown);
    return grown;
  }
}

function roomFor(length: number): number {
  return Math.max(64, Math.ceil(length * 1.25));
}
