/** Numbers in their order as one of 32 bits. */
export class Mix {
  #state = 0x811c9dc5;
  readonly #double = new Float64Array(1);
  readonly #halves = new Int32Array(this.#double.buffer);

  get text(): string {
    return (this.#state >>> 0).toString(16).padStart(8, "0");
  }

  integer(value: number): void {
    const state = Math.imul(this.#state ^ value, 0x01000193);
    this.#state = state ^ (state >>> 15);
  }

  integers(values: ArrayLike<number>, count = values.length): void {
    for (let at = 0; at < count; at += 1) this.integer(values[at] ?? 0);
  }

  double(value: number): void {
    this.#double[0] = value;
    for (const half of this.#halves) this.integer(half);
  }

  doubles(values: Iterable<number>): void {
    for (const value of values) this.double(value);
  }
}
