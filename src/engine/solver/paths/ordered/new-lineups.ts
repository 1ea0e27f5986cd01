/** Which lineups come for the first time: a search that begins again amid a tie meets all of that again. */
export class NewLineups {
  /** Lineups of more points have all come, and some of just as many. */
  points = Number.POSITIVE_INFINITY;
  #same: readonly Int32Array[] = [];
  readonly #keys = new Set<string>();

  /** Those of some lineups, all of these points, that have not come before. */
  of(lineups: readonly Int32Array[], points: number): readonly Int32Array[] {
    if (points < this.points) {
      this.points = points;
      this.#same = lineups;
      this.#keys.clear();
      return lineups;
    }
    const keys = this.#keys;
    for (const picks of this.#same) keys.add(picks.join());
    this.#same = [];
    return lineups.filter((picks) => keys.size < keys.add(picks.join()).size);
  }
}
