import type { DrawSource } from "./draw-source.ts";

type PackedLineups = Uint16Array;

/** The opponents: each different lineup once, and how many opponents have it. */
export interface Field {
  readonly lineups: PackedLineups;
  readonly weights: Int32Array;
}

export interface ContestPlan {
  readonly source: DrawSource;
  /** The player (an index into the pool) of each pick of the model. */
  readonly entryOf: Int32Array;
  readonly seats: number;
  readonly field: Field;
  readonly own: PackedLineups;
  /** Who may be out, and then scores 0 as any pick from `from` on. */
  readonly absence?: { readonly from: number; readonly chances: Float64Array };
  /** Element k - 1 is the sum of the prizes of the first k places, in cents. */
  readonly prizes: Float64Array;
  /** Amounts in cents, ascending, that `ContestReturns.reached` counts. */
  readonly amounts: Float64Array;
}

/**
 * What the user's lineups are paid in some draws, in cents; one element per lineup unless stated otherwise.
 */
export interface ContestReturns {
  readonly draws: number;
  readonly sums: Float64Array;
  readonly squares: Float64Array;
  readonly paid: Int32Array;
  /** The number of draws in which the lineup is first, perhaps tied (`first`) or not (`alone`). */
  readonly first: Int32Array;
  readonly alone: Int32Array;
  /** Per lineup and amount of the plan, the number of draws in which at least the amount is paid. */
  readonly reached: Int32Array;
  /** Per draw, what all lineups are paid together, and the most that one is paid. */
  readonly totals: Float64Array;
  readonly bests: Float64Array;
  readonly firsts: number;
}

/**
 * How each of the user's lineups ranks against the opponents alone, in the draws in which it would be paid:
 * those of lineup l are at `first[l]` to `first[l + 1]` - 1 of the other arrays.
 */
export interface Prospects {
  readonly first: Int32Array;
  /** The index of the draw among those played, from 0. */
  readonly draw: Int32Array;
  /** The lineup's points in that draw, as an integer; its unit is the same for all lineups and draws. */
  readonly score: Int32Array;
  readonly above: Int32Array;
  readonly level: Int32Array;
}
