import type { Instance } from "../instance.ts";
import type { Terms } from "./branch.ts";

/** Whether one of a candidate's options is such. */
function hasOption({ roles }: Instance, candidate: number, isSuch: (option: number) => boolean): boolean {
  for (let option = candidate * roles; option < (candidate + 1) * roles; option += 1)
    if (isSuch(option)) return true;
  return false;
}

/** Whether a candidate has an option that is not out. */
export function isFree(instance: Instance, candidate: number, out: Uint8Array): boolean {
  return hasOption(instance, candidate, (option) => instance.pick[option] !== -1 && out[option] === 0);
}

/** Whether somebody who must be picked is out. */
export function lacksRequired(instance: Instance, out: Uint8Array): boolean {
  return instance.required.some((own, candidate) => own === 1 && !isFree(instance, candidate, out));
}

/** By how many steps candidates are put in order, from the most points to the threshold. */
const STEPS = 8;

export interface Reach {
  /** Per candidate: none with him has more points. */
  readonly most: Float64Array;
  /** Per option, 1 where it is not picked. */
  readonly out: Uint8Array;
  readonly threshold: number;
  /**
   * Whether those of the most points come first, by and large. Tables are smaller then, lineups that are alike begin
   * alike, and whoever is barred on the way, as most lineups have him, stands where few states come before.
   */
  readonly isByPoints: boolean;
}

/** Who may be in a lineup with so many points, by what those with him have at the most, and whoever is in all. */
export function candidatesAt(instance: Instance, { most, out, threshold, isByPoints }: Reach): number[] {
  const steps: number[][] = Array.from({ length: STEPS }, () => []);
  const highest = most.reduce((a, b) => Math.max(a, b), threshold + 1);
  const perPoint = isByPoints ? (STEPS - 1) / (highest - threshold) : 0;
  most.forEach((own, candidate) => {
    if (instance.required[candidate] === 1) steps[0]!.push(candidate);
    else if (own >= threshold && isFree(instance, candidate, out))
      steps[Math.floor((highest - own) * perPoint)]!.push(candidate);
  });
  return steps.flat();
}

/** No lineup that keeps the trackers has more points: of those with so many members each has one of no more. */
export function boundOf(instance: Instance, { trackers, out }: Terms, most: Float64Array): number {
  let bound = Number.POSITIVE_INFINITY;
  for (const { member, least } of trackers) {
    if (least === 0) continue;
    const members = most
      .filter((_, candidate) =>
        hasOption(instance, candidate, (option) => member[option] === 1 && out[option] === 0),
      )
      .sort();
    bound = Math.min(bound, members.at(-least) ?? Number.NEGATIVE_INFINITY);
  }
  return bound;
}
