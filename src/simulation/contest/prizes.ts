import type { ContestReturns } from "../../engine/model/contest-plan.ts";
import { type InvalidRequestError, invalidRequest } from "../../shared/errors.ts";
import { exp, ln } from "../../shared/normal.ts";
import type { PayoutShape, Payouts } from "../../shared/schema/contest-play.ts";
import { mean } from "../mean.ts";
import type { EnteredLineup } from "./entered.ts";

interface ShapeTerms {
  readonly words: string;
  readonly kept: number;
  readonly paid: number;
  /** The least prize of a paid place, in fees; null if all paid places get the same. */
  readonly least: number | null;
  /** The prize pool that remains after the least prizes is divided in proportion to place^-steepness. */
  readonly steepness: number;
}

/** The most common numbers of each kind, with a rake of 10 to 15 percent. */
const PAYOUT_SHAPE_TERMS: Readonly<Record<PayoutShape, ShapeTerms>> = {
  "50/50": {
    words: "half of the entries win 1.8 times the fee",
    kept: 0.1,
    paid: 0.5,
    least: null,
    steepness: 0,
  },
  "double-up": {
    words: "the best 44 percent win twice the fee",
    kept: 0.12,
    paid: 0.44,
    least: 2,
    steepness: 0,
  },
  "top-heavy": {
    words: "a fifth of the entries are paid, the first places much more than the others",
    kept: 0.15,
    paid: 0.2,
    least: 1.5,
    steepness: 1.2,
  },
  satellite: {
    words: "one entry in eleven wins a ticket worth ten fees",
    kept: 0.1,
    paid: 0.09,
    least: 10,
    steepness: 0,
  },
  "winner-takes-all": { words: "the first place wins all", kept: 0.1, paid: 0, least: null, steepness: 0 },
};

/** The prize of each paid place of a contest with this many entries, in cents. @throws InvalidRequestError */
export function prizesOf(payouts: Payouts, entries: number): Float64Array {
  if ("shape" in payouts) return shapedPrizes(PAYOUT_SHAPE_TERMS[payouts.shape], cents(payouts.fee), entries);
  const prizes: number[] = [];
  for (const [index, { places, amount }] of payouts.payouts.entries()) {
    const at = `payouts[${index}]`;
    const [from, to = from] = String(places).split("..").map(Number) as [number, number?];
    if (from !== prizes.length + 1)
      throw invalid(`${at} begins with place ${from}; it must continue with place ${prizes.length + 1}.`);
    if (to < from) throw invalid(`${at} goes from place ${from} to ${to}. Write the lower place first.`);
    if (to > entries)
      throw invalid(
        `${at} pays place ${to}, but the contest has ${entries} entries. Give it a larger field, or fewer places.`,
      );
    const before = prizes.at(-1) ?? Number.POSITIVE_INFINITY;
    if (cents(amount) > before)
      throw invalid(
        `${at} pays ${amount}, more than the ${before / 100} of the place before. Lower it: a place may not pay more than a better one.`,
      );
    for (let place = from; place <= to; place += 1) prizes.push(cents(amount));
  }
  return Float64Array.from(prizes);
}

export function summedPrizes(prizes: Float64Array): Float64Array {
  let sum = 0;
  return prizes.map((prize) => {
    sum += prize;
    return sum;
  });
}

function shapedPrizes(
  { kept, paid, least, steepness }: ShapeTerms,
  fee: number,
  entries: number,
): Float64Array {
  const pool = Math.floor((1 - kept) * fee * entries + 1e-6);
  const places = Math.max(1, Math.floor(paid * entries + 1e-9));
  const each = Math.min(Math.floor(pool / places), least === null ? pool : Math.floor(least * fee + 1e-6));
  if (steepness === 0)
    return new Float64Array(places).fill(least === null ? Math.floor(pool / places) : each);
  const parts = Float64Array.from({ length: places }, (_, place) => exp(-steepness * ln(place + 1)));
  const all = parts.reduce((sum, part) => sum + part, 0);
  const left = pool - each * places;
  return parts.map((part) => each + Math.floor((left * part) / all));
}

