export { Tally } from "../../src/testing/property.ts";

/** Multiplies the runs of every property; the seed stays, so that longer runs include the shorter ones. */
const FACTOR = Number(process.env["DFS_LINEUPS_RUNS_FACTOR"] ?? 1);

/** Added to every seed, for campaigns: `npm run test:campaign`. */
const SEED = Number(process.env["DFS_LINEUPS_SEED"] ?? 0);

/** How often a property is tried, and from which seed. */
export function runs(
  numRuns: number,
  seed = 20_240_901,
): { numRuns: number; seed: number; endOnFailure: false } {
  return { numRuns: Math.ceil(numRuns * FACTOR), seed: seed + SEED, endOnFailure: false };
}

/** How many standard deviations below its usual count a property of the test kit may be, by chance. */
export const SLACK = FACTOR < 1 ? 3 : 2;

/**
 * The least that a property must have counted over `runs(numRuns)`, given its known share. Runs shorter than
 * usual may count less by chance.
 */
export function share(numRuns: number, part: number): number {
  return FACTOR < 1 ? -1 : Math.floor(numRuns * FACTOR * part);
}
