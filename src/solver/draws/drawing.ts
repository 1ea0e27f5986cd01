import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { DrawSource } from "../../model/draw-source.ts";
import { POINT_UNITS } from "../../model/model.ts";
import { GRID, GRID_SIZE, STEPS_PER_UNIT } from "../../shared/normal-grid.ts";
import { nextNormal } from "./normal-numbers.ts";

/** Draws come in blocks with a stream of random numbers each, so that any thread can make any block. */
export const BLOCK = 256;

/** Points are drawn in whole hundredths. */
const HUNDREDTH = POINT_UNITS / 100;

/** Draws the points of a slate. */
export class Drawing {
  /** Points of each entry, in hundredths. */
  readonly hundredths: Int32Array;
  /** Points of each pick, in units. */
  readonly points: Float64Array;
  readonly #source: DrawSource;
  readonly #entryOf: Int32Array;
  readonly #shared: Float64Array;
  #generator = xoroshiro128plus(0);

  /** `entryOf` gives each pick's entry. */
  constructor(source: DrawSource, entryOf: Int32Array) {
    this.#source = source;
    this.#entryOf = entryOf;
    this.#shared = new Float64Array(source.factors);
    this.hundredths = new Int32Array(source.own.length);
    this.points = new Float64Array(entryOf.length);
  }

  /** Goes to the first draw of a block. */
  begin(block: number): void {
    this.#generator = xoroshiro128plus(this.#source.seed);
    for (let jump = 0; jump < block; jump += 1) this.#generator.jump();
  }

  /** Fills `hundredths` and `points` with the next draw. */
  next(): void {
    const { first, factor, loading, own, outcomes, multiplier } = this.#source;
    const shared = this.#shared;
    const generator = this.#generator;
    for (let index = 0; index < shared.length; index += 1) shared[index] = nextNormal(generator);
    for (let entry = 0; entry < own.length; entry += 1) {
      let normal = own[entry] === 0 ? 0 : own[entry]! * nextNormal(generator);
      for (let at = first[entry]!; at < first[entry + 1]!; at += 1)
        normal += loading[at]! * shared[factor[at]!]!;
      this.hundredths[entry] = Math.round(100 * outcomeAt(outcomes, entry * GRID_SIZE, normal));
    }
    for (let pick = 0; pick < this.#entryOf.length; pick += 1)
      this.points[pick] = Math.round(this.hundredths[this.#entryOf[pick]!]! * HUNDREDTH * multiplier[pick]!);
  }
}

/** The points at a normal number, of the outcomes from an index on. */
function outcomeAt(outcomes: Float64Array, from: number, normal: number): number {
  const place = (normal - GRID[0]!) * STEPS_PER_UNIT;
  if (place <= 0) return outcomes[from]!;
  if (place >= GRID_SIZE - 1) return outcomes[from + GRID_SIZE - 1]!;
  const step = Math.floor(place);
  const low = outcomes[from + step]!;
  return low + (place - step) * (outcomes[from + step + 1]! - low);
}
