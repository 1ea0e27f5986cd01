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
