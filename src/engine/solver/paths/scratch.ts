/** Reused typed arrays, which only grow; the next request for a name overwrites its array. */
export class Scratch {
  readonly #doubles = new Map<string, Float64Array>();
  readonly #integers = new Map<string, Int32Array>();

  /** At least `length` doubles with arbitrary values. */
  doubles(name: string, length: number): Float64Array {
    const kept = this.#doubles.get(name);
    if (kept !== undefined && kept.length >= length) return kept;
    const grown = new Float64Array(roomFor(length));
    this.#doubles.set(name, grown);
    return grown;
  }

  /** At least `length` 32-bit integers with arbitrary values. */
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
