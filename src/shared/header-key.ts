export function headerKey(name: string): string {
  const lower = name.toLowerCase();
  // Cells are compared with headers by the thousand, and most have nothing to remove.
  return /^[a-z0-9]*$/.test(lower) ? lower : lower.replace(/[^\p{L}\p{N}]/gu, "");
}

const AFTER_LOCK = /actual|result|scored|drafted|final(?!s)|outcome/;

export function isKnownAfterLock(key: string): boolean {
  return AFTER_LOCK.test(key);
}
