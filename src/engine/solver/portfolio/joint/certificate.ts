import { type Prices, paidAtMost } from "./prices.ts";
import type { Offer } from "./pricing.ts";

/**
 * An upper bound on the units of points of any portfolio of `count` lineups, valid for all prices: its points
 * are the reduced values of its lineups plus their payments, which are at most each row's price times its
 * side. Computed in exact integers. Null if there are fewer lineups.
 */
export function certified({ list }: Prices, { priced, rest }: Offer, count: number): bigint | null {
  let bound = 0n;
  for (const price of list) bound += paidAtMost(price);
  for (let index = 0; index < count; index += 1) {
    const most = Math.max(priced[index]?.worth ?? Number.NEGATIVE_INFINITY, rest);
    if (most === Number.NEGATIVE_INFINITY) return null;
    bound += BigInt(most);
  }
  return bound;
}
