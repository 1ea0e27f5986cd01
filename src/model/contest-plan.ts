import type { DrawSource } from "./draw-source.ts";

/** Lineups as the numbers of their picks, ascending, one after another. */
type PackedLineups = Uint16Array;

/** Opponents: lineups, each there once, and how many of the field have each. */
export interface Field {
  readonly lineups: PackedLineups;
  readonly weights: Int32Array;
}

/** A contest to be played over draws of its slate; plain data that crosses a thread. */
export interface ContestPlan {
  readonly source: DrawSource;
  /** The entry of each pick. */
  readonly entryOf: Int32Array;
  readonly seats: number;
  readonly field: Field;
  /** The lineups whose returns are asked for. */
  readonly own: PackedLineups;
  /** What the first so many places are paid together, in cents; the last element is what all of them are. */
  readonly prizes: Float64Array;
  /** Amounts in cents, ascending, of which it is counted how often a return reaches them. */
  readonly amounts: Float64Array;
}

/** What a block of draws brought; arrays have an element per own lineup where nothing else is said. */
export interface ContestReturns {
  readonly draws: number;
  /** Cents, and their squares, summed over the draws. */
  readonly sums: Float64Array;
  readonly squares: Float64Array;
  /** In how many draws it is paid, is first, and is first with nobody beside it. */
  readonly paid: Int32Array;
  readonly first: Int32Array;
  readonly alone: Int32Array;
  /** In how many draws each amount is reached, lineup after lineup. */
  readonly reached: Int32Array;
  /** Cents of all own lineups together, and of the best of them, per draw. */
  readonly totals: Float64Array;
  readonly bests: Float64Array;
  /** In how many draws one of them is first. */
  readonly firsts: number;
}
