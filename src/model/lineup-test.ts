/** So many of a lineup's picks are among `picks`. */
export interface PickCount {
  /** Indices into `Model.picks`, ascending. */
  readonly picks: Int32Array;
  readonly least: number;
  /** Infinity where there is no limit. */
  readonly most: number;
}

/** The weights of a lineup's picks sum to so much. */
export interface PickSum {
  /** One element per pick of the model; whole numbers of at most 2^40, so that sums are exact in any order. */
  readonly weights: Float64Array;
  /** -Infinity where there is no limit. */
  readonly least: number;
  /** Infinity where there is no limit. */
  readonly most: number;
}

/** Counts and sums that hold together. */
export interface Clause {
  readonly counts: readonly PickCount[];
  readonly sums: readonly PickSum[];
}

/**
 * What can be said of one lineup: where `when` holds (always, where it is null), all of at least one of the
 * alternatives does. Without an alternative, `when` must not hold.
 */
export interface LineupTest {
  readonly when: PickCount | null;
  readonly alternatives: readonly Clause[];
}
