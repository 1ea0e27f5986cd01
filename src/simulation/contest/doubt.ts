import type { Field } from "../../engine/model/contest-plan.ts";
import { POINT_UNITS } from "../../engine/model/model.ts";
import { percentText } from "../../shared/words.ts";

/** The greatest profit that a player can sustain over many contests, as a fraction of the entry fees. */
const MOST_BELIEVABLE = 0.5;

/** The mean projected points of a lineup, for the opponents and for your own entries. */
export interface MeanPoints {
  readonly opponents: number;
  readonly own: number;
}

/**
 * Computes mean points. `own` has the picks of your lineups, one after another; `points` has each pick's
 * points, `POINT_UNITS` units to the point.
 */
export function meanPointsOf(
  field: Field,
  own: Uint16Array,
  seats: number,
  points: Float64Array,
): MeanPoints {
  const totalOf = (lineups: Uint16Array, lineup: number) =>
    lineups.subarray(lineup * seats, (lineup + 1) * seats).reduce((sum, pick) => sum + points[pick]!, 0);
  const meanOf = (lineups: Uint16Array, weights: ArrayLike<number>) => {
    let [sum, count] = [0, 0];
    for (let lineup = 0; lineup < weights.length; lineup += 1) {
      sum += weights[lineup]! * totalOf(lineups, lineup);
      count += weights[lineup]!;
    }
    return count === 0 ? 0 : sum / count / POINT_UNITS;
  };
  return {
    opponents: meanOf(field.lineups, field.weights),
    own: meanOf(own, new Uint8Array(own.length / seats).fill(1)),
  };
}

/**
 * Why a mean profit is not credible, and what to do; null if it is. `isGiven`: whether the opponents are given
 * lineups, not drawn.
 */
export function doubtOf(profit: number, { opponents, own }: MeanPoints, isGiven: boolean): string | null {
  if (profit <= MOST_BELIEVABLE) return null;
  const weaker =
    own > opponents && opponents > 0
      ? ` The opponents' lineups project ${opponents.toFixed(1)} points on average, ${percentText(100 * (1 - opponents / own))} fewer than your entries.`
      : "";
  const [why, check] = isGiven
    ? [
        "",
        "Check that the projections are of this slate and from before its games, and that the opponents are all or random entries of the contest",
      ]
    : [
        ", so real opponents are stronger than these",
        "Check that the projections and the ownership are of this slate, or take the entries of a past contest as opponents",
      ];
  return `The profit is not believable: no player sustains more than ${percentText(100 * MOST_BELIEVABLE)} of the fees${why}.${weaker} ${check}. Use this figure only to compare entries.`;
}
