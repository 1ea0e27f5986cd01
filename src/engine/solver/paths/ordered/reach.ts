import type { Instance } from "../instance.ts";
import type { Terms } from "./trackers.ts";

/** Whether a candidate has an option that is not out. */
export function isFree({ roles, pick }: Instance, candidate: number, out: Uint8Array): boolean {
  for (let option = candidate * roles; option < (candidate + 1) * roles; option += 1)
    if (pick[option] !== -1 && out[option] === 0) return true;
  return false;
}

/** Whether somebody who must be picked is out. */
export function lacksRequired(instance: Instance, out: Uint8Array): boolean {
  return instance.required.some((own, candidate) => own === 1 && !isFree(instance, candidate, out));
}

/** By how many steps candidates are put in order, from the most points to the threshold. */
const STEPS = 8;

export interface Reach {
  /** Per candidate: no lineup with it has more points. */
  readonly most: Float64Array;
  /** Per option, 1 where it is not picked. */
  readonly out: Uint8Array;
  readonly threshold: number;
  /**
   * Whether those of the most points come first, by and large. Tables are smaller then, lineups that are alike begin
   * alike, and a candidate who is barred on the way, as most lineups have him, comes where few states come before.
   */
  readonly isByPoints: boolean;
}

/** The candidates of lineups with so many points, by what lineups with them have at the most, and all required ones. */
export function candidatesAt(instance: Instance, { most, out, threshold, isByPoints }: Reach): number[] {
  const { size, required } = instance;
  const steps: number[][] = Array.from({ length: isByPoints ? STEPS : 1 }, () => []);
  const highest = isByPoints ? most.reduce((a, b) => Math.max(a, b), threshold + 1) : threshold + 1;
  const perPoint = isByPoints ? (STEPS - 1) / (highest - threshold) : 0;
  for (let candidate = 0; candidate < size; candidate += 1) {
    const own = most[candidate]!;
    if (required[candidate] === 1) steps[0]!.push(candidate);
    else if (own >= threshold && isFree(instance, candidate, out))
      steps[isByPoints ? Math.floor((highest - own) * perPoint) : 0]!.push(candidate);
  }
  return steps.length === 1 ? steps[0]! : steps.flat();
}

/**
 * Where the best lineups of many candidates all have just as many points as the threshold: some of these candidates,
 * evenly from each class, and all others; about `wanted` in all. Lineups of more points are all among them.
 */
export function thinned(
  { required }: Instance,
  candidates: readonly number[],
  wanted: number,
  { most, threshold, classOf }: Pick<Reach, "most" | "threshold"> & { readonly classOf: Int32Array },
): readonly number[] {
  if (candidates.length <= 2 * wanted) return candidates;
  const stride = Math.ceil(candidates.length / wanted);
  const seen = new Map<number, number>();
  return candidates.filter((candidate) => {
    if (most[candidate]! > threshold || required[candidate] === 1) return true;
    const before = seen.get(classOf[candidate]!) ?? 0;
    seen.set(classOf[candidate]!, before + 1);
    return before % stride === 0;
  });
}

/** Per candidate, none with it has more points; and none at all. */
export interface Highest {
  readonly most: Float64Array;
  readonly bound: number;
}

/**
 * No lineup that keeps the trackers has more points: of those with so many members each has one of no more. Where one
 * relaxation by seats and salary alone tells what is `highest`, full rosters are the bases of a valuated matroid, and it
 * never costs less to have two candidates together than one after the other; so what the members of all trackers cost adds
 * up. Trackers that share candidates with others are left out of that.
 */
export function boundOf(
  { roles, size }: Instance,
  { trackers, out }: Terms,
  most: Float64Array,
  highest: Highest | null,
): number {
  let bound = Number.POSITIVE_INFINITY;
  let sum = highest === null ? Number.POSITIVE_INFINITY : highest.bound;
  const counted = new Uint8Array(size);
  for (const { options, least } of trackers) {
    if (least === 0) continue;
    const members = new Set<number>();
    for (const option of options) if (out[option] === 0) members.add(Math.floor(option / roles));
    const isApart = ![...members].some((candidate) => counted[candidate] === 1);
    if (members.size < least) return Number.NEGATIVE_INFINITY;
    bound = Math.min(bound, best(members, most, least)[least - 1]!);
    if (highest === null || !isApart) continue;
    for (const candidate of members) counted[candidate] = 1;
    for (const own of best(members, highest.most, least)) sum -= highest.bound - own;
  }
  return Math.min(bound, sum);
}

/** The highest values of some candidates, best first. */
function best(candidates: Iterable<number>, values: Float64Array, count: number): Float64Array {
  return Float64Array.from(candidates, (candidate) => -values[candidate]!)
    .sort()
    .subarray(0, count)
    .map((own) => -own);
}
