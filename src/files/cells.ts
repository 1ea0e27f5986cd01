import type { FileFaults } from "./csv.ts";

/** Cell texts that mean "no value", in lower case; books write `null` for a player without a game. */
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

/** The position of a cell, for errors. */
export interface CellPlace {
  readonly line: number;
  readonly column: string;
}

/** A decimal number with a point or a comma, and an optional exponent. */
const NUMBER = /^[+-]?(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d{1,3})?$/i;

/** The text of a cell, or null for "no value". */
export function readText(cell: string): string | null {
  return isMissing(cell) ? null : cell;
}

/** A salary: a whole amount with optional `$` and commas. Any other text is a fault and gives null. */
export function readSalary(cell: string, place: CellPlace, faults: FileFaults): number | null {
  const plain = cell.replace(/^\$\s*/, "");
  if (/^(\d+|\d{1,3}(,\d{3})+)(\.0*)?$/.test(plain)) return Number(plain.replaceAll(",", ""));
  report(cell, place, "is no salary. Give a whole amount such as 5400.", faults);
  return null;
}

/** A salary that only distinguishes players: returns null for other text without reporting a fault. */
export function readListedSalary(cell: string): number | null {
  const plain = cell.replace(/[$,\s]/g, "");
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** Points. Returns null for an empty cell, and for text that is not a decimal number, which is a fault. */
export function readPoints(cell: string, place: CellPlace, faults: FileFaults): number | null {
  return readNumber(cell, "points such as 12.5", place, faults);
}

/** A share as written, without the percent sign; null as for points. */
export function readShare(cell: string, place: CellPlace, faults: FileFaults): number | null {
  const plain = cell.endsWith("%") ? cell.slice(0, -1).trimEnd() : cell;
  return readNumber(plain, "a percentage such as 12.5", place, faults);
}

function readNumber(cell: string, sample: string, place: CellPlace, faults: FileFaults): number | null {
  if (isMissing(cell)) return null;
  const value = NUMBER.test(cell) ? Number(cell.replace(",", ".")) : Number.NaN;
  if (Number.isFinite(value)) return value;
  report(cell, place, `is no number. Give ${sample}, or leave the cell empty.`, faults);
  return null;
}

function report(cell: string, { line, column }: CellPlace, reason: string, faults: FileFaults): void {
  faults.add(line, `column ${column}: "${cell}" ${reason}`);
}

/** The non-empty cells of a row by header; the first one if a header is repeated. */
export type CellsByHeader = Readonly<Record<string, string>>;

/** The cells from a given column on: books embed a pool to the right of other rows. */
export function cellsByHeader(
  headings: readonly string[],
  cells: readonly string[],
  from = 0,
): CellsByHeader {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  for (let at = from; at < headings.length; at += 1) {
    const [header, cell] = [headings[at]!, cells[at] ?? ""];
    if (header !== "" && !isMissing(cell)) found[header] ??= cell;
  }
  return { ...found };
}
