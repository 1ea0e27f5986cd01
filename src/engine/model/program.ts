/**
 * A model as a binary program that maximizes the sum of `gain` under the rows. The first `pickCount` columns
 * are the model's picks, 0 or 1. The other columns are auxiliary: they have no gain and range from 0 to
 * `upper`, as integers or continuously. They can be set so that all rows hold exactly if the picks satisfy
 * the model.
 */
export interface Program {
  readonly pickCount: number;
  /** The upper limit of each column; 0 for a pick that is excluded. */
  readonly upper: Float64Array;
  /** One element per column: 1 for integer columns, including all picks. */
  readonly whole: Uint8Array;
  /** One whole number per pick: its points in multiples of `grid`, rounded if they are finer. */
  readonly gain: Float64Array;
  /** Units of points per unit of gain. */
  readonly grid: number;
  /** How far a solution's points can be from its gain times `grid`, in units; 0 if nothing was rounded. */
  readonly error: number;
  /** Whether all solutions have the same number of picks, so that no solution is a subset of another. */
  readonly full: boolean;
  readonly rows: readonly Row[];
}

export interface Row {
  readonly columns: Int32Array;
  readonly values: Float64Array;
  readonly lower: number;
  readonly upper: number;
}
