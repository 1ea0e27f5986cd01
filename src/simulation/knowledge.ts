import type { Spread } from "./outcomes.ts";

/**
 * A known spread of one player's points; it replaces the usual spread of the position. Samples take
 * precedence over percentiles, and percentiles over a deviation.
 */
export interface OutcomeKnowledge {
  /** GUID of the pool player. */
  readonly uuid: string;
  /** Standard deviation, in points; 0 means that the points are certain. */
  readonly deviation?: number | undefined;
  /** Points at percentiles between 0 and 100, both ascending; at least two. */
  readonly percentiles?: readonly { readonly at: number; readonly points: number }[] | undefined;
  /** Equally likely outcomes, at least two. */
  readonly samples?: readonly number[] | undefined;
}

/** The spread for what is known: samples take precedence over percentiles, and these over a deviation. */
export function spreadOf(
  { deviation, percentiles, samples }: OutcomeKnowledge,
  family: "normal" | "lognormal" | "gamma",
): Spread | null {
  if (samples !== undefined) return { family: "samples", points: samples };
  if (percentiles !== undefined)
    return {
      family: "percentiles",
      at: percentiles.map(({ at }) => at),
      points: percentiles.map(({ points }) => points),
    };
  return deviation === undefined ? null : { family, deviation };
}
