import { MOST_POINTS } from "../contests/problem/projections.ts";
import type { Column } from "../shared/books.ts";
import { groupBy, listedUpTo } from "../shared/collections.ts";
import { headerKey } from "../shared/header-key.ts";
import type { CsvRecord, FileFaults } from "./csv.ts";

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

const LONGEST_MISSING = Math.max(...[...MISSING].map(({ length }) => length));

export function isMissing(cell: string): boolean {
  return cell.length <= LONGEST_MISSING && MISSING.has(cell.toLowerCase());
}

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

/** Reads a salary: a whole amount with optional `$` and commas. Any other text is a fault and gives null. */
export function readSalary(cell: string, place: CellPlace, faults: FileFaults): number | null {
  const plain = cell.replace(/^\$\s*/, "");
  if (/^(\d+|\d{1,3}(,\d{3})+)(\.0*)?$/.test(plain)) return Number(plain.replaceAll(",", ""));
  report(cell, place, "is not a salary. Give a whole amount such as 5400.", faults);
  return null;
}

/** Reads a salary that is only used to distinguish players; other text gives null and is no fault. */
export function readListedSalary(cell: string): number | null {
  const plain = cell.replace(/[$,\s]/g, "");
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** Reads points. An empty cell gives null; text that is not a decimal number is a fault and gives null. */
export function readPoints(cell: string, place: CellPlace, faults: FileFaults): number | null {
  return readNumber(cell, "points such as 12.5", place, faults);
}

/** Like `readPoints`, for a player's fantasy points, of which more than `MOST_POINTS` are a fault too. */
export function readFantasyPoints(cell: string, place: CellPlace, faults: FileFaults): number | null {
  const points = readPoints(cell, place, faults);
  if (points === null || Math.abs(points) <= MOST_POINTS) return points;
  report(cell, place, `is not between -${MOST_POINTS} and ${MOST_POINTS} points. Correct it.`, faults);
  return null;
}

/**
 * Reads a percentage or fraction as written, ignoring a percent sign. An empty cell gives null; text that is
 * not a number is a fault and gives null.
 */
export function readShare(cell: string, place: CellPlace, faults: FileFaults): number | null {
  const plain = cell.endsWith("%") ? cell.slice(0, -1).trimEnd() : cell;
  return readNumber(plain, "a percentage such as 12.5", place, faults);
}

/** The number in a cell; null for an empty cell, NaN for other text. */
export function numberIn(cell: string): number | null {
  if (isMissing(cell)) return null;
  return NUMBER.test(cell) ? Number(cell.replace(",", ".")) : Number.NaN;
}

function readNumber(cell: string, sample: string, place: CellPlace, faults: FileFaults): number | null {
  const value = numberIn(cell);
  if (value === null || Number.isFinite(value)) return value;
  report(cell, place, `is not a number. Give ${sample}, or leave the cell empty.`, faults);
  return null;
}

function report(cell: string, { line, column }: CellPlace, reason: string, faults: FileFaults): void {
  faults.add(line, `column ${column}: "${cell}" ${reason}`);
}

/** The non-empty cells of a row by header; the first one if a header is repeated. */
export type CellsByHeader = Readonly<Record<string, string>>;

/**
 * The cells of a row by header, without the columns whose indices are in `except`. Begins at column `from`,
 * because books embed a pool to the right of other rows.
 */
export function cellsByHeader(
  headings: readonly string[],
  cells: readonly string[],
  from = 0,
  except: ReadonlySet<number> = new Set(),
): CellsByHeader {
  const found: Record<string, string> = {};
  for (let at = from; at < headings.length; at += 1) {
    const header = headings[at]!;
    const value = cells[at] ?? "";
    if (header === "" || except.has(at) || isMissing(value) || Object.hasOwn(found, header)) continue;
    // An assignment would set the prototype.
    if (header === "__proto__")
      Object.defineProperty(found, header, { value, enumerable: true, writable: true, configurable: true });
    else found[header] = value;
  }
  return found;
}

export { headerKey } from "../shared/header-key.ts";

export interface Header<Key extends string> {
  /** The index of the header row among the file's records. */
  readonly row: number;
  /** For each column that the header row has, the index of its cell. */
  readonly at: Readonly<Partial<Record<Key, number>>>;
}

/** For each column, the indices of the header row's cells that may be its header, the preferred one first. */
type Located<Key extends string> = ReadonlyMap<Key, readonly number[]>;

/** How well a cell of a header row fits a column, from the other cells of its row and the rows below. */
export type HeaderFit<Key extends string> = (
  key: Key,
  index: number,
  headings: readonly string[],
  below: readonly CsvRecord[],
) => "fits" | "last-resort" | "is-other";

/**
 * Finds the first record that has every required column, null if there is none. The columns can be at any
 * position: books embed a pool to the right of other rows. If several cells match a column, takes the
 * preferred one that has values below it.
 */
export function findHeader<Key extends string>(
  records: readonly CsvRecord[],
  columns: Readonly<Partial<Record<Key, Column>>>,
  fitOf: HeaderFit<Key> = () => "fits",
): Header<Key> | null {
  const sign = longestRequired(columns);
  const shortest = Math.min(...[...sign].map(({ length }) => length));
  for (const [row, { cells }] of records.entries()) {
    // Most rows are not headers, and locating every column in each of them would be slow.
    if (sign.size > 0 && !cells.some((cell) => cell.length >= shortest && sign.has(headerKey(cell))))
      continue;
    const all = locate(cells, columns);
    if (missingColumns(all, columns).length > 0) continue;
    const below = records.slice(row + 1);
    const located = fitting(all, (key, index) => fitOf(key, index, cells, below));
    if (missingColumns(located, columns).length > 0) continue;
    const isFilled = (index: number) => below.some((record) => !isMissing(record.cells[index] ?? ""));
    const at: Partial<Record<Key, number>> = {};
    for (const [key, indices] of located) at[key] = indices.find(isFilled) ?? indices[0]!;
    return { row, at };
  }
  return null;
}

/**
 * The normalized names of one required column, for a quick test: a record without any of them is no header.
 * It is the column with the longest names, because few other cells are as long. Empty if no column is
 * required.
 */
function longestRequired(columns: Readonly<Partial<Record<string, Column>>>): ReadonlySet<string> {
  const required = Object.values(columns)
    .filter((column) => column !== undefined)
    .filter((column) => column.required && column.parts === undefined)
    .map(({ names }) => names.map(headerKey));
  const leastOf = (names: readonly string[]) => Math.min(...names.map(({ length }) => length));
  return new Set(required.toSorted((a, b) => leastOf(b) - leastOf(a))[0]);
}

/**
 * Describes the record that lacks the fewest required columns: its line, and the preferred name of each
 * missing column. If no record has any required column, `line` is null and all of them are missing.
 */
export function missingFromBest<Key extends string>(
  records: readonly CsvRecord[],
  columns: Readonly<Partial<Record<Key, Column>>>,
): { readonly line: number | null; readonly missing: readonly string[] } {
  let best = { line: null as number | null, missing: missingColumns(new Map(), columns) };
  for (const { line, cells } of records) {
    const missing = missingColumns(locate(cells, columns), columns);
    if (missing.length < best.missing.length) best = { line, missing };
  }
  return best;
}

const MOST_COLUMNS_NAMED = 12;

/** Lists a record's cells, which are column names, for an error message. */
export function shownColumns({ cells }: CsvRecord): string {
  return listedUpTo(
    MOST_COLUMNS_NAMED,
    cells.filter((cell) => cell !== ""),
  );
}

function locate<Key extends string>(
  cells: readonly string[],
  columns: Readonly<Partial<Record<Key, Column>>>,
): Located<Key> {
  const indices = groupBy(cells.keys(), (index) => headerKey(cells[index]!));
  const keys = Object.keys(columns) as Key[];
  const located = keys.map((key): [Key, readonly number[]] => {
    return [key, columns[key]!.names.flatMap((name) => indices.get(headerKey(name)) ?? [])];
  });
  return new Map(located.filter(([, found]) => found.length > 0));
}

/** The located columns without cells of other columns, and with those of last resort behind the others. */
function fitting<Key extends string>(
  located: Located<Key>,
  fitOf: (key: Key, index: number) => ReturnType<HeaderFit<Key>>,
): Located<Key> {
  const found = [...located].map(([key, indices]): [Key, readonly number[]] => {
    const fits = groupBy(indices, (index) => fitOf(key, index));
    return [key, [...(fits.get("fits") ?? []), ...(fits.get("last-resort") ?? [])]];
  });
  return new Map(found.filter(([, indices]) => indices.length > 0));
}

function missingColumns<Key extends string>(
  located: Located<Key>,
  columns: Readonly<Partial<Record<Key, Column>>>,
): string[] {
  return (Object.keys(columns) as Key[])
    .filter((key) => columns[key]!.required && !located.has(key) && !hasParts(columns[key]!, located))
    .map((key) => columns[key]!.names[0]!);
}

function hasParts({ parts }: Column, located: ReadonlyMap<string, unknown>): boolean {
  return parts?.every((part) => located.has(part)) ?? false;
}

/** The length in characters above which a cell is not parsed as a name: parsing takes quadratic time. */
export const LONGEST_NAMING_CELL = 1_000;
