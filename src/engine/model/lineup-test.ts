export interface PickCount {
  /** Indices into `Model.picks`, ascending. */
  readonly picks: Int32Array;
  readonly least: number;
  /** Infinity for no limit. */
  readonly most: number;
}

export interface PickSum {
  /** Per pick of the model, a whole number of at most 2^40, so that sums are exact in any order. */
  readonly weights: Float64Array;
  readonly least: number;
  /** Infinity for no limit. */
  readonly most: number;
}

/** A clause of a test: a lineup keeps it if it keeps all the counts and sums. */
export interface Clause {
  readonly counts: readonly PickCount[];
  readonly sums: readonly PickSum[];
}

/**
 * A condition on one lineup: outside of the limits of `when` it passes, else it must keep one of the
 * alternatives.
 */
export interface LineupTest {
  readonly when: PickCount | null;
  readonly alternatives: readonly Clause[];
}

export function passes({ when, alternatives }: LineupTest, picks: ArrayLike<number>): boolean {
  if (when !== null && !isWithin(when, picks)) return true;
  for (const clause of alternatives) if (keeps(clause, picks)) return true;
  return false;
}

/** A loop without a closure, because it runs for each share and lineup: closures would fill the memory. */
export function passesAll(tests: readonly LineupTest[], picks: ArrayLike<number>): boolean {
  for (const test of tests) if (!passes(test, picks)) return false;
  return true;
}

function keeps({ counts, sums }: Clause, picks: ArrayLike<number>): boolean {
  for (const count of counts) if (!isWithin(count, picks)) return false;
  for (const sum of sums) if (!isWithinSum(sum, picks)) return false;
  return true;
}

function isWithin({ picks: members, least, most }: PickCount, picks: ArrayLike<number>): boolean {
  let counted = 0;
  for (let at = 0; at < picks.length; at += 1) counted += Number(has(members, picks[at]!));
  return counted >= least && counted <= most;
}

export function isWithinSum({ weights, least, most }: PickSum, picks: ArrayLike<number>): boolean {
  let sum = 0;
  for (let at = 0; at < picks.length; at += 1) sum += weights[picks[at]!]!;
  return sum >= least && sum <= most;
}

function has(sorted: Int32Array, value: number): boolean {
  let from = 0;
  let to = sorted.length - 1;
  while (from <= to) {
    const middle = (from + to) >> 1;
    if (sorted[middle] === value) return true;
    if (sorted[middle]! < value) from = middle + 1;
    else to = middle - 1;
  }
  return false;
}

/**
 * Converts a test to clauses, of which a lineup must keep one: too few picks of `when`, too many, and each
 * alternative.
 */
export function waysOf({ when, alternatives }: LineupTest): Clause[] {
  return when === null ? [...alternatives] : [...waysToBreak({ counts: [when], sums: [] }), ...alternatives];
}

/**
 * The ways to fail a clause, each as a clause of its own: one count or sum is too low, or too high. A lineup
 * fails the given clause exactly if it keeps one of the returned ones.
 */
export function waysToBreak({ counts, sums }: Clause): Clause[] {
  const infinite = Number.POSITIVE_INFINITY;
  return [
    ...counts.flatMap(({ picks, least, most }): Clause[] => [
      ...(least > 0 ? [{ counts: [{ picks, least: 0, most: Math.ceil(least) - 1 }], sums: [] }] : []),
      ...(most < infinite
        ? [{ counts: [{ picks, least: Math.floor(most) + 1, most: infinite }], sums: [] }]
        : []),
    ]),
    ...sums.flatMap(({ weights, least, most }): Clause[] => [
      ...(least > -infinite
        ? [{ counts: [], sums: [{ weights, least: -infinite, most: Math.ceil(least) - 1 }] }]
        : []),
      ...(most < infinite
        ? [{ counts: [], sums: [{ weights, least: Math.floor(most) + 1, most: infinite }] }]
        : []),
    ]),
  ];
}

/** The count that tests consist of; null for other tests. */
export function onlyCount([test, ...others]: readonly LineupTest[]): PickCount | null {
  if (test === undefined || others.length > 0 || test.when !== null || test.alternatives.length !== 1)
    return null;
  const { counts, sums } = test.alternatives[0]!;
  return counts.length === 1 && sums.length === 0 ? counts[0]! : null;
}

interface Limit {
  readonly at: number;
  readonly least: number;
  readonly most: number;
}

interface ReadTest {
  readonly when: Limit | null;
  readonly alternatives: readonly (readonly Limit[])[];
  /** Per alternative, the index of the next one with a different first limit. */
  readonly next: Int32Array;
}

/**
 * Checks many lineups against many tests. Each distinct set of picks or list of weights is evaluated once per
 * lineup.
 */
