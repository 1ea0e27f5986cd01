/** What linear programs come to is not exact: so little of a lineup, or of what is missing, is none. */
const NEAR = 1e-6;

/** Whether so much of a lineup, or of what is missing, is any. */
export function isAny(amount: number): boolean {
  return amount > NEAR;
}

/** Whether a lineup of which so much is in is all in. */
export function isAllIn(part: number): boolean {
  return !isAny(1 - part);
}
