import { UnsupportedModelError } from "../../../../shared/errors.ts";
import type { Model } from "../../../model/model.ts";
import { type LineupStream, STRIDE } from "../lineup-stream.ts";
import { branchesOf, type ChargedRow } from "./price-branches.ts";
import { type Prices, paidAtMost, worthOf } from "./prices.ts";
import { type Column, type Row, shareOf } from "./rows.ts";

export interface Priced {
  readonly column: Column;
  readonly worth: number;
}

export interface Offer {
  /** The lineups by descending value; of lineups that are the same in the contest, only the first. */
  readonly priced: readonly Priced[];
  /** Upper bound on the value of any other lineup; -Infinity if there is none. */
  readonly rest: number;
  readonly seen: readonly Priced[];
}

/** What pricing needs: it finds the lineups of a model that have the greatest value at given prices. */
export interface Pricing {
  readonly model: Model;
  readonly stream: LineupStream;
  readonly columnOf: (picks: readonly number[]) => Column;
  readonly isBarred: (column: Column) => boolean;
  readonly barred?: readonly number[];
  /**
   * The share rows whose prices can be fixed charges (see `FixedCharge`); emptied if a search with fixed
   * charges turns out to be too hard.
   */
  readonly charged?: ChargedRow[];
}

interface Wanted {
  readonly best: number;
  /** The number of lineups to find for which `isFresh` is true and whose value exceeds `floor`; 0 by default. */
  readonly fresh?: number;
  readonly isFresh?: (column: Column) => boolean;
  readonly floor?: number;
  readonly deepest: number;
  /** The number of lineups to examine before checking again whether there are enough. */
  readonly stride?: number | undefined;
}

/**
 * Finds the lineups of greatest value that are not barred. Each branch (see `PriceBranch`) yields lineups in
 * the order of an upper bound on their value; the branch with the greatest remaining bound is continued
 * first.
 */
export async function priceLineups(pricing: Pricing, prices: Prices, wanted: Wanted): Promise<Offer> {
  try {
    return await pricedWith(pricing, prices, wanted);
  } catch (error) {
    if (!(error instanceof UnsupportedModelError) || !pricing.charged?.length) throw error;
    pricing.charged.length = 0;
    return pricedWith(pricing, prices, wanted);
  }
}

async function pricedWith(
  { model, stream, columnOf, isBarred, barred = [], charged = [] }: Pricing,
  prices: Prices,
  {
    best,
    fresh = 0,
    isFresh = () => true,
    floor = Number.NEGATIVE_INFINITY,
    deepest,
    stride = STRIDE,
  }: Wanted,
): Promise<Offer> {
  const open = branchesOf(model, prices, charged).map((branch) => ({
    lineups:
      branch.charges === null
        ? stream(branch.model, best + fresh, barred)
        : stream.withCharges!(branch.model, best + fresh, barred, branch.charges),
    most: branch.most,
    rest: Number.POSITIVE_INFINITY,
  }));
  const found = new Map<string, Priced>();
  let [looked, judged, rest] = [0, 0, Number.POSITIVE_INFINITY];
  const isEnough = () => {
    if (looked >= deepest || rest <= floor) return true;
    const priced = [...found.values()];
    return (
      priced.filter(({ worth }) => worth >= rest).length >= best &&
      freshOf(priced, { fresh, isFresh, floor }).length >= fresh
    );
  };
  try {
    for (;;) {
      const branch = open.reduce((most, other) => (other.rest > most.rest ? other : most));
      rest = branch.rest;
      if (rest === Number.NEGATIVE_INFINITY) break;
      if (rest < Number.POSITIVE_INFINITY && (looked >= judged + stride || rest <= floor)) {
        judged = looked;
        if (isEnough()) break;
      }
      const { done, value } = await branch.lineups.next();
      if (done) branch.rest = Number.NEGATIVE_INFINITY;
      for (const { picks, points } of value ?? []) {
        branch.rest = points + branch.most;
        const column = columnOf(picks);
        if (!found.has(column.key) && !isBarred(column))
          found.set(column.key, { column, worth: worthOf(prices, column) });
        looked += 1;
      }
    }
  } finally {
    for (const { lineups } of open) await lineups.return();
  }
  const seen = [...found.values()].sort((a, b) => b.worth - a.worth);
  const same = new Set<string>();
  const priced = seen.filter(({ column: { identity } }) => !same.has(identity) && same.add(identity));
  return { priced, seen, rest };
}

export function freshOf(
  priced: readonly Priced[],
  { fresh, isFresh, floor }: Required<Pick<Wanted, "fresh" | "isFresh" | "floor">>,
): Column[] {
  const found: Column[] = [];
  for (const { column, worth } of priced) {
    if (found.length === fresh) break;
    if (worth > floor && isFresh(column)) found.push(column);
  }
  return found;
}

/**
 * An upper bound on the sum of points of any portfolio, in units: the greatest values of as many lineups as
 * are required of each class, plus the most that all lineups together can pay (see `paidAtMost`). Valid for
 * any prices and free of rounding errors. Null if a class has too few lineups.
 */
export function certified(
  classes: readonly { readonly count: number; readonly weight: number }[],
  prices: readonly Prices[],
  offers: readonly Pick<Offer, "priced" | "rest">[],
): bigint | null {
  let bound = 0n;
  const paid = new Map<Row, bigint>();
  for (const [kind, { count, weight }] of classes.entries()) {
    const { priced, rest } = offers[kind]!;
    for (let index = 0; index < count; index += 1) {
      const most = Math.max(priced[index]?.worth ?? Number.NEGATIVE_INFINITY, rest);
      if (most === Number.NEGATIVE_INFINITY) return null;
      bound += BigInt(weight) * BigInt(most);
    }
    for (const price of prices[kind]!.list) {
      const { row } = price;
      const pays = paidAtMost(price) * BigInt(shareOf(row) === null ? weight : 1);
      const before = paid.get(row);
      // At most one lineup of a conflict row is chosen; it may be of the class that pays most.
      if (before === undefined || pays > before) paid.set(row, pays);
    }
  }
  for (const pays of paid.values()) bound += pays;
  return bound;
}
