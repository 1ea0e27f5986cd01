/**
 * Text on one line without control characters, which would move the cursor or break a table. Names in files
 * may contain any characters.
 */
export function printable(text: string): string {
  return text
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, "")
    .trim();
}
