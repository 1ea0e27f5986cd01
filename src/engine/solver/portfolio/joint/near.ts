/** Tolerance for rounding errors of LP values: smaller parts of a lineup, or of a shortage, count as zero. */
const NEAR = 1e-6;

/** Whether an amount of a lineup, or of a shortage, is above the tolerance. */
export function isAny(amount: number): boolean {
  return amount > NEAR;
}

/** Whether a lineup's LP value is 1 within the tolerance. */
export function isAllIn(part: number): boolean {
  return !isAny(1 - part);
}
