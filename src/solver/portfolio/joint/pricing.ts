import type { Model } from "../../../model/model.ts";
import type { Column } from "./columns.ts";
import type { LineupStream } from "./lineup-stream.ts";
import { type Prices, worthOf } from "./prices.ts";
import { rewardsOf } from "./rewards.ts";

/** A lineup and what it is worth at some prices. */
export interface Priced {
  readonly column: Column;
  readonly worth: number;
}

/** The lineups that are worth most at some prices. */
export interface Offer {
  /** Most worth first; of those that the contest takes for one, the first only. */
  readonly priced: readonly Priced[];
  /** No other lineup is worth more; -Infinity where there is none. */
  readonly rest: number;
}

export interface Pricing {
  readonly model: Model;
  readonly stream: LineupStream;
  readonly columnOf: (picks: readonly number[]) => Column;
  readonly isBarred: (column: Column) => boolean;
}

/** Which lineups are wanted. */
export interface Wanted {
  /** So many that are known to be worth most. */
  readonly best: number;
  /** And so many of these, if they are worth more than `floor`; nobody cares for what is not. */
  readonly fresh: number;
  readonly isFresh: (column: Column) => boolean;
  readonly floor: number;
  /** After so many lineups it has to do. */
  readonly deepest: number;
}

/** How many lineups are looked at between two judgements. */
const STRIDE = 64;

/**
 * The lineups worth most that are not barred. Prices that are no sums over picks are left out of the search, or put at
 * the most they may pay, so that lineups come in an order that is too kind to them, and what they are worth is told of
 * each as it comes.
 */
export async function priceLineups(
  { model, stream, columnOf, isBarred }: Pricing,
  prices: Prices,
  wanted: Wanted,
): Promise<Offer> {
  const { kind, most } = kindOrder(model, prices);
  const priced: Priced[] = [];
  let [looked, judged, rest] = [0, 0, Number.POSITIVE_INFINITY];
  for await (const lineups of stream(kind, wanted.best + wanted.fresh)) {
    for (const { picks, points } of lineups) {
      rest = points + most;
      const column = columnOf(picks);
      if (!isBarred(column)) priced.push({ column, worth: worthOf(prices, column) });
    }
    looked += lineups.length;
    if (looked < judged + STRIDE && rest > wanted.floor) continue;
    judged = looked;
    if (isEnough(priced, rest, looked, wanted)) return { priced: distinct(priced), rest };
  }
  return { priced: distinct(priced), rest: Number.NEGATIVE_INFINITY };
}

function isEnough(
  priced: Priced[],
  rest: number,
  looked: number,
  { best, fresh, isFresh, floor, deepest }: Wanted,
): boolean {
  if (looked >= deepest || rest <= floor) return true;
  let [sure, found] = [0, 0];
  for (const { column, worth } of priced) {
    if (worth >= rest) sure += 1;
    if (worth > floor && isFresh(column)) found += 1;
  }
  return sure >= best && found >= fresh;
}

/** Most worth first, and of lineups that the contest takes for one the first. */
function distinct(priced: Priced[]): Priced[] {
  const seen = new Set<string>();
  priced.sort((a, b) => b.worth - a.worth);
  return priced.filter(({ column: { likeness } }) => !seen.has(likeness) && seen.add(likeness));
}

/** The model with points such that no lineup is worth more than these sum to, and `most`. */
function kindOrder(model: Model, prices: Prices): { readonly kind: Model; readonly most: number } {
  const { picks } = model;
  const rewards = rewardsOf(prices, picks.entry.length);
  const points = picks.points.map(
    (own, pick) => (prices.scored ? own : 0) - prices.ofPick[pick]! + rewards.ofPick[pick]!,
  );
  return { kind: { ...model, picks: { ...picks, points } }, most: rewards.whatever };
}
