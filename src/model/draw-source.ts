/**
 * Where the points of draws are from: a factor model of standard normal numbers, one per factor and one per entry, and
 * for each entry what its number means in points. Plain data that crosses a thread.
 */
export interface DrawSource {
  /** A whole number; the same seed gives the same draws everywhere. */
  readonly seed: number;
  /** How many numbers entries share. */
  readonly factors: number;
  /**
   * Entry e has the loadings `first[e]` up to and without `first[e + 1]`: `loading` of the number of `factor`. Its own
   * number counts `own[e]`; the squares of all these sum to 1.
   */
  readonly first: Int32Array;
  readonly factor: Int32Array;
  readonly loading: Float64Array;
  readonly own: Float64Array;
  /** Points at each step of `GRID`, entry after entry. */
  readonly outcomes: Float64Array;
  /** What a pick's points are multiplied by, one element per pick of the model. */
  readonly multiplier: Float64Array;
}
