import type { Model } from "../../../model/model.ts";
import type { LineupSource } from "../lineup-source.ts";
import type { Column } from "./columns.ts";
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
  readonly best: LineupSource;
  readonly columnOf: (picks: readonly number[]) => Column;
  readonly isBarred: (column: Column) => boolean;
}

/** Each look is so many times as deep as the one before. */
const DEEPER = 3;

/**
 * The `count` lineups worth most that are not barred, or more; fewer where no more than `deepest` lineups had to be
 * looked at. Prices that are no sums over picks are left out of the search, or put at the most they may pay, so that
 * lineups come in an order that is too kind to them, and what they are worth is told of each as it comes.
 */
export async function priceLineups(
  { model, best, columnOf, isBarred }: Pricing,
  prices: Prices,
  { count, deepest }: { readonly count: number; readonly deepest: number },
): Promise<Offer> {
  const { kind, most } = kindOrder(model, prices);
  for (let looked = count; ; looked = Math.min(deepest, looked * DEEPER)) {
    const found = await best(kind, looked);
    const rest = found.length < looked ? Number.NEGATIVE_INFINITY : found.at(-1)!.points + most;
    const priced = distinct(
      found.map(({ picks }) => columnOf(picks)).filter((column) => !isBarred(column)),
      prices,
    );
    const enough = priced.length >= count && priced[count - 1]!.worth >= rest;
    if (enough || looked >= deepest || rest === Number.NEGATIVE_INFINITY) return { priced, rest };
  }
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

function distinct(columns: readonly Column[], prices: Prices): Priced[] {
  const priced = columns.map((column) => ({ column, worth: worthOf(prices, column) }));
  priced.sort((a, b) => b.worth - a.worth);
  const seen = new Set<string>();
  return priced.filter(({ column: { likeness } }) => !seen.has(likeness) && seen.add(likeness));
}
