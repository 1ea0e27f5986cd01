import type { PayoutShape } from "../../schema/contest-play.ts";

/** How a usual contest pays: a part of the entries gets a least prize, and the first places share what is left. */
export interface ShapeTerms {
  readonly words: string;
  /** What the book keeps of the fees. */
  readonly kept: number;
  /** The part of the entries that is paid; one place where it would be less. */
  readonly paid: number;
  /** What each paid place has at least, in fees; null where all paid places share alike. */
  readonly least: number | null;
  /** What is left is shared by the places' numbers to the power of minus this. */
  readonly steepness: number;
}

/**
 * The usual shapes. Books publish each contest's own structure: these have the numbers that most of a kind have, a rake
 * of 10 to 15 percent among them.
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