export function cents(amount: number): number {
  return Math.round(amount * 100);
}

function invalid(detail: string): InvalidRequestError {
  return invalidRequest("invalid-payouts", "payouts", detail);
}

type Chance = number;

export interface EntryReturns {
  readonly seats: EnteredLineup;
  readonly mean: number;
  readonly error: number;
  readonly deviation: number;
  /** The chances of being paid, of the first place, and of the first place without ties. */
  readonly cash: Chance;
  readonly win: Chance;
  readonly alone: Chance;
  /** Opponents with the same lineup: expected (null if the field is given), and drawn. */
  readonly duplicates: { readonly expected: number | null; readonly drawn: number };
  readonly reached: readonly { readonly amount: number; readonly chance: Chance }[];
  readonly cut?: Chance;
}

export interface AllReturns {
  readonly cost: number;
  readonly mean: number;
  readonly error: number;
  readonly deviation: number;
  /** The standard deviation of the mean payment over further fields; null for fewer than 2. */
  readonly fieldError: number | null;
  readonly profit: number;
  /** The chances of more than the cost, of any payment, and of a first place. */
  readonly gain: Chance;
  readonly cash: Chance;
  readonly win: Chance;
  readonly best: number;
  readonly percentiles: readonly { readonly at: number; readonly amount: number }[];
}

const PERCENTILES = [1, 5, 10, 25, 50, 75, 90, 95, 99];

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

  totals(): Float64Array {
    return this.#joined((portion) => portion.totals);
  }

  #joined(read: (portion: ContestReturns) => Float64Array): Float64Array {
    const whole = new Float64Array(this.draws);
    let at = 0;
    for (const portion of this.#portions) {
      whole.set(read(portion), at);
      at += portion.draws;
    }
    return whole;
  }

  /** `spread` is how much the mean payment differs from field to field, as a fraction; null if unknown. */
  all(cost: number, spread: number | null): AllReturns {
    const { draws } = this;
    const totals = this.totals().sort();
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
      fieldError: spread === null ? null : spread * moments.mean,
      profit: cost === 0 ? 0 : moments.mean / cost - 1,
      gain: chanceOf((total) => total > cost * 100),
      cash: chanceOf((total) => total > 0),
      win: this.#portions.reduce((all, { firsts }) => all + firsts, 0) / draws,
      best: this.#joined((portion) => portion.bests).reduce((all, one) => all + one, 0) / draws / 100,
      percentiles: PERCENTILES.map((at) => ({
        at,
        amount: totals[Math.min(draws - 1, Math.floor((at / 100) * draws))]! / 100,
      })),
    };
  }
}

/**
 * The standard deviation of the rows' means as a fraction of their mean, without the part due to the draws (a
 * variance component of a two-way analysis). `rows` are payments against each field, in the same draws.
 */
export function relativeDeviation(rows: readonly Float64Array[]): number {
  const draws = rows[0]!.length;
  const means = Float64Array.from(rows, mean);
  const overall = mean(means);
  const between = means.reduce((sum, one) => sum + (one - overall) ** 2, 0) / (rows.length - 1);
  let squares = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    const off = Float64Array.from(rows, (row, at) => row[draw]! - means[at]!);
    const middle = mean(off);
    for (const one of off) squares += (one - middle) ** 2;
  }
  const own = between - squares / (rows.length - 1) / (draws - 1) / draws;
  return overall === 0 ? 0 : Math.sqrt(Math.max(0, own)) / overall;
}

function momentsOf(sum: number, squares: number, draws: number) {
  const mean = sum / draws;
  const deviation = Math.sqrt(Math.max(0, squares / draws - mean * mean));
  return { mean, error: deviation / Math.sqrt(draws), deviation };
}
