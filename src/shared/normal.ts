/**
 * Functions whose last bits differ between JavaScript engines, computed here only with sums, products,
 * quotients and square roots: bit-identical everywhere, and accurate to about 1e-15 of the value.
 */

const LN_2 = Math.LN2;
/** ln 2 in two parts; products of the first with small whole numbers are exact. */
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

const SQRT_TAU = 2.5066282746310002;

/** The density of the standard normal distribution; 0 where it is less than e to the power -700. */
export function normalDensity(value: number): number {
  const power = (-value * value) / 2;
  return power < -700 ? 0 : exp(power) / SQRT_TAU;
}

/** Beyond this many deviations, a probability is 0 or 1 to the last bit. */
const CERTAIN = 8.3;

export function normalChance(value: number): number {
  if (Math.abs(value) > CERTAIN) return value < 0 ? 0 : 1;
  let term = value;
  let sum = value;
  for (let power = 3; Math.abs(term) > Math.abs(sum) * 1e-17; power += 2) {
    term *= (value * value) / power;
    sum += term;
  }
  return 0.5 + normalDensity(value) * sum;
}

const CENTRAL = {
  above: [
    2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946,
    1971.5909503065513, 133.14166789178438, 3.3871328727963665,
  ],
  below: [
    5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751,
    687.1870074920579, 42.31333070160091, 1,
  ],
} as const;
const OUTER = {
  above: [
    7.745450142783414e-4, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
    5.769497221460691, 4.630337846156546, 1.4234371107496835,
  ],
  below: [
    1.0507500716444169e-9, 5.475938084995345e-4, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
    1.6763848301838038, 2.053191626637759, 1,
  ],
} as const;
const FARTHEST = {
  above: [
    2.0103343992922881e-7, 2.7115555687434876e-5, 0.0012426609473880784, 0.026532189526576124,
    0.29656057182850487, 1.7848265399172913, 5.463784911164114, 6.657904643501103,
  ],
  below: [
    2.0442631033899397e-15, 1.421511758316446e-7, 0.000018463183175100548, 7.868691311456133e-4,
    0.014875361290850615, 0.1369298809227358, 0.599832206555888, 1,
  ],
} as const;

/**
 * The standard normal quantile of a probability between 0 and 1, to 16 digits (Wichura's algorithm AS 241).
 */
export function normalQuantile(chance: number): number {
  const offset = chance - 0.5;
  if (Math.abs(offset) <= 0.425) {
    const from = 0.180625 - offset * offset;
    return (offset * polynomial(CENTRAL.above, from)) / polynomial(CENTRAL.below, from);
  }
  const tail = Math.sqrt(-ln(offset < 0 ? chance : 1 - chance));
  const { above, below } = tail <= 5 ? OUTER : FARTHEST;
  const from = tail - (tail <= 5 ? 1.6 : 5);
  const value = polynomial(above, from) / polynomial(below, from);
  return offset < 0 ? -value : value;
}

/** The coefficient of the highest power comes first. */
function polynomial(coefficients: readonly number[], at: number): number {
  let sum = 0;
  for (let index = 0; index < coefficients.length; index += 1) sum = sum * at + coefficients[index]!;
  return sum;
}

/**
 * Grid steps per standard deviation. A player's points are a function of a standard normal number, given by its
 * values at the steps, linear between them, and constant beyond the ends: any distribution is a list of values.
 */
export const STEPS_PER_UNIT = 16;
const REACH = 4;
export const GRID_SIZE = 2 * REACH * STEPS_PER_UNIT + 1;

/** In standard deviations. */
export const GRID: Float64Array = Float64Array.from(
  { length: GRID_SIZE },
  (_, step) => step / STEPS_PER_UNIT - REACH,
);

/** The normal chance below each step. */
export const CHANCES: Float64Array = GRID.map(normalChance);

/** The mean of the function that is 1 at this step, 0 at the others, and linear between them. */
export const WEIGHTS: Float64Array = Float64Array.from({ length: GRID_SIZE }, (_, step) => {
  const last = GRID_SIZE - 1;
  if (step === 0 || step === last)
    return (meanShortfall(GRID[1]!) - meanShortfall(GRID[0]!)) * STEPS_PER_UNIT;
  const [before, at, after] = [GRID[step - 1]!, GRID[step]!, GRID[step + 1]!];
  return (meanShortfall(after) - 2 * meanShortfall(at) + meanShortfall(before)) * STEPS_PER_UNIT;
});

/** The mean of max(0, value - x) for a standard normal x. */
function meanShortfall(value: number): number {
  return value * normalChance(value) + normalDensity(value);
}

export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let step = 0; step < GRID_SIZE; step += 1) sum += WEIGHTS[step]! * values[step]!;
  return sum;
}

/** Weighted as in the mean. */
export function deviationOf(values: ArrayLike<number>): number {
  const mean = meanOf(values);
  let sum = 0;
  for (let step = 0; step < GRID_SIZE; step += 1) sum += WEIGHTS[step]! * (values[step]! - mean) ** 2;
  return Math.sqrt(sum);
}
