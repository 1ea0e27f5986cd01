import type { JumpableRandomGenerator } from "pure-rand/types/JumpableRandomGenerator";
import { normalQuantile } from "../../shared/normal.ts";

/** The upper bits of a random number say which cell it falls in, the others where. */
const CELL_BITS = 12;
const CELLS = 2 ** CELL_BITS;
const REST_BITS = 32 - CELL_BITS;
const REST = 2 ** REST_BITS;
/** Outside so many cells at each end the quantile is as good as straight within one. */
const CURVED = 64;

/** The normal quantiles of the cells' ends. */
const ENDS: Float64Array = Float64Array.from({ length: CELLS + 1 }, (_, cell) =>
  cell === 0 || cell === CELLS ? 0 : normalQuantile(cell / CELLS),
);

/** The next standard normal number of a generator; the same bits everywhere. */
export function nextNormal(generator: JumpableRandomGenerator): number {
  const random = generator.next() >>> 0;
  const cell = random >>> REST_BITS;
  if (cell < CURVED || cell >= CELLS - CURVED) return normalQuantile((random + 0.5) / 2 ** 32);
  const low = ENDS[cell]!;
  return low + (((random & (REST - 1)) + 0.5) / REST) * (ENDS[cell + 1]! - low);
}
