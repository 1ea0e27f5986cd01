import { summedPrizes } from "../contest/prizes.ts";
import { countUpTo } from "./past-contest.ts";

export interface SettledEntry {
  readonly hundredths: number;
  /** The rank, from 1, among the opponents and all own entries; tied entries have the same rank. */
  readonly rank: number;
  /** The fraction of the opponents with fewer points, ties counted half. */
  readonly percentile: number;
  /** The prize in cents; tied entries share the prizes of their places equally. */
  readonly prize: number;
}

/**
 * Enters lineups into a past field, where they also compete with each other. `own` and `field` are points in
 * hundredths; `prizes` has the cents of each paid place.
 */
export function settleEntries(
  own: readonly number[],
  field: readonly number[],
  prizes: Float64Array,
): SettledEntry[] {
  const opponents = Float64Array.from(field).sort();
  const all = Float64Array.from([...field, ...own]).sort();
  const summed = summedPrizes(prizes);
  const sumUpTo = (places: number) => (places === 0 ? 0 : (summed[Math.min(places, summed.length) - 1] ?? 0));
  return own.map((hundredths) => {
    const upTo = countUpTo(all, hundredths);
    const below = countBelow(all, hundredths);
    const better = all.length - upTo;
    const fewer = countBelow(opponents, hundredths);
    const ties = countUpTo(opponents, hundredths) - fewer;
    return {
      hundredths,
      rank: better + 1,
      percentile: opponents.length === 0 ? 1 : (fewer + ties / 2) / opponents.length,
      prize: (sumUpTo(all.length - below) - sumUpTo(better)) / (upTo - below),
    };
  });
}

function countBelow(sorted: Float64Array, value: number): number {
  return countUpTo(sorted, value - 1);
}
