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
 * What the user's lineups are paid in some of the draws. Arrays have one element per lineup of the user
 * unless stated otherwise.
 */
export interface ContestReturns {
  readonly draws: number;
  /** The sum of the lineup's payments in all draws, in cents. */
  readonly sums: Float64Array;
  /** The sum of the squares of these payments. */
  readonly squares: Float64Array;
  readonly paid: Int32Array;
  /** The number of draws in which the lineup is first, alone or tied. */
  readonly first: Int32Array;
  /** The number of draws in which the lineup is first without a tie. */
  readonly alone: Int32Array;
  /**
   * The number of draws in which a lineup is paid at least an amount of `ContestPlan.amounts`. There is one
   * element per amount for the user's first lineup, then for the second, and so on.
   */
  readonly reached: Int32Array;
  /** Per draw, what all lineups of the user are paid together, in cents. */
  readonly totals: Float64Array;
  /** Per draw, the most that a single lineup of the user is paid, in cents. */
  readonly bests: Float64Array;
  /** The number of draws in which at least one lineup of the user is first. */
  readonly firsts: number;
}

/**
 * How each of the user's lineups ranks if only the opponents play against it. Only draws in which it would be
 * paid are listed: those of lineup l have the indices from `first[l]` to `first[l + 1]` - 1 in the other
 * arrays, in the order of the draws.
 */
export interface Prospects {
  readonly first: Int32Array;
  /** The index of the draw among those played, from 0. */
  readonly draw: Int32Array;
  /** The lineup's points in that draw, as an integer; its unit is the same for all lineups and draws. */
  readonly score: Int32Array;
  readonly above: Int32Array;
  /** How many opponents have the same score. */
  readonly level: Int32Array;
}
