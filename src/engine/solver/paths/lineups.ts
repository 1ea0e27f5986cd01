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

  /** Units of points of a lineup; -Infinity beyond the last. */
  pointsOf(index: number): number {
    return index < this.length ? this.#points[index]! : Number.NEGATIVE_INFINITY;
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

  /** The best `count` of these and others; these come first where points are equal. */
  mergedWith(others: Lineups, count: number): Lineups {
    const merged = new Lineups(this.#width, Math.min(count, this.length + others.length));
    let [own, other] = [0, 0];
    while (merged.length < count && (own < this.length || other < others.length)) {
      const from = this.pointsOf(own) >= others.pointsOf(other) ? this : others;
      const index = from === this ? own : other;
      merged.#append(from, index);
      if (from === this) own += 1;
      else other += 1;
    }
    return merged;
  }

  packed(): PackedSolutions {
    return {
      picks: this.#picks.slice(0, this.length * this.#width),
      points: this.#points.slice(0, this.length),
    };
  }

  #append(from: Lineups, index: number): void {
    const picks = from.#picks.subarray(index * this.#width, (index + 1) * this.#width);
    this.#picks.set(picks, this.length * this.#width);
    this.#points[this.length] = from.#points[index]!;
    this.length += 1;
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
