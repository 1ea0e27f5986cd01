import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { JumpableRandomGenerator } from "pure-rand/types/JumpableRandomGenerator";
import type { RandomGenerator } from "pure-rand/types/RandomGenerator";
import { GRID, GRID_SIZE, normalChance, normalQuantile, STEPS_PER_UNIT } from "../../../shared/normal.ts";
import type { DrawSource, FactorSource, Rivals } from "../../model/draw-source.ts";
import { POINT_UNITS } from "../../model/model.ts";

/** The normal distribution is divided into equally likely cells, each with as many of the random numbers. */
const CELLS = 2 ** 12;
/**
 * The number of cells at each end in which each normal number is computed by the quantile function. In all
 * other cells, that function is practically linear and is interpolated between the ends of the cell.
 */
const CURVED = 64;

/** The normal quantiles at the ends of the cells, except the first and the last, which are infinite. */
const ENDS: Float64Array = new Float64Array(CELLS + 1);
for (let cell = 1; cell < CELLS / 2; cell += 1) {
  ENDS[cell] = normalQuantile(cell / CELLS);
  ENDS[CELLS - cell] = -ENDS[cell]!;
}

/**
 * Makes standard normal numbers, bit-identical everywhere. The steps of xoroshiro128+ are repeated here, in
 * halves of 32 bits: calling `next` for each number would take longer than all other work of a draw.
 */
class NormalNumbers {
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

  /** Fills `target`, except where `counts` is 0: such an element becomes 0 and uses no random number. */
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
      const place = ((random >>> 0) + 0.5) / (2 ** 32 / CELLS);
      const cell = Math.floor(place);
      if (cell < CURVED || cell >= CELLS - CURVED) {
        target[at] = normalQuantile(place / CELLS);
        continue;
      }
      const from = ENDS[cell]!;
      target[at] = from + (place - cell) * (ENDS[cell + 1]! - from);
    }
    this.#high0 = high0;
    this.#low0 = low0;
    this.#high1 = high1;
    this.#low1 = low1;
  }
}

/** The draws of a block, which has its own random stream, so any thread can compute it. */
export const BLOCK = 256;

const HUNDREDTH = POINT_UNITS / 100;

export class Drawing {
  readonly hundredths: Int32Array;
  /** The points of each pick in the current draw, in units (`POINT_UNITS` to the point). */
  readonly points: Float64Array;
  readonly #entryOf: Int32Array;
  readonly #source: DrawSource;
  readonly #shared: Float64Array;
  readonly #normals: Float64Array;
  #numbers = new NormalNumbers(xoroshiro128plus(0));
  /** The number of the next draw, for draws that another program simulated. */
  #next = 0;

  constructor(source: DrawSource, entryOf: Int32Array) {
    const isSimulated = "hundredths" in source;
    this.#source = source;
    this.#entryOf = entryOf;
    this.hundredths = new Int32Array(entriesOf(source));
    this.points = new Float64Array(entryOf.length);
    this.#shared = new Float64Array(isSimulated ? 0 : source.factors);
    this.#normals = new Float64Array(isSimulated ? 0 : source.own.length);
  }

