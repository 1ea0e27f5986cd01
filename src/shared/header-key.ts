/** Normalizes a header name for comparison: lower-case letters and digits only. */
export function headerKey(name: string): string {
  const lower = name.toLowerCase();
  // Cells are compared with headers by the thousand, and most have nothing to remove.
  return /^[a-z0-9]*$/.test(lower) ? lower : lower.replace(/[^\p{L}\p{N}]/gu, "");
}

/** Matches header names of values that are known only after a contest has begun. */
const AFTER_LOCK = /actual|result|scored|drafted|final(?!s)|outcome/;

/** Whether a normalized header names a value that is known only after lock. */
export function isKnownAfterLock(key: string): boolean {
  return AFTER_LOCK.test(key);
}
