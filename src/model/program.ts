/**
 * A model as a binary program: the highest sum of `gain` under the rows. The first `pickCount` columns are the
 * model's picks, 0 or 1; the columns after them gain nothing, are from 0 to `upper`, whole or continuous, and can be
 * completed for exactly those picks that satisfy the model.
 */
export interface Program {
  readonly pickCount: number;
  /** One element per column; 0 for a pick that is ruled out. */
  readonly upper: Float64Array;
  /** One element per column: 1 for those that are whole, as all picks are. */
  readonly whole: Uint8Array;
  /** One whole number per pick: its points in multiples of `grid`, rounded where they are finer. */
  readonly gain: Float64Array;
  /** Units of points to one of gain. */
  readonly grid: number;
  /** How far a solution's points may be from its gain times `grid`, in units; 0 where nothing was rounded. */
  readonly error: number;
  /** Whether all solutions have the same number of picks, so that none is part of another. */
  readonly full: boolean;
  readonly rows: readonly Row[];
}

/** `lower <= sum of values[i] * column columns[i] <= upper`. */
export interface Row {
  readonly columns: Int32Array;
  readonly values: Float64Array;
  readonly lower: number;
  readonly upper: number;
}
