import { GRID_SIZE } from "../../../shared/normal-grid.ts";
import type { DrawSource } from "../../model/draw-source.ts";

/** The most decimals that a slot's multiplier has. */
const MOST_PARTS = 1_000;

/** Scores in whole numbers: hundredths of a point times `parts`, so that each slot's multiplier gives a whole one. */
export class ScoreScale {
  readonly #multiplier: Float64Array;
  readonly #entryOf: Int32Array;
  readonly #source: DrawSource;

  constructor(source: DrawSource, entryOf: Int32Array) {
    this.#source = source;
    this.#entryOf = entryOf;
    let parts = 1;
    const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-9;
    while (parts < MOST_PARTS && !source.multiplier.every((one) => isWhole(one * parts))) parts += 1;

    this.#multiplier = source.multiplier.map((one) => Math.round(one * parts));
  }

  /** Writes each pick's score, of entries' points in hundredths. */
  write(hundredths: Int32Array, scores: Int32Array): void {
    for (let pick = 0; pick < scores.length; pick += 1)
      scores[pick] = hundredths[this.#entryOf[pick]!]! * this.#multiplier[pick]!;
  }

  /** How many scores lie between the lowest and the highest that so many picks can have, both counted. */
  range(seats: number): number {
    const { outcomes } = this.#source;
    const ends = (place: number) =>
      Float64Array.from(
        this.#entryOf,
        (entry, pick) => outcomes[entry * GRID_SIZE + place]! * 100 * this.#multiplier[pick]!,
      ).sort();
    const highest = ends(GRID_SIZE - 1)
      .subarray(-seats)
      .reduce((sum, one) => sum + Math.ceil(one), 0);
    const lowest = Math.floor(ends(0)[0]!) * seats;
    return highest - lowest + 2 * seats;
  }
}
