import type { Model } from "../../../model/model.ts";

/**
 * The order of lineups, as ascending picks, that have the same points: less salary first, then the one whose sorted
 * entries come first, then the one whose picks do.
 */
export function tieBreak({ picks }: Model): (a: readonly number[], b: readonly number[]) => number {
  const costOf = (lineup: readonly number[]) => lineup.reduce((sum, pick) => sum + picks.salary[pick]!, 0);
  const entriesOf = (lineup: readonly number[]) => lineup.map((pick) => picks.entry[pick]!);
  return (a, b) => costOf(a) - costOf(b) || compare(entriesOf(a), entriesOf(b)) || compare(a, b);
}

/** The order of lists by their first elements that differ; of lists that begin alike the shorter first. */
export function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) if (a[at] !== b[at]) return a[at]! - b[at]!;
  return a.length - b.length;
}
