/**
 * How lineups fare against a field alone, draw by draw, wherever they are paid: parallel arrays, those of the lineup l
 * from `first[l]` up to and without `first[l + 1]`, its draws ascending.
 */
export interface Prospects {
  readonly first: Int32Array;
  readonly draw: Int32Array;
  readonly score: Int32Array;
  /** How many of the field are above the lineup, and how many are level with it. */
  readonly above: Int32Array;
  readonly level: Int32Array;
}
