/** Picks that keep some rules, or else what such picks cost at least: infinite when there are none. */
export type Offer = { readonly picks: readonly number[] } | { readonly lowest: number };

export const NOTHING: Offer = { lowest: Number.POSITIVE_INFINITY };

/** Whether what picks cost at least says that there are none for at most `most`; without it, that there are none at all. */
export function isBeyond(lowest: number, most: number | null): boolean {
  return lowest === Number.POSITIVE_INFINITY || (most !== null && lowest > most);
}
