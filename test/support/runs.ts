/** Multiplies the runs of every property; the seed stays, so that longer runs include the shorter ones. */
const FACTOR = Number(process.env["DFS_LINEUPS_RUNS_FACTOR"] ?? 1);

/** How often a property is tried, and from which seed. */
export function runs(
  numRuns: number,
  seed = 20_240_901,
): { numRuns: number; seed: number; endOnFailure: false } {
  return { numRuns: Math.ceil(numRuns * FACTOR), seed, endOnFailure: false };
}

/** The least that a property must have counted over `runs(numRuns)`, given the share it is known to reach. */
export function share(numRuns: number, part: number): number {
  return Math.floor(numRuns * FACTOR * part);
}

/** Counts by name what a property really tested. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(name: string, by = 1): void {
    this.#counts.set(name, this.of(name) + by);
  }

  of(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  toString(): string {
    return [...this.#counts].map(([name, count]) => `${name} ${count}`).join(", ");
  }
}
