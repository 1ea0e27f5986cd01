import type { LineupSource } from "../lineup-source.ts";
import type { AssignedLineup, SwapState } from "./swap-state.ts";

/** How many of a group's lineups are found at first, and at the most. */
const FIRST = 8;
const MOST = 128;

/** The best lineups of each group, found as far as they are asked for. */
export class TopLineups {
  readonly #state: SwapState;
  readonly #best: LineupSource;
  readonly #lists = new Map<number, { readonly held: readonly AssignedLineup[]; readonly isAll: boolean }>();

  constructor(state: SwapState, best: LineupSource) {
    this.#state = state;
    this.#best = best;
  }

  /** The points of the group's best lineup, -Infinity where it has none; null where it was not asked for yet. */
  mostOf(group: number): number | null {
    const list = this.#lists.get(group);
    return list === undefined ? null : (list.held[0]?.points ?? Number.NEGATIVE_INFINITY);
  }

  /** Takes all lineups of a group, best first. */
  setAll(group: number, held: readonly AssignedLineup[]): void {
    this.#lists.set(group, { held, isAll: true });
  }

  /** The group's lineups, best first, as many as are listed at the most. */
  async *of(group: number): AsyncGenerator<AssignedLineup, void> {
    for (let at = 0; ; at += 1) {
      let list = this.#lists.get(group);
      if (list === undefined || (at === list.held.length && !list.isAll && at < MOST)) {
        const asked = list === undefined ? FIRST : 4 * list.held.length;
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
