import fc from "./fast-check.ts";
import { Tally } from "./tally.ts";

/** How often a property is tried, and from which seed. */
export interface PropertyRuns {
  /** Cases to draw; each property has a default. */
  readonly runs?: number | undefined;
  /** The same seed draws the same cases; longer runs begin with the shorter ones. */
  readonly seed?: number | undefined;
  /**
   * How far below what is usual the counts of what was really tested may lie before that is a failure, in standard
   * deviations of a count; 3 by default, as no two seeds draw alike.
   */
  readonly slack?: number | undefined;
}

/** Something that has to hold whatever is drawn. */
export interface Property {
  /** A sentence, of which the thing tested is the subject. */
  readonly name: string;
  /**
   * Draws cases and holds each to the property.
   * @returns what was really tested, by name.
   * @throws Error with the seed and the smallest failing case; also where too little was really tested.
   */
  run(options?: PropertyRuns): Promise<Tally>;
}

/** Where a property fails. */
interface FailingCase {
  readonly seed: number;
  /** fast-check's path to the case, from the seed. */
  readonly path: string;
  /** The smallest case found. */
  readonly counterexample: readonly unknown[];
}

/** A case that a property does not hold for; the message says what is wrong, `counterexample` is the case. */
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

/** The seed of whoever gives none. */
export const DEFAULT_SEED = 20_240_901;

/** So few cases may be of one kind by chance; what they tested is counted, but none of it has to be much. */
const TELLING = 10;
const USUAL_SLACK = 3;

/** What makes a property. */
export interface PropertyOf<Drawn extends [unknown, ...unknown[]]> {
  readonly name: string;
  /** Cases by default. */
  readonly runs: number;
  readonly drawn: { readonly [At in keyof Drawn]: fc.Arbitrary<Drawn[At]> };
  /** Parts of the runs that have to be counted under these names, from ten runs on. */
  readonly least?: Readonly<Record<string, number>>;
  /** Throws where the case fails, counts what it tested; `runs` is how many cases there are. */
  check(tally: Tally, runs: number, ...drawn: Drawn): Promise<void> | void;
}

/** A property that fast-check tries and shrinks. */
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
      if (numRuns < TELLING) return tally;
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

/** @throws Error that says what does not hold. */
export function hold(condition: boolean, said: () => string): asserts condition {
  if (!condition) throw new Error(said());
}

/** @throws Error with both lists where they are not the same numbers. */
export function holdEqual(actual: readonly number[], expected: readonly number[], what: string): void {
  const same = actual.length === expected.length && actual.every((value, at) => value === expected[at]);
  hold(same, () => `${what}: ${JSON.stringify(actual)}, but ${JSON.stringify(expected)} is right.`);
}
