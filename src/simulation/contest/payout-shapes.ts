import type { PayoutShape } from "../../shared/schema/contest-play.ts";

/**
 * A typical payout structure: a fraction of the entries gets a least prize, and the top places share the
 * rest.
 */
export interface ShapeTerms {
  readonly words: string;
  /** The book's share of the fees. */
  readonly kept: number;
  /** The fraction of the entries that is paid; at least one place. */
  readonly paid: number;
  /** The least prize of a paid place, in fees; null if all paid places get the same. */
  readonly least: number | null;
  /** The rest is shared in proportion to the place number to the power of minus this. */
  readonly steepness: number;
}

/**
 * The typical structures. Books publish the structure of each contest; these use the most common numbers of
 * each kind, including a rake of 10 to 15 percent.
 */
export const PAYOUT_SHAPE_TERMS: Readonly<Record<PayoutShape, ShapeTerms>> = {
  "50/50": {
    words: "half of the entries win 1.8 times the fee",
    kept: 0.1,
    paid: 0.5,
    least: null,
    steepness: 0,
  },
  "double-up": {
    words: "the best 44 percent win twice the fee",
    kept: 0.12,
    paid: 0.44,
    least: 2,
    steepness: 0,
  },
  "top-heavy": {
    words: "a fifth of the entries are paid, the first places much more than the others",
    kept: 0.15,
    paid: 0.2,
    least: 1.5,
    steepness: 1.2,
  },
  satellite: {
    words: "one entry in eleven wins a ticket worth ten fees",
    kept: 0.1,
    paid: 0.09,
    least: 10,
    steepness: 0,
  },
  "winner-takes-all": { words: "the first place wins all", kept: 0.1, paid: 0, least: null, steepness: 0 },
};
