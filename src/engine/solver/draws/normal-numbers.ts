import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { normalQuantile } from "../../../shared/normal.ts";

/** The upper bits of a random number say which cell it falls in, the others where. */
const CELL_BITS = 12;
const CELLS = 2 ** CELL_BITS;
const REST_BITS = 32 - CELL_BITS;
const REST = 2 ** REST_BITS;
const PART = 1 / REST;
/** Outside so many cells at each end the quantile is as good as straight within one. */
const CURVED = 64;

/** The normal quantiles of the cells' ends. */
const ENDS: Float64Array = Float64Array.from({ length: CELLS + 1 }, (_, cell) =>
  cell === 0 || cell === CELLS ? 0 : normalQuantile(cell / CELLS),
);

/**
 * Standard normal numbers from the random numbers of a generator, many at a time; the same bits everywhere. They are
 * what the generator's own `next` gives: the steps of xoroshiro128+, in halves of 32 bits, are taken here, since a call
 * for each of a draw's hundreds of numbers takes longer than all that is done with them.
 */
export class NormalNumbers {
  #high0: number;
  #low0: number;
  #high1: number;
  #low1: number;

  constructor(generator: RandomGenerator) {
    [this.#high0, this.#low0, this.#high1, this.#low1] = generator.getState() as [
      number,
      number,
      number,
      number,
    ];
  }

  /** Fills `target`; those whose `counts` is 0 are 0 and take none. */
  fill(target: Float64Array, counts: Float64Array | null): void {
    let high0 = this.#high0;
    let low0 = this.#low0;
    let high1 = this.#high1;
    let low1 = this.#low1;
    for (let at = 0; at < target.length; at += 1) {
      if (counts !== null && counts[at] === 0) {
        target[at] = 0;
        continue;
      }
      const random = (low0 + low1) | 0;
      const low = low1 ^ low0;
      const high = high1 ^ high0;
      const before = low0;
      low0 = (low0 << 24) ^ (high0 >>> 8) ^ low ^ (low << 16);
      high0 = (high0 << 24) ^ (before >>> 8) ^ high ^ ((high << 16) | (low >>> 16));
      low1 = (high << 5) ^ (low >>> 27);
      high1 = (low << 5) ^ (high >>> 27);
      const cell = random >>> REST_BITS;
      if (cell < CURVED || cell >= CELLS - CURVED) {
        target[at] = normalQuantile(((random >>> 0) + 0.5) / 2 ** 32);
        continue;
      }
      const from = ENDS[cell]!;
      target[at] = from + ((random & (REST - 1)) + 0.5) * PART * (ENDS[cell + 1]! - from);
    }
    this.#high0 = high0;
    this.#low0 = low0;
    this.#high1 = high1;
    this.#low1 = low1;
  }
}
