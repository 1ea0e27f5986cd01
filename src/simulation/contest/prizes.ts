import { InvalidRequestError } from "../../shared/errors.ts";
import { exp, ln } from "../../shared/portable-math.ts";
import type { Payouts } from "../../shared/schema/contest-play.ts";
import { PAYOUT_SHAPE_TERMS, type ShapeTerms } from "./payout-shapes.ts";

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
