import type { PackedSolutions } from "../packed-solutions.ts";

/** Lineups found, best first, packed as they come. All have `width` picks. */
export class Lineups {
  length = 0;
  readonly #width: number;
  #picks: Int32Array;
  #points: Float64Array;

  constructor(width: number, room = 16) {
    this.#width = width;
    this.#picks = new Int32Array(room * width);
    this.#points = new Float64Array(room);
  }

  /** Adds a lineup behind the last: the model's picks, in any order. */
  add(picks: Iterable<number>, points: number): void {
    if (this.length === this.#points.length) this.#grow();
    this.#points[this.length] = points;
    const from = this.length * this.#width;
    let end = from;
    for (const pick of picks) {
      let at = end;
      for (; at > from && this.#picks[at - 1]! > pick; at -= 1) this.#picks[at] = this.#picks[at - 1]!;
      this.#picks[at] = pick;
      end += 1;
    }
    this.length += 1;
  }

  packed(): PackedSolutions {
    return {
      picks: this.#picks.slice(0, this.length * this.#width),
      points: this.#points.slice(0, this.length),
    };
  }

  #grow(): void {
    const room = 2 * this.#points.length;
    const [picks, points] = [this.#picks, this.#points];
    this.#picks = new Int32Array(room * this.#width);
    this.#picks.set(picks);
    this.#points = new Float64Array(room);
    this.#points.set(points);
  }
}
