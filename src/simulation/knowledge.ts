import type { Spread } from "./outcomes.ts";

/** What is known of how one entry's points spread, in place of its position's usual spread. */
export interface OutcomeKnowledge {
  /** GUID of the pool entry. */
  readonly uuid: string;
  /** Standard deviation, in points; 0 for points that are certain. */
  readonly deviation?: number | undefined;
  /** Points at percentiles between 0 and 100, ascending in both; at least two. */
  readonly percentiles?: readonly { readonly at: number; readonly points: number }[] | undefined;
  /** Outcomes of equal chance, at least two. */
  readonly samples?: readonly number[] | undefined;
}

/** The spread that somebody's knowledge says: samples before percentiles, these before a deviation. */
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
