import type { ContestReturns } from "../../engine/model/contest-plan.ts";
import type { EnteredLineup } from "./entered.ts";

/** A probability from 0 to 1, estimated as a frequency over the draws. */
type Chance = number;

/** The results of one entry in a contest; amounts are in the book's currency. */
export interface EntryReturns {
  readonly seats: EnteredLineup;
  /** The mean payment, its standard error, and the standard deviation of a single contest's payment. */
  readonly mean: number;
  readonly error: number;
  readonly deviation: number;
  /** The chances of being paid at all, of the first place, and of the first place alone. */
  readonly cash: Chance;
  readonly win: Chance;
  readonly alone: Chance;
  /** How many opponents have the same lineup: expected from the field's distribution, and drawn. */
  readonly duplicates: { readonly expected: number | null; readonly drawn: number };
  /** How often the payment is at least each amount. */
  readonly reached: readonly { readonly amount: number; readonly chance: Chance }[];
}

/** The results of all entries together. */
export interface AllReturns {
  readonly cost: number;
  readonly mean: number;
  readonly error: number;
  readonly deviation: number;
  /** The mean of winnings minus cost, as a fraction of the cost. */
  readonly profit: number;
  /** The chances of being paid more than the cost, of any payment, and of a first place. */
  readonly gain: Chance;
  readonly cash: Chance;
  readonly win: Chance;
  /** The mean payment of the best entry. */
  readonly best: number;
  /** Percentiles of the total payment: in `at` percent of the draws it is at most `amount`. */
  readonly percentiles: readonly { readonly at: number; readonly amount: number }[];
}

const PERCENTILES = [1, 5, 10, 25, 50, 75, 90, 95, 99];

/** Sums the results of portions of draws, in their order. */
export class ReturnsSum {
  draws = 0;
  readonly #portions: ContestReturns[] = [];

  add(returns: ContestReturns): void {
    this.draws += returns.draws;
    this.#portions.push(returns);
  }

  entries(
    seats: readonly EnteredLineup[],
    amounts: Float64Array,
    duplicates: readonly EntryReturns["duplicates"][],
  ): EntryReturns[] {
    const { draws } = this;
    const sum = (read: (portion: ContestReturns) => number) =>
      this.#portions.reduce((all, portion) => all + read(portion), 0);
    return seats.map((lineup, at) => ({
      seats: lineup,
      ...momentsOf(sum(({ sums }) => sums[at]!) / 100, sum(({ squares }) => squares[at]!) / 10_000, draws),
      cash: sum(({ paid }) => paid[at]!) / draws,
      win: sum(({ first }) => first[at]!) / draws,
      alone: sum(({ alone }) => alone[at]!) / draws,
      duplicates: duplicates[at]!,
      reached: Array.from(amounts, (amount, index) => ({
        amount: amount / 100,
        chance: sum(({ reached }) => reached[at * amounts.length + index]!) / draws,
      })),
    }));
  }

  all(cost: number): AllReturns {
    const { draws } = this;
    const joined = (read: (portion: ContestReturns) => Float64Array) => {
      const whole = new Float64Array(draws);
      let at = 0;
      for (const portion of this.#portions) {
        whole.set(read(portion), at);
        at += portion.draws;
      }
      return whole;
    };
    const totals = joined((portion) => portion.totals).sort();
    const moments = momentsOf(
      totals.reduce((all, one) => all + one, 0) / 100,
      totals.reduce((all, one) => all + one * one, 0) / 10_000,
      draws,
    );
    const chanceOf = (is: (total: number) => boolean) =>
      totals.reduce((all, total) => all + (is(total) ? 1 : 0), 0) / draws;
    return {
      cost,
      ...moments,
      profit: cost === 0 ? 0 : moments.mean / cost - 1,
      gain: chanceOf((total) => total > cost * 100),
      cash: chanceOf((total) => total > 0),
      win: this.#portions.reduce((all, { firsts }) => all + firsts, 0) / draws,
      best: joined((portion) => portion.bests).reduce((all, one) => all + one, 0) / draws / 100,
      percentiles: PERCENTILES.map((at) => ({
        at,
        amount: totals[Math.min(draws - 1, Math.floor((at / 100) * draws))]! / 100,
      })),
    };
  }
}

function momentsOf(sum: number, squares: number, draws: number) {
  const mean = sum / draws;
  const deviation = Math.sqrt(Math.max(0, squares / draws - mean * mean));
  return { mean, error: deviation / Math.sqrt(draws), deviation };
}
