import { type Prices, paidAtMost } from "./prices.ts";
import type { Offer } from "./pricing.ts";

/**
 * No portfolio of `count` lineups has more units of points than this, whatever the prices: its points are what its
 * lineups are worth and what they pay, and those pay no more than each row's price times its side. In whole numbers
 * without end, so that nothing rounds. Null where there are not so many lineups at all.
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
