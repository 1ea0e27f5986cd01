import type { DrawSource } from "./draw-source.ts";

/** Lineups as ascending pick indices, one lineup after another. */
type PackedLineups = Uint16Array;

/** The opponents: each different lineup once, and how many opponents have it. */
export interface Field {
  readonly lineups: PackedLineups;
  readonly weights: Int32Array;
}

/** A contest to simulate over draws of its slate; plain data that can be sent to another thread. */
export interface ContestPlan {
  readonly source: DrawSource;
  /** The entry of each pick. */
  readonly entryOf: Int32Array;
  readonly seats: number;
  readonly field: Field;
  /** The lineups whose returns are computed. */
  readonly own: PackedLineups;
  /** Cumulative prizes by number of places, in cents; the last element is the total. */
  readonly prizes: Float64Array;
  /** Amounts in cents, ascending; the returns count how often each is reached. */
  readonly amounts: Float64Array;
}

/** The returns of a block of draws; arrays have one element per own lineup unless stated otherwise. */
export interface ContestReturns {
  readonly draws: number;
  /** Payments in cents, and their squares, summed over the draws. */
  readonly sums: Float64Array;
  readonly squares: Float64Array;
  /** The number of draws in which the lineup is paid, is first, and is first alone. */
  readonly paid: Int32Array;
  readonly first: Int32Array;
  readonly alone: Int32Array;
  /** The number of draws in which each amount is reached, lineup by lineup. */
  readonly reached: Int32Array;
  /** Per draw, the payment of all own lineups together, and of the best of them, in cents. */
  readonly totals: Float64Array;
  readonly bests: Float64Array;
  /** The number of draws in which one of the lineups is first. */
  readonly firsts: number;
}

/**
 * How lineups rank against the field alone in the draws in which they are paid, as parallel arrays. The rows
 * of lineup l are `first[l]` to `first[l + 1]` - 1, with ascending draws.
 */
export interface Prospects {
  readonly first: Int32Array;
  readonly draw: Int32Array;
  readonly score: Int32Array;
  /** How many opponents are above the lineup, and how many are tied with it. */
  readonly above: Int32Array;
  readonly level: Int32Array;
}
