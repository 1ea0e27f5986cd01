import type { PickSum } from "../engine/model/lineup-test.ts";
import type { Range } from "./ranges.ts";

const GREATEST_WEIGHT = 2 ** 40;
/** Maximum number of weight units per 1 of a value: at most eight decimals are exact. */
const FINEST_UNITS = 1e8;
/** A number counts as whole within this fraction of it: the rounding error of a decimal times two factors. */
const DECIMAL_TOLERANCE = 4 * Number.EPSILON;

/**
 * Converts values of picks, and limits on their sum, to whole numbers: multiplies all by a power of ten that
 * keeps their decimals, as far as the maximum weight allows. Sums and limits are exact for decimals as files
 * write them.
 */
export function sumOf(values: readonly number[], { least, most }: Range): PickSum {
  const greatest = values.reduce((so, value) => Math.max(so, Math.abs(value)), 1);
  let scale = 1;
  const off = (value: number) => DECIMAL_TOLERANCE * Math.abs(value * scale);
  const isWhole = (value: number) => Math.abs(value * scale - Math.round(value * scale)) <= off(value);
  while (scale < FINEST_UNITS && greatest * scale * 10 <= GREATEST_WEIGHT && !values.every(isWhole))
    scale *= 10;
  return {
    weights: Float64Array.from(values, (value) => Math.round(value * scale) + 0),
    least: Number.isFinite(least) ? Math.ceil(least * scale - off(least)) : least,
    most: Number.isFinite(most) ? Math.floor(most * scale + off(most)) : most,
  };
}

/** Weight units per 1 of a natural logarithm: products are accurate to about one part in ten million. */
const LOGARITHM = 2 ** 28;
/** Tolerance for rounding in the limits of a product, in weight units: half a unit per seat. */
const PRODUCT_TOLERANCE = 24;
/** The weight for a factor of 0: it makes the product 0 with any other factors. */
const ZERO_WEIGHT = -GREATEST_WEIGHT;

/**
 * Converts a limit on a product of picks' values to one on a sum of logarithms. Values must be at least 0,
 * and a pick with null is not a factor. A maximum of 0 allows only products of 0. Products of up to 40 values
 * from 10^-12 to 10^12 are distinguished from products with a 0.
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
