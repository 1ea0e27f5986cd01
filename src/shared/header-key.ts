/** Normalizes a header name for comparison: lower-case letters and digits only. */
export function headerKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
