import fc from "./fast-check.ts";

export class Tally {
  readonly #counts = new Map<string, number>();

  /** Adds 1, or `by`, to the count of a name. */
  add(name: string, by = 1): void {
    this.#counts.set(name, this.of(name) + by);
  }

  /** The count of a name; 0 if nothing was counted. */
  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  /** Every name with its count, in the order of first use. */
  entries(): readonly (readonly [name: string, count: number])[] {
    return [...this.#counts];
  }

  /** The counts as text, such as `feasible 80, infeasible 20`. */
  toString(): string {
    return this.entries()
      .map(([name, count]) => `${name} ${count}`)
      .join(", ");
  }
}

export interface PropertyRuns {
  readonly runs?: number | undefined;
  /** The same seed generates the same cases; longer runs begin with the cases of shorter ones. */
  readonly seed?: number | undefined;
  /**
   * How many standard deviations a count may be below the expected one before that is an error; 3 by default.
   */
  readonly slack?: number | undefined;
}

/** A statement that must hold for all random cases. */
export interface Property {
  /** What must hold of the tested object, such as `gives the same answer on every run`. */
  readonly name: string;
  /**
   * Generates cases and checks each.
   * @returns counts of what was tested, by name.
   * @throws Error with the seed and the smallest failing case; also if too few cases tested something.
   */
  run(options?: PropertyRuns): Promise<Tally>;
}

interface FailingCase {
  readonly seed: number;
  /** fast-check's path to the case, from the seed. */
  readonly path: string;
  readonly counterexample: readonly unknown[];
}

/** A property does not hold. `counterexample` is a case that shows it; the message says what is wrong. */
export class PropertyFailedError extends Error {
  override readonly name = "PropertyFailedError";
  readonly seed: number;
  readonly path: string;
  readonly counterexample: readonly unknown[];

  constructor(cause: unknown, { seed, path, counterexample }: FailingCase) {
    const said = cause instanceof Error ? cause.message : String(cause);
    super(`${said} (Seed ${seed}, path "${path}"; the case is the error's \`counterexample\`.)`, { cause });
    this.seed = seed;
    this.path = path;
    this.counterexample = counterexample;
  }
}

export const DEFAULT_SEED = 20_240_901;

/** With fewer cases than this, no counts are required, because chance could make them 0. */
const FEWEST_CASES = 10;
const USUAL_SLACK = 3;

/** The parts of a property's definition. */
export interface PropertyOf<Drawn extends [unknown, ...unknown[]]> {
  readonly name: string;
  /** The number of cases if none is requested. */
  readonly runs: number;
  readonly drawn: { readonly [At in keyof Drawn]: fc.Arbitrary<Drawn[At]> };
  /**
   * For names in the tally, the expected count as a fraction of the cases: with `feasible: 0.25`, about a
   * quarter of them. With ten cases or more, a count far below that is an error.
   */
  readonly least?: Readonly<Record<string, number>>;
  /**
   * Checks one case, and adds what it tested to the tally; `runs` is the number of cases.
   * @throws if the case fails
   */
  check(tally: Tally, runs: number, ...drawn: Drawn): Promise<void> | void;
}

/** Makes a property that fast-check runs and shrinks. */
export function property<Drawn extends [unknown, ...unknown[]]>({
  name,
  runs: byDefault,
  drawn,
  least = {},
  check,
}: PropertyOf<Drawn>): Property {
  return {
    name,
    async run({ runs = byDefault, seed = DEFAULT_SEED, slack = USUAL_SLACK } = {}) {
      const numRuns = Math.ceil(runs);
      const tally = new Tally();
      const tried = fc.asyncProperty(...(drawn as [fc.Arbitrary<unknown>]), async (...values: unknown[]) => {
        await check(tally, numRuns, ...(values as Drawn));
      });
      const { failed, counterexample, counterexamplePath, errorInstance } = await fc.check(tried, {
        numRuns,
        seed,
      });
      if (failed)
        throw new PropertyFailedError(errorInstance, {
          seed,
          path: counterexamplePath ?? "",
          counterexample: counterexample ?? [],
        });
      if (numRuns < FEWEST_CASES) return tally;
      for (const [counted, part] of Object.entries(least)) {
        const usual = numRuns * part;
        const wanted = Math.floor(usual - slack * Math.sqrt(usual));
        hold(
          tally.of(counted) >= wanted,
          () =>
            `Only ${tally.of(counted)} of ${numRuns} cases were "${counted}", at least ${wanted} should be: ${tally}.`,
        );
      }
      return tally;
    },
  };
}

/** @throws Error with the message if the condition is false. */
export function hold(condition: boolean, said: () => string): asserts condition {
  if (!condition) throw new Error(said());
}

/** @throws Error with both lists if they are not the same numbers. */
export function holdEqual(actual: readonly number[], expected: readonly number[], what: string): void {
  const same = actual.length === expected.length && actual.every((value, at) => value === expected[at]);
  hold(same, () => `${what}: ${JSON.stringify(actual)}, but ${JSON.stringify(expected)} is right.`);
}

/** Returns a generator of numbers in [0, 1) that depend on the seed alone (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The items in a random order. */
export function shuffled<Item>(items: readonly Item[], draw: (below: number) => number): Item[] {
  return items
    .map((item) => ({ item, key: draw(2 ** 20) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
