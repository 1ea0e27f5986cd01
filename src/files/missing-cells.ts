/** What stands in a cell that says nothing, lower case; books write `null` for a player without a game. */
const MISSING: ReadonlySet<string> = new Set([
  "",
  "-",
  "--",
  "–",
  "—",
  "n/a",
  "na",
  "#n/a",
  "nan",
  "nil",
  "none",
  "null",
]);

export function isMissing(cell: string): boolean {
  return MISSING.has(cell.toLowerCase());
}
