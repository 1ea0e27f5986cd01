import { greatestCommonDivisor } from "../../../../shared/greatest-common-divisor.ts";
import type { PickSum } from "../../../model/lineup-test.ts";
import type { Instance } from "../instance.ts";

/** Limits of what lineups have in all; the fixed picks' aside. */
export interface TotalLimits {
  /** Units of points; Infinity where there is no limit. */
  readonly most: number;
  /** Lineups that have so much less than `most` are taken for having just so many; 0 where absent. */
  readonly slack?: number;
  /** Units of points; -Infinity where there is no limit. */
  readonly least: number;
  /** What else options sum to: a number per option and for `nobody`. */
  readonly sums: readonly { readonly worth: Float64Array; readonly least: number; readonly most: number }[];
}

/** Units by which each pick's points may be off a multiple of its weight, as they are where weights were rounded. */
const OFF = 64;

/** What sums say of the points themselves; null where none is of these. All sums have to be checked nevertheless. */
export function totalLimitsOf(instance: Instance, sums: readonly PickSum[]): TotalLimits | null {
  const { model, fixed, fixedPoints, openSeats, points } = instance;
  const ranges = sums.flatMap((sum) => {
    const factor = factorOf(sum, model.picks.points);
    if (factor === null) return [];
    const slack = factor.isExact ? 0 : OFF * (openSeats + fixed.length);
    return [
      {
        least: Math.ceil(factor.of * sum.least) - fixedPoints - slack,
        most: Math.floor(factor.of * sum.most) - fixedPoints + slack,
      },
    ];
  });
  if (ranges.length === 0) return null;
  const least = Math.max(...ranges.map((range) => range.least));
  const most = Math.min(...ranges.map((range) => range.most));
  const step = points.reduce(greatestCommonDivisor);
  return {
    least,
    most: step === 0 || most === Number.POSITIVE_INFINITY ? most : step * Math.floor(most / step),
    sums: sumLimitsOf(instance, sums),
  };
}

/** What sums say of the options of an instance. */
export function sumLimitsOf({ fixed, pick }: Instance, sums: readonly PickSum[]): TotalLimits["sums"] {
  return sums.map(({ weights, least, most }) => {
    const counted = fixed.reduce((so, own) => so + weights[own]!, 0);
    const worth = Float64Array.from(pick, (own) => weights[own] ?? 0);
    return { worth, least: least - counted, most: most - counted };
  });
}

/** How many units of points a weight of one stands for, where that is the same for all picks; above 0. */
function factorOf(
  { weights }: PickSum,
  points: Float64Array,
): { readonly of: number; readonly isExact: boolean } | null {
  const sizes = weights.map((own) => Math.abs(own));
  const greatest = sizes.indexOf(sizes.reduce((a, b) => Math.max(a, b), 0));
  const about = points[greatest]! / weights[greatest]!;
  // Weights are decimals of points more often than not; what rounding the greatest took is no part of their unit then.
  for (const of of [Math.round(about), about]) {
    if (!(of > 0) || !Number.isFinite(of)) continue;
    const most = weights.reduce((so, own, at) => Math.max(so, Math.abs(points[at]! - of * own)), 0);
    if (most <= OFF) return { of, isExact: most === 0 };
  }
  return null;
}