  begin(block: number): void {
    this.#next = block * BLOCK;
    if (!("hundredths" in this.#source))
      this.#numbers = new NormalNumbers(streamOf(this.#source.seed, block));
  }

  next(): void {
    const source = this.#source;
    if ("hundredths" in source) {
      const at = this.#next * source.entries;
      this.hundredths.set(source.hundredths.subarray(at, at + source.entries));
      this.#next += 1;
    } else this.#drawNext(source);
    setPoints(this.hundredths, this.#entryOf, source.multiplier, this.points);
  }

  #drawNext(source: FactorSource): void {
    this.#numbers.fill(this.#shared, null);
    this.#numbers.fill(this.#normals, source.own);
    addShared(source, this.#shared, this.#normals);
    for (const rivals of source.rivals ?? []) separate(rivals, this.#normals);
    setHundredths(source.outcomes, this.#normals, this.hundredths);
  }
}

function entriesOf(source: DrawSource): number {
  return "hundredths" in source ? source.entries : source.own.length;
}

/** Per player, the lowest and the highest points that can be drawn, in hundredths. */
export function rangesOf(source: DrawSource): { readonly least: Float64Array; readonly most: Float64Array } {
  if (!("hundredths" in source)) {
    const end = (place: number) =>
      Float64Array.from(source.own, (_, entry) => source.outcomes[entry * GRID_SIZE + place]! * 100);
    return { least: end(0), most: end(LAST) };
  }
  const { entries, hundredths } = source;
  const least = new Float64Array(entries).fill(Number.POSITIVE_INFINITY);
  const most = new Float64Array(entries).fill(Number.NEGATIVE_INFINITY);
  for (let at = 0; at < hundredths.length; at += 1) {
    const entry = at % entries;
    const value = hundredths[at]!;
    if (value < least[entry]!) least[entry] = value;
    if (value > most[entry]!) most[entry] = value;
  }
  return { least, most };
}

// V8 compiles plain functions with one loop each to code twice as fast as the same loops in one method.

/** Replaces own numbers by normal numbers: weighted sums with the factors' numbers (see `FactorSource`). */
function addShared(
  { first, factor, loading, own }: FactorSource,
  shared: Float64Array,
  normals: Float64Array,
): void {
  let at = 0;
  for (let entry = 0; entry < normals.length; entry += 1) {
    let normal = own[entry]! * normals[entry]!;
    for (const end = first[entry + 1]!; at < end; at += 1) normal += loading[at]! * shared[factor[at]!]!;
    normals[entry] = normal;
  }
}

/**
 * Makes exactly one of two rivals win: if both would win or both lose, the second number moves to the same
 * relative place among those with the opposite outcome. Its distribution stays, because the first outcome is
 * independent of it.
 */
function separate({ first, second, chance }: Rivals, normals: Float64Array): void {
  const loses = 1 - chance;
  const isFirst = normalChance(normals[first]!) > loses;
  const place = normalChance(normals[second]!);
  // The second one wins with the chance `loses`, so its losses are the places up to `chance`.
  if (place > chance !== isFirst) return;
  const moved = isFirst ? ((place - chance) / loses) * chance : chance + (place / chance) * loses;
  // At 0 and 1, quantiles are infinite.
  normals[second] = normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, moved)));
}

const LOWEST = GRID[0]!;
const LAST = GRID_SIZE - 1;

function setHundredths(outcomes: Float64Array, normals: Float64Array, hundredths: Int32Array): void {
  for (let entry = 0; entry < normals.length; entry += 1) {
    const place = Math.min(LAST, Math.max(0, (normals[entry]! - LOWEST) * STEPS_PER_UNIT));
    const step = place | 0;
    const at = entry * GRID_SIZE + step;
    const low = outcomes[at]!;
    // After the last step comes the table of another player, which gets no weight.
    const rise = step === LAST ? 0 : outcomes[at + 1]! - low;
    hundredths[entry] = Math.floor(100 * (low + (place - step) * rise) + 0.5);
  }
}

function setPoints(
  hundredths: Int32Array,
  entryOf: Int32Array,
  multiplier: Float64Array,
  points: Float64Array,
): void {
  for (let pick = 0; pick < points.length; pick += 1)
    points[pick] = Math.round(hundredths[entryOf[pick]!]! * HUNDREDTH * multiplier[pick]!);
}

/** The stream of the last block used: that of the next block is one `jump` of the generator away. */
let last = { seed: 0, block: 0, generator: xoroshiro128plus(0) };

function streamOf(seed: number, block: number): JumpableRandomGenerator {
  if (last.seed !== seed || last.block > block) last = { seed, block: 0, generator: xoroshiro128plus(seed) };
  for (; last.block < block; last.block += 1) last.generator.jump();
  return last.generator.clone();
}
