import { UnsupportedModelError } from "../../errors.ts";
import { enumerate, type Found, type Workshop } from "./enumerate.ts";
import { type Instance, membersOf, withCounters } from "./instance.ts";
import { firstPair, pairBranches } from "./side-rules.ts";

/**
 * The `count` best lineups of an instance, best first. A pair rule ("a passer and a receiver of one team") is split
 * by group: each branch asks for a pair in its group, and keeps a lineup only when that is the first group with one,
 * so that the branches are disjoint. A branch has to beat the lineups that earlier ones found.
 */
export function* enumerateSplit(
  instance: Instance,
  count: number,
  workshop: Workshop,
): Generator<void, Found[]> {
  const [rule, another] = instance.pairRules;
  if (rule === undefined)
    return yield* enumerate(instance, { count, floor: Number.NEGATIVE_INFINITY }, workshop);
  if (another !== undefined) throw new UnsupportedModelError("paths", "it has more than one pair rule");
  const size = instance.model.entries;
  const left = membersOf(size, rule.left);
  const right = membersOf(size, rule.right);
  let best: Found[] = [];
  for (const { group, counters } of pairBranches(rule, size)) {
    const floor =
      best.length < count ? Number.NEGATIVE_INFINITY : best[count - 1]!.points - instance.fixedPoints;
    const keep = (entries: Int32Array, length: number) =>
      firstPair(rule, left, right, entries, length) === group;
    const found = yield* enumerate(withCounters(instance, counters), { count, floor, keep }, workshop);
    best = merge(best, found, count);
  }
  return best;
}

/** Merges two lists that are best first; the earlier list's lineup comes first where points are equal. */
function merge(a: readonly Found[], b: readonly Found[], count: number): Found[] {
  const merged: Found[] = [];
  for (let i = 0, j = 0; merged.length < count && (i < a.length || j < b.length); ) {
    if (j >= b.length || (i < a.length && a[i]!.points >= b[j]!.points)) merged.push(a[i++]!);
    else merged.push(b[j++]!);
  }
  return merged;
}
