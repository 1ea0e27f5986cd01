import type { PickSum } from "../engine/model/lineup-test.ts";
import type { Range } from "./ranges.ts";

/** Maximum weight that solvers accept. */
const GREATEST_WEIGHT = 2 ** 40;
/** The most units per 1: sums are exact to eight decimals at the finest. */
const FINEST_UNITS = 1e8;
/** Tolerance, in units, for a limit to count as an exact decimal. */
const DECIMAL_TOLERANCE = 1e-6;

/**
 * Converts values of picks to whole weights, with as many decimals as they need and as fit. Sums and limits
 * are exact for decimals as files write them.
 */
export function sumOf(values: readonly number[], { least, most }: Range): PickSum {
  const greatest = values.reduce((so, value) => Math.max(so, Math.abs(value)), 1);
  let scale = 1;
  const isWhole = (value: number) => Math.abs(value * scale - Math.round(value * scale)) < DECIMAL_TOLERANCE;
  while (scale < FINEST_UNITS && greatest * scale * 10 <= GREATEST_WEIGHT && !values.every(isWhole))
    scale *= 10;
  return {
    weights: Float64Array.from(values, (value) => Math.round(value * scale) + 0),
    least: Math.ceil(least * scale - DECIMAL_TOLERANCE),
    most: Math.floor(most * scale + DECIMAL_TOLERANCE),
  };
}

/** Units per natural logarithm of 1: products are accurate to about one part in ten million. */
const LOGARITHM = 2 ** 28;
/** Rounding tolerance of a product in units: half a unit per seat. */
const PRODUCT_TOLERANCE = 24;
/** The weight for a factor of 0: it makes the product 0 with any other factors. */
const ZERO_WEIGHT = -GREATEST_WEIGHT;

/**
 * Converts a product to a sum of logarithms. Values must be at least 0, and null counts nothing. A maximum of
 * 0 allows only products of 0. Values from 10^-12 to 10^12 are distinguished from 0 in lineups of up to 40.
 */
export function productOf(values: readonly (number | null)[], { least, most }: Range): PickSum {
  const weight = (value: number) => (value === 0 ? ZERO_WEIGHT : Math.round(Math.log(value) * LOGARITHM));
  return {
    weights: Float64Array.from(values, (value) => (value === null ? 0 : weight(value))),
    least:
      least <= 0 ? Number.NEGATIVE_INFINITY : Math.floor(Math.log(least) * LOGARITHM) - PRODUCT_TOLERANCE,
    most:
      most === Number.POSITIVE_INFINITY
        ? most
        : most <= 0
          ? ZERO_WEIGHT / 2
          : Math.ceil(Math.log(most) * LOGARITHM) + PRODUCT_TOLERANCE,
  };
}
