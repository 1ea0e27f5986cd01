import type { LineupSource } from "../lineup-stream.ts";
import type { AssignedLineup, SwapState } from "./swap-state.ts";

/** How many lineups of a group, or for a line, to look at: at first, and at most. */
export const FIRST_LINEUPS = 8;
export const MOST_LINEUPS = 256;

/** The best lineups of each group (of lines with the same locked seats), found as they are needed. */
export class TopLineups {
  readonly #state: SwapState;
  readonly #best: LineupSource;
  readonly #lists = new Map<number, { readonly held: readonly AssignedLineup[]; readonly isAll: boolean }>();

  constructor(state: SwapState, best: LineupSource) {
    this.#state = state;
    this.#best = best;
  }

  /**
   * Upper bound on the points, in units, of the group's lineup with this rank (0 for its best one). -Infinity
   * if the group has no lineup, null if none was searched for yet.
   */
  mostOf(group: number, rank = 0): number | null {
    const list = this.#lists.get(group);
    if (list === undefined) return null;
    return list.held[Math.min(rank, list.held.length - 1)]?.points ?? Number.NEGATIVE_INFINITY;
  }

  /** Yields the group's lineups, best first, up to the maximum. */
  async *of(group: number): AsyncGenerator<AssignedLineup, void> {
    for (let at = 0; ; at += 1) {
      let list = this.#lists.get(group);
      if (list === undefined || (at === list.held.length && !list.isAll && at < MOST_LINEUPS)) {
        const asked = list === undefined ? FIRST_LINEUPS : 4 * list.held.length;
        const found = await this.#best(this.#state.models[group]!, asked);
        list = {
          held: found.map(({ picks }, index) => list?.held[index] ?? this.#state.read(picks, group)),
          isAll: found.length < asked,
        };
        this.#lists.set(group, list);
      }
      const next = list.held[at];
      if (next === undefined) return;
      yield next;
    }
  }
}
