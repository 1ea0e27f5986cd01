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

/** Whether a lineup, given as picks in any order, passes a test; every count and sum is recomputed. */
export function passes({ when, alternatives }: LineupTest, picks: ArrayLike<number>): boolean {
  return (when !== null && !isWithin(when, picks)) || alternatives.some((clause) => keeps(clause, picks));
}

/** Whether a lineup passes all of the tests. */
export function passesAll(tests: readonly LineupTest[], picks: ArrayLike<number>): boolean {
  return tests.every((test) => passes(test, picks));
}

/** Whether all counts and sums of a clause hold. */
function keeps({ counts, sums }: Clause, picks: ArrayLike<number>): boolean {
  return counts.every((count) => isWithin(count, picks)) && sums.every((sum) => isWithinSum(sum, picks));
}

function isWithin({ picks: members, least, most }: PickCount, picks: ArrayLike<number>): boolean {
  let counted = 0;
  for (let at = 0; at < picks.length; at += 1) counted += Number(has(members, picks[at]!));
  return counted >= least && counted <= most;
}

function isWithinSum({ weights, least, most }: PickSum, picks: ArrayLike<number>): boolean {
  let sum = 0;
  for (let at = 0; at < picks.length; at += 1) sum += weights[picks[at]!]!;
  return sum >= least && sum <= most;
}

/** Whether an ascending list has the value. */
function has(sorted: Int32Array, value: number): boolean {
  let [from, to] = [0, sorted.length - 1];
  while (from <= to) {
    const middle = (from + to) >> 1;
    if (sorted[middle] === value) return true;
    if (sorted[middle]! < value) from = middle + 1;
    else to = middle - 1;
  }
  return false;
}

/**
 * The clauses that pass a test, any one of them alone: one side of `when` violated, or one of the
 * alternatives.
 */
export function waysOf({ when, alternatives }: LineupTest): Clause[] {
  if (when === null) return [...alternatives];
  const { picks, least, most } = when;
  const infinite = Number.POSITIVE_INFINITY;
  const fewer: Clause = { counts: [{ picks, least: 0, most: Math.ceil(least) - 1 }], sums: [] };
  const more: Clause = { counts: [{ picks, least: Math.floor(most) + 1, most: infinite }], sums: [] };
  return [...(least > 0 ? [fewer] : []), ...(most < infinite ? [more] : []), ...alternatives];
}
