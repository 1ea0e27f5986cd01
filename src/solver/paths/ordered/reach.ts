import type { Instance } from "../instance.ts";
import type { Terms } from "./branch.ts";

/** Whether a candidate has an option that is not out. */
function isFree({ roles, pick }: Instance, candidate: number, out: Uint8Array): boolean {
  for (let option = candidate * roles; option < (candidate + 1) * roles; option += 1)
    if (pick[option] !== -1 && out[option] === 0) return true;
  return false;
}

/** Whether somebody who must be picked is out. */
export function lacksRequired(instance: Instance, out: Uint8Array): boolean {
  const { required, size } = instance;
  for (let candidate = 0; candidate < size; candidate += 1)
    if (required[candidate] === 1 && !isFree(instance, candidate, out)) return true;
  return false;
}

/** Who may be in a lineup with so many points, by what those with him have at the most, and whoever is in all. */
export function candidatesAt(
  instance: Instance,
  {
    most,
    out,
    threshold,
  }: { readonly most: Float64Array; readonly out: Uint8Array; readonly threshold: number },
): number[] {
  const { size, required } = instance;
  const candidates: number[] = [];
  for (let candidate = 0; candidate < size; candidate += 1)
    if (required[candidate] === 1 || (most[candidate]! >= threshold && isFree(instance, candidate, out)))
      candidates.push(candidate);
  return candidates;
}

/** No lineup that keeps the trackers has more points: of those with so many members each has one of no more. */
export function boundOf({ size, roles }: Instance, { trackers, out }: Terms, most: Float64Array): number {
  let bound = Number.POSITIVE_INFINITY;
  for (const { member, least } of trackers) {
    if (least === 0) continue;
    const members: number[] = [];
    for (let candidate = 0; candidate < size; candidate += 1) {
      let counts = false;
      for (let option = candidate * roles; option < (candidate + 1) * roles; option += 1)
        if (member[option] === 1 && out[option] === 0) counts = true;
      if (counts) members.push(most[candidate]!);
    }
    members.sort((a, b) => b - a);
    bound = Math.min(bound, members[least - 1] ?? Number.NEGATIVE_INFINITY);
  }
  return bound;
}
