import type { Prospects } from "../../model/contest-prospects.ts";
import type { CHOICE_GOALS } from "../../schema/contest-play.ts";
import { shared } from "../../solver/contest/play.ts";

/** What entries are chosen for together. */
export type ChoiceGoal = (typeof CHOICE_GOALS)[number];

/** What chosen lineups are worth together over the draws. */
export interface Worth {
  /** What one more lineup would add: cents over all draws, or a number of draws. */
  gain(lineup: number): number;
  take(lineup: number): void;
}

interface Payments {
  readonly prospects: Prospects;
  /** What the first so many places are paid together, in cents. */
  readonly prizes: Float64Array;
  readonly draws: number;
}

/** The worth of lineups by what they are chosen for. */
export const WORTHS: { readonly [Goal in ChoiceGoal]: (payments: Payments) => Worth } = {
  payout: ({ prospects, prizes, draws }) => new TotalWorth(prospects, prizes, draws),
  best: ({ prospects, prizes, draws }) =>
    new BestWorth(prospects, draws, (at) => shared(prizes, prospects.above[at]!, prospects.level[at]! + 1)),
  first: ({ prospects, draws }) =>
    new BestWorth(prospects, draws, (at) => (prospects.above[at] === 0 ? 1 : 0)),
};

/** The most that one of the lineups has, draw by draw: a lineup adds the less the more there are. */
class BestWorth implements Worth {
  readonly #prospects: Prospects;
  readonly #best: Float64Array;
  readonly #value: Float64Array;

  constructor(prospects: Prospects, draws: number, valueAt: (at: number) => number) {
    this.#prospects = prospects;
    this.#best = new Float64Array(draws);
    this.#value = Float64Array.from(prospects.draw, (_, at) => valueAt(at));
  }

  gain(lineup: number): number {
    const { first, draw } = this.#prospects;
    let gain = 0;
    for (let at = first[lineup]!; at < first[lineup + 1]!; at += 1)
      gain += Math.max(0, this.#value[at]! - this.#best[draw[at]!]!);
    return gain;
  }

  take(lineup: number): void {
    const { first, draw } = this.#prospects;
    for (let at = first[lineup]!; at < first[lineup + 1]!; at += 1)
      this.#best[draw[at]!] = Math.max(this.#best[draw[at]!]!, this.#value[at]!);
  }
}

/** What all lineups are paid, each in the others' way. */
class TotalWorth implements Worth {
  readonly #prospects: Prospects;
  readonly #prizes: Float64Array;
  /** Per draw, the chosen lineups that are paid, as places in the prospects, best first, and what they are paid. */
  readonly #chosen: number[][];
  readonly #paid: Float64Array;

  constructor(prospects: Prospects, prizes: Float64Array, draws: number) {
    this.#prospects = prospects;
    this.#prizes = prizes;
    this.#chosen = Array.from({ length: draws }, () => []);
    this.#paid = new Float64Array(draws);
  }

  gain(lineup: number): number {
    const { first, draw } = this.#prospects;
    let gain = 0;
    for (let at = first[lineup]!; at < first[lineup + 1]!; at += 1)
      gain += this.#total(this.#with(at)) - this.#paid[draw[at]!]!;
    return gain;
  }

  take(lineup: number): void {
    const { first, draw } = this.#prospects;
    for (let at = first[lineup]!; at < first[lineup + 1]!; at += 1) {
      const chosen = this.#with(at);
      this.#chosen[draw[at]!] = chosen;
      this.#paid[draw[at]!] = this.#total(chosen);
    }
  }

  /** The chosen ones of its draw with one more. */
  #with(at: number): number[] {
    const { draw, score } = this.#prospects;
    const chosen = this.#chosen[draw[at]!]!;
    let place = chosen.length;
    while (place > 0 && score[chosen[place - 1]!]! < score[at]!) place -= 1;
    return [...chosen.slice(0, place), at, ...chosen.slice(place)];
  }

  #total(chosen: readonly number[]): number {
    const { score, above, level } = this.#prospects;
    let total = 0;
    for (let begin = 0; begin < chosen.length; ) {
      const at = chosen[begin]!;
      let end = begin + 1;
      while (end < chosen.length && score[chosen[end]!] === score[at]) end += 1;
      const better = above[at]! + begin;
      if (better >= this.#prizes.length) break;
      total += (end - begin) * shared(this.#prizes, better, level[at]! + end - begin);
      begin = end;
    }
    return total;
  }
}
