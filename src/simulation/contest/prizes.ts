import { InvalidRequestError } from "../../shared/errors.ts";
import { exp, ln } from "../../shared/portable-math.ts";
import type { PayoutShape, Payouts } from "../../shared/schema/contest-play.ts";

/**
 * A typical payout structure: a fraction of the entries gets a least prize, and the top places share the
 * rest.
 */
interface ShapeTerms {
  readonly words: string;
  /** The book's share of the fees. */
  readonly kept: number;
  /** The fraction of the entries that is paid; at least one place. */
  readonly paid: number;
  /** The least prize of a paid place, in fees; null if all paid places get the same. */
  readonly least: number | null;
  /** The rest is shared in proportion to the place number to the power of minus this. */
  readonly steepness: number;
}

/**
 * The typical structures. Books publish the structure of each contest; these use the most common numbers of
 * each kind, including a rake of 10 to 15 percent.
 */
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
      throw invalid(`${at} pays ${amount}, more than the place before, which is paid ${before / 100}.`);
    for (let place = from; place <= to; place += 1) prizes.push(cents(amount));
  }
  return Float64Array.from(prizes);
}

/** Cumulative prizes by number of places. */
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

/** An amount of money in whole cents. */
export function cents(amount: number): number {
  return Math.round(amount * 100);
}

function invalid(detail: string): InvalidRequestError {
  return new InvalidRequestError([{ code: "invalid-payouts", detail, source: { parameter: "payouts" } }]);
}
