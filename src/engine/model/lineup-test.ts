/** A limit on how many of a lineup's picks are among `picks`. */
export interface PickCount {
  /** Indices into `Model.picks`, ascending. */
  readonly picks: Int32Array;
  readonly least: number;
  /** Infinity for no limit. */
  readonly most: number;
}

/** A limit on the sum of the weights of a lineup's picks. */
export interface PickSum {
  /** One element per pick of the model; whole numbers of at most 2^40, so that sums are exact in any order. */
  readonly weights: Float64Array;
  /** -Infinity for no limit. */
  readonly least: number;
  /** Infinity for no limit. */
  readonly most: number;
}

/** Counts and sums that must all hold. */
export interface Clause {
  readonly counts: readonly PickCount[];
  readonly sums: readonly PickSum[];
}

/**
 * A test of one lineup: if `when` holds (always, if it is null), at least one of the alternatives must hold
 * entirely. Without alternatives, `when` must not hold.
 */
export interface LineupTest {
  readonly when: PickCount | null;
  readonly alternatives: readonly Clause[];
}
