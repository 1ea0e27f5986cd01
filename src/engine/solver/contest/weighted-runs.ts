import type { Field } from "../../model/contest-plan.ts";

/** Lineups of equal weight, one after another. */
interface WeightedRun {
  readonly weight: number;
  /** The first of them, and how many. */
  readonly first: number;
  readonly count: number;
}

/** A field's lineups in runs of equal weight, each filled up to a multiple of `group` with lineups of `nobody` alone. */
export function weightedRuns(
  { lineups, weights }: Field,
  { seats, group, nobody }: { readonly seats: number; readonly group: number; readonly nobody: number },
): { readonly lineups: Uint16Array; readonly runs: readonly WeightedRun[] } {
  const counts = new Int32Array(1 + weights.reduce((most, weight) => Math.max(most, weight), 0));
  for (const weight of weights) counts[weight]! += 1;
  const runs: WeightedRun[] = [];
  const ends = new Int32Array(counts.length);
  let all = 0;
  for (const [weight, count] of counts.entries()) {
    if (count === 0) continue;
    runs.push({ weight, first: all, count });
    ends[weight] = all * seats;
    all += Math.ceil(count / group) * group;
  }
  const packed = new Uint16Array(all * seats).fill(nobody);
  for (let lineup = 0, from = 0; lineup < weights.length; lineup += 1) {
    const weight = weights[lineup]!;
    const to = ends[weight]!;
    for (let seat = 0; seat < seats; seat += 1, from += 1) packed[to + seat] = lineups[from]!;
    ends[weight] = to + seats;
  }
  return { lineups: packed, runs };
}
