import { type Prices, paidAtMost, pricesOf } from "../joint/prices.ts";
import type { Offer } from "../joint/pricing.ts";
import type { Row } from "../joint/rows.ts";
import type { Kind } from "./kinds.ts";
import type { SwapMixture } from "./swap-master.ts";

/** What lineups of each kind pay, per entry: a line of several entries counts once for uniqueness. */
export function pricesByKind(
  rows: readonly Row[],
  { ofRow }: SwapMixture,
  kinds: readonly Kind[],
  picks: number,
): readonly Prices[] {
  const known = new Map<number, Prices>();
  return kinds.map(({ entries }) => {
    const duals = ofRow.map((dual, at) => (isShare(rows[at]!) ? dual : dual / entries));
    const prices = known.get(entries) ?? pricesOf(rows, duals, picks);
    known.set(entries, prices);
    return prices;
  });
}

/**
 * No swap has more units of points than this, whatever the prices: what lines are worth and what they pay, and those pay
 * no more than each row's price times its side. Null where a kind has not so many lineups.
 */
export function certifiedSwap(
  kinds: readonly Kind[],
  prices: readonly Prices[],
  offers: readonly Offer[],
): bigint | null {
  let bound = 0n;
  for (const [kind, { entries, lines }] of kinds.entries()) {
    const { priced, rest } = offers[kind]!;
    for (let index = 0; index < lines.length; index += 1) {
      const most = Math.max(priced[index]?.worth ?? Number.NEGATIVE_INFINITY, rest);
      if (most === Number.NEGATIVE_INFINITY) return null;
      bound += BigInt(entries) * BigInt(most);
    }
  }
  const paid = new Map<Row, bigint>();
  for (const [kind, { entries }] of kinds.entries())
    for (const price of prices[kind]!.list) {
      const { row } = price;
      const pays = paidAtMost(price) * (isShare(row) ? 1n : BigInt(entries));
      const before = paid.get(row);
      // Of those that a row of uniqueness keeps apart one is in, whichever pays most.
      if (before === undefined || pays > before) paid.set(row, pays);
    }
  for (const pays of paid.values()) bound += pays;
  return bound;
}

function isShare({ kind }: Row): boolean {
  return kind === "picks" || kind === "test";
}
