/**
 * The distribution from which points are drawn: a factor model of standard normal numbers, one per factor and
 * one per entry, and for each entry a map from its number to points. Plain data that can be sent to another
 * thread.
 */
export interface DrawSource {
  /** A whole number; the same seed gives the same draws on every platform. */
  readonly seed: number;
  /** The number of shared factors. */
  readonly factors: number;
  /**
   * Entry e has the loadings `first[e]` to `first[e + 1]` - 1, each a `loading` on the number of `factor`,
   * and `own[e]` on its own number; all their squares sum to 1.
   */
  readonly first: Int32Array;
  readonly factor: Int32Array;
  readonly loading: Float64Array;
  readonly own: Float64Array;
  /** Points at each step of `GRID`, entry by entry. */
  readonly outcomes: Float64Array;
  /** The multiplier of a pick's points, one element per pick of the model. */
  readonly multiplier: Float64Array;
}
