/**
 * Functions whose last bits differ between engines, computed here only with sums, products, quotients and
 * square roots, so that results are bit-identical everywhere. Accurate to about 1e-15 of the value.
 */

const LN_2 = Math.LN2;
/** The same in two parts; the first times a small whole number is exact. */
const LN_2_COARSE = 0.6931471803691238;
const LN_2_FINE = 1.9082149292705877e-10;
const view = new DataView(new ArrayBuffer(8));

/** The natural logarithm of a positive, normal number. */
export function ln(value: number): number {
  view.setFloat64(0, value);
  let exponent = ((view.getUint32(0) >>> 20) & 0x7ff) - 1023;
  view.setUint32(0, (view.getUint32(0) & 0xfffff) | (1023 << 20));
  let mantissa = view.getFloat64(0);
  if (mantissa > Math.SQRT2) {
    mantissa /= 2;
    exponent += 1;
  }
  // ln m = 2 artanh((m - 1) / (m + 1)), whose series converges quickly near 1.
  const ratio = (mantissa - 1) / (mantissa + 1);
  const square = ratio * ratio;
  let sum = 0;
  for (let term = 23; term >= 1; term -= 2) sum = sum * square + 1 / term;
  return exponent * LN_2 + 2 * ratio * sum;
}

/** e to a power between -700 and 700. */
export function exp(power: number): number {
  const exponent = Math.round(power / LN_2);
  const rest = power - exponent * LN_2_COARSE - exponent * LN_2_FINE;
  let sum = 1;
  for (let term = 18; term >= 1; term -= 1) sum = 1 + (sum * rest) / term;
  view.setUint32(0, (exponent + 1023) << 20);
  view.setUint32(4, 0);
  return sum * view.getFloat64(0);
}
