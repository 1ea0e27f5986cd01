import type { Prospects } from "../../model/contest-prospects.ts";

/** Rows of prospects that are taken, draw by draw, the highest score first. */
export class RankedDraws {
  readonly #prospects: Prospects;
  readonly #rows: number[][];

  constructor(prospects: Prospects, draws: number) {
    this.#prospects = prospects;
    this.#rows = Array.from({ length: draws }, () => []);
  }

  /** The rows taken of a draw. */
  of(draw: number): readonly number[] {
    return this.#rows[draw]!;
  }

  /** How many taken rows of its draw are above a row. */
  above(row: number): number {
    const { draw, score } = this.#prospects;
    const rows = this.#rows[draw[row]!]!;
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (score[rows[middle]!]! > score[row]!) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** How many taken rows of its draw are level with a row; `above` is how many are above it. */
  levelFrom(row: number, above: number): number {
    const { draw, score } = this.#prospects;
    const rows = this.#rows[draw[row]!]!;
    let end = above;
    while (end < rows.length && score[rows[end]!] === score[row]) end += 1;
    return end - above;
  }

  /** How many taken rows of its draw are level with a row. */
  levelWith(row: number): number {
    return this.levelFrom(row, this.above(row));
  }

  add(row: number): void {
    this.#rows[this.#prospects.draw[row]!]!.splice(this.above(row), 0, row);
  }

  remove(row: number): void {
    const rows = this.#rows[this.#prospects.draw[row]!]!;
    rows.splice(rows.indexOf(row), 1);
  }
}
