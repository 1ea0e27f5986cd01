import type { PickSum } from "../engine/model/lineup-test.ts";
import type { Range } from "./ranges.ts";

/** The greatest weight that solvers take. */
const GREATEST = 2 ** 40;
/** The finest decimals that a sum counts. */
const FINEST = 1e8;
/** How much of a unit a limit may be off for its decimals to be exact. */
const OFF = 1e-6;

/**
 * Numbers of picks as whole weights: as many decimals as they need, as far as those fit. Sums and limits are then exact
 * for decimals as files write them.
 */
export function sumOf(values: readonly number[], { least, most }: Range): PickSum {
  const greatest = values.reduce((so, value) => Math.max(so, Math.abs(value)), 1);
  let scale = 1;
  const isWhole = (value: number) => Math.abs(value * scale - Math.round(value * scale)) < OFF;
  while (scale < FINEST && greatest * scale * 10 <= GREATEST && !values.every(isWhole)) scale *= 10;
  return {
    weights: Float64Array.from(values, (value) => Math.round(value * scale) + 0),
    least: Math.ceil(least * scale - OFF),
    most: Math.floor(most * scale + OFF),
  };
}

/** Units to a natural logarithm's 1, so that a product is told to about one part in ten million. */
const LOGARITHM = 2 ** 28;
/** What a product may be off for rounding, in units: half of one for each of the seats. */
const SLACK = 24;
/** Counts for a number of 0, whose product is 0 whatever the others are. */
const ZERO = -GREATEST;

/**
 * A product as a sum of logarithms; no number may be below 0, and null counts nothing. A most of 0 is one that only
 * products of 0 keep. Numbers from 10^-12 to 10^12 are told from 0 in lineups of up to 40.
 */
export function productOf(values: readonly (number | null)[], { least, most }: Range): PickSum {
  const weight = (value: number) => (value === 0 ? ZERO : Math.round(Math.log(value) * LOGARITHM));
  return {
    weights: Float64Array.from(values, (value) => (value === null ? 0 : weight(value))),
    least: least <= 0 ? Number.NEGATIVE_INFINITY : Math.floor(Math.log(least) * LOGARITHM) - SLACK,
    most:
      most === Number.POSITIVE_INFINITY
        ? most
        : most <= 0
          ? ZERO / 2
          : Math.ceil(Math.log(most) * LOGARITHM) + SLACK,
  };
}
