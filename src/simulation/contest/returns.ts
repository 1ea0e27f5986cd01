import type { ContestReturns } from "../../model/contest-plan.ts";
import type { EnteredLineup } from "./entered.ts";

/** A chance, from 0 to 1, as often as it came in the draws. */
type Chance = number;

/** What one entry does in a contest; amounts of money are in the book's currency. */
export interface EntryReturns {
  readonly seats: EnteredLineup;
  /** The mean of what it is paid, its standard error, and the standard deviation of one contest's payment. */
  readonly mean: number;
  readonly error: number;
  readonly deviation: number;
  /** Of being paid at all, of the first place, and of having that alone. */
  readonly cash: Chance;
  readonly win: Chance;
  readonly alone: Chance;
  /** How many opponents have the same lineup: as many as the field's distribution lets expect, and as were drawn. */
  readonly duplicates: { readonly expected: number | null; readonly drawn: number };
  /** How often it is paid at least so much. */
  readonly reached: readonly { readonly amount: number; readonly chance: Chance }[];
}

/** What all entries do together. */
export interface AllReturns {
  readonly cost: number;
  readonly mean: number;
  readonly error: number;
  readonly deviation: number;
  /** The mean of what is won over the cost, as a part of the cost. */
  readonly profit: number;
  /** Of being paid more than the cost, of any payment, and of a first place. */
  readonly gain: Chance;
  readonly cash: Chance;
  readonly win: Chance;
  /** The mean of the best entry's payment. */
  readonly best: number;
  /** What is paid in all at the most in so many percent of the draws. */
  readonly percentiles: readonly { readonly at: number; readonly amount: number }[];
}

const PERCENTILES = [1, 5, 10, 25, 50, 75, 90, 95, 99];

/** Adds up what portions of draws bring, in their order. */
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