export class TestReader {
  readonly #tests: readonly ReadTest[];
  /**
   * The elements of `#numbers` that count a pick are `#sets[i]`, for i from `#first[pick]` to `#first[pick +
   * 1]` - 1.
   */
  readonly #first: Int32Array;
  readonly #sets: Int32Array;
  readonly #weights: readonly Float64Array[];
  readonly #numbers: Float64Array;
  readonly #counts: number;

  constructor(tests: readonly LineupTest[], size: number) {
    const sets: Int32Array[] = [];
    const weights: Float64Array[] = [];
    const byKey = new Map<string, number>();
    const byList = new Map<Int32Array, number>();
    const countLimit = ({ picks, least, most }: PickCount): Limit => {
      const at = byList.get(picks) ?? byKey.get(picks.join()) ?? sets.push(picks) - 1;
      if (!byList.has(picks)) byKey.set(picks.join(), at);
      byList.set(picks, at);
      return { at, least, most };
    };
    const sumIndex = (own: Float64Array) => {
      const known = weights.indexOf(own);
      return known === -1 ? weights.push(own) - 1 : known;
    };
    const read = tests.map(({ when, alternatives }) => ({
      when: when && countLimit(when),
      alternatives: alternatives.map((clause) => ({
        counts: clause.counts.map(countLimit),
        sums: clause.sums.map((sum) => ({ at: sumIndex(sum.weights), least: sum.least, most: sum.most })),
      })),
    }));
    this.#counts = sets.length;
    this.#tests = read.map(({ when, alternatives }) => {
      const limits = alternatives.map(({ counts, sums }) => [
        ...counts,
        ...sums.map((sum) => ({ ...sum, at: sets.length + sum.at })),
      ]);
      return { when, alternatives: limits, next: nextOthers(limits) };
    });
    this.#weights = weights;
    this.#numbers = new Float64Array(sets.length + weights.length);
    this.#first = new Int32Array(size + 1);
    for (const picks of sets) for (const pick of picks) this.#first[pick + 1]! += 1;
    for (let pick = 0; pick < size; pick += 1) this.#first[pick + 1]! += this.#first[pick]!;
    this.#sets = new Int32Array(this.#first[size]!);
    const place = this.#first.slice();
    for (const [at, picks] of sets.entries()) {
      for (const pick of picks) {
        this.#sets[place[pick]!] = at;
        place[pick]! += 1;
      }
    }
  }

  read(picks: ArrayLike<number>): void {
    this.#numbers.fill(0);
    for (let index = 0; index < picks.length; index += 1) {
      const pick = picks[index]!;
      for (let at = this.#first[pick]!; at < this.#first[pick + 1]!; at += 1)
        this.#numbers[this.#sets[at]!]! += 1;
      for (let at = 0; at < this.#weights.length; at += 1)
        this.#numbers[this.#counts + at]! += this.#weights[at]![pick]!;
    }
  }

  passes(test: number): boolean {
    const { when } = this.#tests[test]!;
    return (when !== null && !this.#isKept(when)) || this.firstKept(test) !== -1;
  }

  firstKept(test: number): number {
    const { alternatives, next } = this.#tests[test]!;
    for (let at = 0; at < alternatives.length; ) {
      const [first] = alternatives[at]!;
      if (first !== undefined && !this.#isKept(first)) at = next[at]!;
      else if (this.#areKept(alternatives[at]!)) return at;
      else at += 1;
    }
    return -1;
  }

  firstFailed(): number {
    for (let test = 0; test < this.#tests.length; test += 1) if (!this.passes(test)) return test;
    return -1;
  }

  firstPassed(): number {
    for (let test = 0; test < this.#tests.length; test += 1) if (this.passes(test)) return test;
    return -1;
  }

  #areKept(limits: readonly Limit[]): boolean {
    for (let at = 0; at < limits.length; at += 1) if (!this.#isKept(limits[at]!)) return false;
    return true;
  }

  #isKept({ at, least, most }: Limit): boolean {
    const number = this.#numbers[at]!;
    return number >= least && number <= most;
  }
}

/** If a limit fails, all alternatives that start with it are skipped: those of one team often do. */
function nextOthers(alternatives: readonly (readonly Limit[])[]): Int32Array {
  const next = new Int32Array(alternatives.length).fill(alternatives.length);
  for (let at = alternatives.length - 2; at >= 0; at -= 1) {
    const [[one], [other]] = [alternatives[at]!, alternatives[at + 1]!];
    const isSame = one?.at === other?.at && one?.least === other?.least && one?.most === other?.most;
    next[at] = isSame ? next[at + 1]! : at + 1;
  }
  return next;
}
