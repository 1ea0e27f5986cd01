/** A set of lineups counts as so many more than it has, because small sets also take time. */
const OWN_SHARE = 10;
/** The part of their share of the time that is kept for later sets, as most sets need less than theirs. */
const KEPT = 0.5;
/** The part of the limit that is left to a set even if those before it took all of the time. */
const LEAST_PART = 0.02;

/**
 * Divides a time limit in milliseconds among sets that are solved one after another, by their numbers of lineups.
 * Call the function with a set's number when its solve starts: it returns the set's limit, in whole milliseconds.
 * Later sets have at least half of their share, and the unused time of earlier ones.
 */
export function dividedLimit(limit: number, sizes: readonly number[]): (size: number) => number {
  const end = performance.now() + limit;
  let left = sizes.reduce((sum, size) => sum + size + OWN_SHARE, 0);
  return (size) => {
    const part = (size + OWN_SHARE) / left;
    left -= size + OWN_SHARE;
    const own = (1 - KEPT * (1 - part)) * (end - performance.now());
    return Math.ceil(Math.max(LEAST_PART * limit, own));
  };
}
