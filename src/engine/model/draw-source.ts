/** Where drawn points come from. Plain data that can be sent to another thread. */
export type DrawSource = FactorSource | SimulatedSource;

/** The fields that every source has. */
interface PickMultipliers {
  /** The multiplier of a pick's points, one element per pick of the model. */
  readonly multiplier: Float64Array;
}

/**
 * The distribution from which points are drawn: a factor model of standard normal numbers, one per factor and
 * one per entry, and for each entry a map from its number to points.
 */
export interface FactorSource extends PickMultipliers {
  /** A whole number; the same seed gives the same draws on every platform. */
  readonly seed: number;
  readonly factors: number;
  /**
   * The factor loadings of entry e are the elements `first[e]` to `first[e + 1]` - 1 of `loading`, for the
   * factors in the same elements of `factor`. `own[e]` is the loading on the entry's own number. The squares
   * of an entry's loadings sum to 1.
   */
  readonly first: Int32Array;
  readonly factor: Int32Array;
  readonly loading: Float64Array;
  readonly own: Float64Array;
  /** The points of each entry at every number of `GRID`, entry by entry. */
  readonly outcomes: Float64Array;
  /** Pairs of entries of which exactly one wins, such as the two fighters of a bout. */
  readonly rivals?: readonly Rivals[] | undefined;
}

/**
 * Two entries of which exactly one wins. An entry wins if its number is in the top part of its distribution; that part
 * is as large as its chance of winning.
 */
export interface Rivals {
  readonly first: number;
  readonly second: number;
  /** The chance that the first one wins. */
  readonly chance: number;
}

/** Outcomes that another program simulated, which are the draws. */
export interface SimulatedSource extends PickMultipliers {
  readonly entries: number;
  /** Points in hundredths: those of all entries in the first draw, then in the second, and so on. */
  readonly hundredths: Int32Array;
}
