/** The number of lineups kept. */
const MOST = 24;

/** The best lineups of the last draws, as options: also legal in the current draw, and often good. */
export class RecentOptima {
  readonly #options: Int32Array;
  readonly #width: number;
  #kept = 0;
  #next = 0;

  constructor(width: number) {
    this.#width = width;
    this.#options = new Int32Array(MOST * width);
  }

  add(options: Int32Array): void {
    this.#options.set(options, this.#next * this.#width);
    this.#next = (this.#next + 1) % MOST;
    this.#kept = Math.min(MOST, this.#kept + 1);
  }

  /** The most points of any in the current draw, given points per option; -Infinity without any. */
  best(points: Float64Array): number {
    let best = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < this.#kept * this.#width; ) {
      let sum = 0;
      for (const end = at + this.#width; at < end; at += 1) sum += points[this.#options[at]!]!;
      if (sum > best) best = sum;
    }
    return best;
  }

  clear(): void {
    this.#kept = 0;
    this.#next = 0;
  }
}
