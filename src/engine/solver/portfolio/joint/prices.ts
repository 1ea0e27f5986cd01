import { POINT_UNITS, PRICE_STEP } from "../../../model/model.ts";
import { type Column, type Row, RowIndex, shareOf } from "./rows.ts";

/** What a lineup that counts in the row pays, in whole units; below 0, what it gets. */
export interface Price {
  readonly row: Row;
  readonly amount: number;
}

export interface Prices {
  readonly list: readonly Price[];
  readonly ofPick: Float64Array;
  /** The prices of all other rows: no single pick decides whether a lineup counts in them. */
  readonly others: readonly Price[];
  /** Finds the rows of `others` in which a lineup counts; null if `others` is empty. */
  readonly othersOf: RowIndex | null;
  readonly scored: boolean;
}

/** The most that all lineups of a portfolio together pay for a row, in units. */
export function paidAtMost({ row, amount }: Price): bigint {
  return BigInt(amount) * BigInt(amount > 0 ? row.upper : row.lower);
}

/** Maximum size of a price, in multiples of `PRICE_STEP`: sums of 40 such prices are exact in doubles. */
const MOST_STEPS = 2 ** 28;

/**
 * Converts a linear program's duals (in points) to prices in whole units. Any prices prove a bound, so they
 * can be rounded; a negative price of a row without a lower limit is dropped. Prices are per contest entry: a
 * lineup for `weight` entries counts once in a row of conflicts, so the duals of these rows are divided by
 * `weight`.
 */
export function pricesOf(
  rows: readonly Row[],
  duals: ArrayLike<number>,
  picks: number,
  scored = true,
  weight = 1,
): Prices {
  const ofPick = new Float64Array(picks);
  const list: Price[] = [];
  for (const [at, row] of rows.entries()) {
    if (row.kind === "all") continue;
    const dual = shareOf(row) === null ? duals[at]! / weight : duals[at]!;
    const steps = Math.round((dual * POINT_UNITS) / PRICE_STEP);
    const amount = PRICE_STEP * Math.min(MOST_STEPS, Math.max(-MOST_STEPS, steps));
    if (amount < 0 ? row.lower <= 0 : amount === 0) continue;
    list.push({ row, amount });
    if (row.kind === "picks") for (const pick of row.picks) ofPick[pick]! += amount;
  }
  const others = list.filter(({ row }) => row.kind !== "picks");
  const othersOf = others.length === 0 ? null : new RowIndex(others.map(({ row }) => row));
  return { list, ofPick, others, othersOf, scored };
}

/** Per pick, its points (0 unless `scored`) minus the prices that depend on that pick alone, in units. */
export function pricesLinearly({ ofPick, scored }: Prices, points: Float64Array): Float64Array {
  return points.map((own, pick) => (scored ? own : 0) - ofPick[pick]!);
}

export function worthOf({ ofPick, others, othersOf, scored }: Prices, column: Column): number {
  let worth = scored ? column.points : 0;
  for (const pick of column.picks) worth -= ofPick[pick]!;
  for (const at of othersOf?.of(column) ?? []) worth -= others[at]!.amount;
  return worth;
}
