import { greatestCommonDivisor } from "../../shared/greatest-common-divisor.ts";
import type { Instance } from "./instance.ts";
import type { Trellis } from "./trellis.ts";

/** What points of tables are counted in. */
export interface PointSteps {
  /** Units of points to a step. */
  readonly unit: number;
  /** Whether some points are no whole number of steps. */
  readonly rounded: boolean;
}

/**
 * The greatest common divisor of the points where no sum has more than `most` steps of it, else a power of two to which
 * they are to be rounded.
 */
export function pointSteps(instance: Instance, { candidates }: Trellis, most: number): PointSteps {
  const { roles, points, openSeats, mostPoints } = instance;
  let divisor = 0;
  for (let index = 0; index < candidates.length && divisor !== 1; index += 1) {
    const from = candidates[index]! * roles;
    for (let option = from; option < from + roles; option += 1) {
      if (divisor === 0 || points[option]! % divisor !== 0)
        divisor = greatestCommonDivisor(divisor, points[option]!);
    }
  }
  const unit = Math.max(1, divisor);
  const least = (mostPoints * openSeats) / most;
  return least <= unit ? { unit, rounded: false } : { unit: 2 ** Math.ceil(Math.log2(least)), rounded: true };
}
