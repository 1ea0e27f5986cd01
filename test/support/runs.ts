export { Tally } from "../../src/testing/property.ts";

/** Multiplies the runs of every property; the seed stays, so that longer runs include the shorter ones. */
const FACTOR = Number(process.env["DFS_LINEUPS_RUNS_FACTOR"] ?? 1);

/** How often a property is tried, and from which seed. */
export function runs(
  numRuns: number,
  seed = 20_240_901,
): { numRuns: number; seed: number; endOnFailure: false } {
  return { numRuns: Math.ceil(numRuns * FACTOR), seed, endOnFailure: false };
}

/** How far below the usual a property of the testing kit may count: nothing, but by chance where it is run for shorter. */
export const SLACK = FACTOR < 1 ? 3 : 0;

/**
 * The least that a property must have counted over `runs(numRuns)`, given the share it is known to reach. Shorter runs
 * than usual may count as little as chance has it.
 */
export function share(numRuns: number, part: number): number {
  return FACTOR < 1 ? -1 : Math.floor(numRuns * FACTOR * part);
}
