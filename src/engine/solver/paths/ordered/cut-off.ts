import type { Instance } from "../instance.ts";
import type { WalkPlan } from "../walk.ts";

/** Tells of ways that they lead to no lineup of use. */
export interface CutOff {
  /** Nothing is said of fewer picks. */
  readonly from: number;
  /** Whether no lineup with the first `length` of some picks, in any order, is of use any more. */
  readonly isUseless: (picks: Int32Array, length: number) => boolean;
}

/** The same as a walk is told of it, by options of an instance. */
export function byOptions(
  { fixed, openSeats, pick }: Instance,
  { from, isUseless }: CutOff,
): NonNullable<WalkPlan["isUseless"]> {
  const picks = new Int32Array(fixed.length + openSeats);
  picks.set(fixed);
  const fewest = from - fixed.length;
  return (options, length) => {
    if (length < fewest) return false;
    for (let at = 0; at < length; at += 1) picks[fixed.length + at] = pick[options[at]!]!;
    return isUseless(picks, fixed.length + length);
  };
}
