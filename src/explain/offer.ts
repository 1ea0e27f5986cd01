/** Picks that keep some rules, or else what such picks cost at least: infinite when there are none. */
export type Offer = { readonly picks: readonly number[] } | { readonly lowest: number };

export const NOTHING: Offer = { lowest: Number.POSITIVE_INFINITY };
