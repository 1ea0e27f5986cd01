import { type Prices, paidAtMost } from "./prices.ts";
import type { Offer } from "./pricing.ts";
import { isShare, type Row } from "./rows.ts";

/**
 * An upper bound on the total points (in units) of the given number of lineups of each kind; valid for all
 * prices. Lineups have at most their reduced values plus their payments, and payments are at most each row's
 * price times its right-hand side. Computed in exact integers. Null if a kind has too few lineups.
 */
export function certified(
  kinds: readonly { readonly count: number; readonly weight: number }[],
  prices: readonly Prices[],
  offers: readonly Offer[],
): bigint | null {
  let bound = 0n;
  const paid = new Map<Row, bigint>();
  for (const [kind, { count, weight }] of kinds.entries()) {
    const { priced, rest } = offers[kind]!;
    for (let index = 0; index < count; index += 1) {
      const most = Math.max(priced[index]?.worth ?? Number.NEGATIVE_INFINITY, rest);
      if (most === Number.NEGATIVE_INFINITY) return null;
      bound += BigInt(weight) * BigInt(most);
    }
    for (const price of prices[kind]!.list) {
      const { row } = price;
      const pays = paidAtMost(price) * BigInt(isShare(row) ? 1 : weight);
      const before = paid.get(row);
      // At most one lineup of a conflict row is chosen; it may be of the kind that pays most.
      if (before === undefined || pays > before) paid.set(row, pays);
    }
  }
  for (const pays of paid.values()) bound += pays;
  return bound;
}
