import type { DrawSource } from "./draw-source.ts";

/** Lineups of equal length, one after another, each as the ascending indices of its picks. */
type PackedLineups = Uint16Array;

/** The opponents: each different lineup once, and how many opponents have it. */
export interface Field {
  readonly lineups: PackedLineups;
  readonly weights: Int32Array;
}

/**
 * A contest to simulate: how points are drawn, the opponents, the user's lineups and the prizes. Plain data
 * that can be sent to another thread.
 */
export interface ContestPlan {
  readonly source: DrawSource;
  /** The player (an index into the pool) of each pick of the model. */
  readonly entryOf: Int32Array;
  readonly seats: number;
  readonly field: Field;
  /** The user's own lineups, whose returns are computed. */
  readonly own: PackedLineups;
  /**
   * Element k - 1 is the sum of the prizes of the first k places, in cents; the last element is the total.
   */
  readonly prizes: Float64Array;
  /**
   * Amounts in cents, ascending. For each of them, `ContestReturns.reached` counts the draws in which a
   * lineup is paid at least that much.
   */
  readonly amounts: Float64Array;
}

/**
 * What the own lineups are paid in a block of draws. Arrays have one element per own lineup unless stated
 * otherwise.
 */
export interface ContestReturns {
  readonly draws: number;
  /** Payments in cents, and their squares, summed over the draws. */
  readonly sums: Float64Array;
  readonly squares: Float64Array;
  /** The number of draws in which the lineup is paid, is first, and is first without a tie. */
  readonly paid: Int32Array;
  readonly first: Int32Array;
  readonly alone: Int32Array;
  /**
   * For each own lineup in turn, one element per amount of the plan: the number of draws in which the lineup
   * is paid at least that amount.
   */
  readonly reached: Int32Array;
  /** Per draw, the payment of all own lineups together, and of the best of them, in cents. */
  readonly totals: Float64Array;
  readonly bests: Float64Array;
  /** The number of draws in which at least one own lineup is first. */
  readonly firsts: number;
}

/**
 * For each own lineup, the draws in which it would be paid if only the opponents played against it, and its
 * rank there. Parallel arrays with a row per lineup and draw; the rows of lineup l are `first[l]` to `first[l
 * + 1]` - 1, with ascending draws.
 */
export interface Prospects {
  readonly first: Int32Array;
  readonly draw: Int32Array;
  readonly score: Int32Array;
  /** How many opponents are above the lineup, and how many are tied with it. */
  readonly above: Int32Array;
  readonly level: Int32Array;
}
