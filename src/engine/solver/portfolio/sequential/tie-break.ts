import type { Model } from "../../../model/model.ts";

/**
 * Returns a comparison for lineups with equal points, given as ascending picks: lower salary first, then
 * smaller player indices, then smaller picks, both compared element by element. Sequential portfolios take
 * tied lineups in this order.
 */
export function tieBreak({ picks }: Model): (a: readonly number[], b: readonly number[]) => number {
  const costOf = (lineup: readonly number[]) => lineup.reduce((sum, pick) => sum + picks.salary[pick]!, 0);
  const entriesOf = (lineup: readonly number[]) => lineup.map((pick) => picks.entry[pick]!);
  return (a, b) => costOf(a) - costOf(b) || compare(entriesOf(a), entriesOf(b)) || compare(a, b);
}

/** Compares lists by the first elements that differ; a list that is the beginning of another comes first. */
export function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) if (a[at] !== b[at]) return a[at]! - b[at]!;
  return a.length - b.length;
}
