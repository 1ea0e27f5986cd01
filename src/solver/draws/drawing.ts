import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { JumpableRandomGenerator } from "pure-rand/types/JumpableRandomGenerator";
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
  readonly #normals: Float64Array;
  #generator: JumpableRandomGenerator = xoroshiro128plus(0);

  /** `entryOf` gives each pick's entry. */
  constructor(source: DrawSource, entryOf: Int32Array) {
    this.#source = source;
    this.#entryOf = entryOf;
    this.#shared = new Float64Array(source.factors);
    this.#normals = new Float64Array(source.own.length);
    this.hundredths = new Int32Array(source.own.length);
    this.points = new Float64Array(entryOf.length);
  }

  /** Goes to the first draw of a block. */
  begin(block: number): void {
    this.#generator = streamOf(this.#source.seed, block);
  }

  /** Fills `hundredths` and `points` with the next draw. */
  next(): void {
    this.#drawNormals();
    const { outcomes, multiplier } = this.#source;
    const [normals, hundredths, points, entryOf] = [
      this.#normals,
      this.hundredths,
      this.points,
      this.#entryOf,
    ];
    for (let entry = 0; entry < normals.length; entry += 1)
      hundredths[entry] = Math.round(100 * outcomeAt(outcomes, entry * GRID_SIZE, normals[entry]!));
    for (let pick = 0; pick < points.length; pick += 1)
      points[pick] = Math.round(hundredths[entryOf[pick]!]! * HUNDREDTH * multiplier[pick]!);
  }

  /** Draws the numbers that entries share, then each entry's own, and adds them up. */
  #drawNormals(): void {
    const { first, factor, loading, own } = this.#source;
    const [shared, normals, generator] = [this.#shared, this.#normals, this.#generator];
    for (let index = 0; index < shared.length; index += 1) shared[index] = nextNormal(generator);
    for (let entry = 0; entry < normals.length; entry += 1)
      normals[entry] = own[entry] === 0 ? 0 : nextNormal(generator);
    for (let entry = 0; entry < normals.length; entry += 1) {
      let normal = own[entry]! * normals[entry]!;
      const end = first[entry + 1]!;
      for (let at = first[entry]!; at < end; at += 1) normal += loading[at]! * shared[factor[at]!]!;
      normals[entry] = normal;
    }
  }
}

/** The stream that was asked for last: blocks mostly come in their order, each a jump from the one before. */
let last = { seed: 0, block: 0, generator: xoroshiro128plus(0) };

/** The random numbers of a block: a stream of their own, by so many jumps from the seed's. */
function streamOf(seed: number, block: number): JumpableRandomGenerator {
  if (last.seed !== seed || last.block > block) last = { seed, block: 0, generator: xoroshiro128plus(seed) };
  for (; last.block < block; last.block += 1) last.generator.jump();
  return last.generator.clone();
}

const LOWEST = GRID[0]!;
const LAST = GRID_SIZE - 1;

/** The points at a normal number, of the outcomes from an index on. */
function outcomeAt(outcomes: Float64Array, from: number, normal: number): number {
  const place = (normal - LOWEST) * STEPS_PER_UNIT;
  if (place <= 0) return outcomes[from]!;
  if (place >= LAST) return outcomes[from + LAST]!;
  const step = Math.floor(place);
  const low = outcomes[from + step]!;
  return low + (place - step) * (outcomes[from + step + 1]! - low);
}
