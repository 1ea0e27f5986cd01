/** The greatest common divisor of two whole numbers of any sign; 0 only if both are 0. */
export function greatestCommonDivisor(left: number, right: number): number {
  let [a, b] = [Math.abs(left), Math.abs(right)];
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
