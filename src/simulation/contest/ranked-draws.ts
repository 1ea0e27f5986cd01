import type { Prospects } from "../../engine/model/contest-plan.ts";

export class RankedDraws {
  /** The number of places per draw. */
  width = 8;
  readonly sizes: Int32Array;
  rows: Int32Array;
  scores: Int32Array;
  /** Two numbers per place that the caller may use for its own purpose. */
  first: Float64Array;
  second: Float64Array;
  readonly #prospects: Prospects;

  constructor(prospects: Prospects, draws: number) {
    this.#prospects = prospects;
    this.sizes = new Int32Array(draws);
    this.rows = new Int32Array(draws * this.width);
    this.scores = new Int32Array(draws * this.width);
    this.first = new Float64Array(draws * this.width);
    this.second = new Float64Array(draws * this.width);
  }

  /** The place of a draw's first row that is not above a score; the end of its rows if all are above. */
  placeOf(draw: number, score: number): number {
    const { scores } = this;
    let low = draw * this.width;
    let high = low + this.sizes[draw]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (scores[middle]! > score) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** How many rows of a draw have this score, given the place of the first of them. */
  levelAt(draw: number, place: number, score: number): number {
    const last = draw * this.width + this.sizes[draw]!;
    let end = place;
    while (end < last && this.scores[end] === score) end += 1;
    return end - place;
  }

  add(row: number): void {
    const draw = this.#prospects.draw[row]!;
    const score = this.#prospects.score[row]!;
    if (this.sizes[draw] === this.width) this.#widen();
    const place = this.placeOf(draw, score);
    const end = draw * this.width + this.sizes[draw]!;
    this.rows.copyWithin(place + 1, place, end);
    this.scores.copyWithin(place + 1, place, end);
    this.rows[place] = row;
    this.scores[place] = score;
    this.sizes[draw]! += 1;
  }

  remove(row: number): void {
    const draw = this.#prospects.draw[row]!;
    const end = draw * this.width + this.sizes[draw]!;
    let place = this.placeOf(draw, this.#prospects.score[row]!);
    while (this.rows[place] !== row) place += 1;
    this.rows.copyWithin(place, place + 1, end);
    this.scores.copyWithin(place, place + 1, end);
    this.sizes[draw]! -= 1;
  }

  #widen(): void {
    const [before, draws] = [this.width, this.sizes.length];
    this.width = 2 * before;
    const widened = <List extends Int32Array | Float64Array>(list: List, wider: List): List => {
      for (let draw = 0; draw < draws; draw += 1)
        wider.set(list.subarray(draw * before, (draw + 1) * before), draw * this.width);
      return wider;
    };
    this.rows = widened(this.rows, new Int32Array(draws * this.width));
    this.scores = widened(this.scores, new Int32Array(draws * this.width));
    this.first = widened(this.first, new Float64Array(draws * this.width));
    this.second = widened(this.second, new Float64Array(draws * this.width));
  }
}
