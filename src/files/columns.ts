import { MOST_POINTS } from "../contests/problem/projections.ts";
import type { Column } from "../shared/books.ts";
import { groupBy, listedUpTo } from "../shared/collections.ts";
import { headerKey } from "../shared/header-key.ts";
import type { CsvRecord, FileFaults } from "./csv.ts";

export { headerKey } from "../shared/header-key.ts";

/** Cell texts that mean "no value", in lower case; books write `null` for a player without a game. */
const MISSING = new Set(["", "-", "--", "–", "—", "n/a", "na", "#n/a", "nan", "nil", "none", "null"]);

const LONGEST_MISSING = Math.max(...[...MISSING].map(({ length }) => length));

export function isMissing(cell: string): boolean {
  return cell.length <= LONGEST_MISSING && MISSING.has(cell.toLowerCase());
}

interface CellPlace {
  readonly line: number;
  readonly column: string;
}

/** Reads a cell of a column; text that the column cannot have is a fault, and gives null. */
export type CellReader<Value> = (cell: string, place: CellPlace, faults: FileFaults) => Value;

const NUMBER = /^[+-]?(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d{1,3})?$/i;

export function readText(cell: string): string | null {
  return isMissing(cell) ? null : cell;
}

/** Such as `5.26817E+09`. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+\d+$/i;

export const readId: CellReader<string | null> = (cell, place, faults) =>
  ROUNDED.test(cell)
    ? report(
        cell,
        place,
        "has lost digits: a spreadsheet has rounded the id. Download the file again, and do not save it there.",
        faults,
      )
    : readText(cell);

export const readSalary: CellReader<number | null> = (cell, place, faults) => {
  const plain = cell.replace(/^\$\s*/, "");
  if (/^(\d+|\d{1,3}(,\d{3})+)(\.0*)?$/.test(plain)) return Number(plain.replaceAll(",", ""));
  return report(cell, place, "is not a salary. Give a whole amount such as 5400.", faults);
};

/** As in `8.800`, in the notation of the files with decimal commas. */
const THOUSANDS = /^[1-9]\d{0,2}(?:\.\d{3})+$/;

/** The amount of money in a cell, with optional `$` and commas; null for any other text, which is no fault. */
export function readAmount(cell: string): number | null {
  const amount = cell.replace(/[$,\s]/g, "");
  const plain = THOUSANDS.test(amount) ? amount.replaceAll(".", "") : amount;
  return /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(plain) ? Number(plain) : null;
}

export const readPoints: CellReader<number | null> = (cell, place, faults) =>
  readNumber(cell, "points such as 12.5", place, faults);

/** Like `readPoints`, for a player's fantasy points, of which more than `MOST_POINTS` are a fault too. */
export const readFantasyPoints: CellReader<number | null> = (cell, place, faults) => {
  const points = readPoints(cell, place, faults);
  if (points === null || Math.abs(points) <= MOST_POINTS) return points;
  return report(cell, place, `is not between -${MOST_POINTS} and ${MOST_POINTS} points. Correct it.`, faults);
};

export const readShare: CellReader<number | null> = (cell, place, faults) => {
  const plain = cell.endsWith("%") ? cell.slice(0, -1).trimEnd() : cell;
  return readNumber(plain, "a percentage such as 12.5", place, faults);
};

/** The number in a cell; null for an empty cell, NaN for other text. */
export function numberIn(cell: string): number | null {
  if (isMissing(cell)) return null;
  return NUMBER.test(cell) ? Number(cell.replace(",", ".")) : Number.NaN;
}

function readNumber(cell: string, sample: string, place: CellPlace, faults: FileFaults): number | null {
  const value = numberIn(cell);
  if (value === null || Number.isFinite(value)) return value;
  return report(cell, place, `is not a number. Give ${sample}, or leave the cell empty.`, faults);
}

function report(cell: string, { line, column }: CellPlace, reason: string, faults: FileFaults): null {
  faults.add(line, `column ${column}: "${cell}" ${reason}`);
  return null;
}

/** The non-empty cells of a row by header; the first one if a header is repeated. */
export type CellsByHeader = Readonly<Record<string, string>>;

/**
 * Without the columns in `except`; from column `from` on, because books embed a pool to the right of other
 * rows.
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

export type Columns<Key extends string> = Readonly<Partial<Record<Key, Column>>>;

/** A table in a file. The columns can be at any position: books embed a pool to the right of other rows. */
export interface Table<Key extends string> {
  readonly header: CsvRecord;
  readonly below: readonly CsvRecord[];
  /** For each column that the header row has, the index of its cell. */
  readonly at: Readonly<Partial<Record<Key, number>>>;
  /** For each column that the header row has, its header. */
  readonly used: Readonly<Partial<Record<Key, string>>>;
}

/** The places of a table's columns with a header that are none of `at`. */
export function unusedPlaces({ header, at }: Pick<Table<string>, "header" | "at">): number[] {
  const indices = new Set(Object.values(at));
  return [...header.cells.keys()].filter((index) => header.cells[index] !== "" && !indices.has(index));
}

export function tableAt<Key extends string>(
  [header, ...below]: readonly [CsvRecord, ...CsvRecord[]],
  at: Readonly<Partial<Record<Key, number>>>,
): Table<Key> {
  const used = Object.entries(at).map(([key, index]) => [key, header.cells[index as number]!]);
  return {
    header,
    below,
    at,
    used: Object.fromEntries(used) as Table<Key>["used"],
  };
}

/** How well a cell of a header row fits a column, from the other cells of its row and the rows below. */
export type ColumnFit<Key extends string> = (
  key: Key,
  index: number,
  headings: readonly string[],
  below: readonly CsvRecord[],
) => "fits" | "last-resort" | "is-other";

/**
 * Finds the table whose header is the first record with every required column, null if there is none. If
 * several cells match a column, takes the preferred one that has values below it.
 */
export function findTable<Key extends string>(
  records: readonly CsvRecord[],
  columns: Columns<Key>,
  fitOf: ColumnFit<Key> = () => "fits",
): Table<Key> | null {
  const sign = longestRequired(columns);
  const shortest = Math.min(...[...sign].map(({ length }) => length));
  for (const [row, header] of records.entries()) {
    const { cells } = header;
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
    return tableAt([header, ...below], at);
  }
  return null;
}

type RowOf<Readers> = {
  readonly [Key in keyof Readers]: Readers[Key] extends CellReader<infer Value> ? Value : never;
};

/** Reads the cells of a record; the cell of a column that the table lacks is empty. */
export function readRow<Readers extends Readonly<Record<string, CellReader<unknown>>>>(
  { header, at }: Pick<Table<string>, "header" | "at">,
  { line, cells }: CsvRecord,
  readers: Readers,
  faults: FileFaults,
): RowOf<Readers> {
  const row = Object.entries(readers).map(([key, read]) => {
    const index = at[key] ?? -1;
    return [key, read(cells[index] ?? "", { line, column: header.cells[index] ?? key }, faults)];
  });
  return Object.fromEntries(row) as RowOf<Readers>;
}

/** The preferred index comes first. */
type Located<Key extends string> = ReadonlyMap<Key, readonly number[]>;

/**
 * The normalized names of one required column, for a quick test: a record without any of them is no header.
 * It is the column with the longest names, because few other cells are as long. Empty if no column is
 * required.
 */
function longestRequired(columns: Columns<string>): ReadonlySet<string> {
  const required = Object.values(columns).flatMap((column) =>
    column?.required && column.parts === undefined ? [column.names.map(headerKey)] : [],
  );
  const leastOf = (names: readonly string[]) => Math.min(...names.map(({ length }) => length));
  return new Set(required.toSorted((a, b) => leastOf(b) - leastOf(a))[0]);
}

/** `line` is null if no record has any of the required columns. */
export function missingFromBest<Key extends string>(
  records: readonly CsvRecord[],
  columns: Columns<Key>,
): { readonly line: number | null; readonly missing: readonly string[] } {
  let best = { line: null as number | null, missing: missingColumns(new Map(), columns) };
  for (const { line, cells } of records) {
    const missing = missingColumns(locate(cells, columns), columns);
    if (missing.length < best.missing.length) best = { line, missing };
  }
  return best;
}

const MOST_COLUMNS_NAMED = 12;

export function shownColumns({ cells }: CsvRecord): string {
  return listedUpTo(
    MOST_COLUMNS_NAMED,
    cells.filter((cell) => cell !== ""),
  );
}

/** Without the number that pandas adds to a header that occurs again: `RB.1` is the second `RB`. */
export function repeatedHeader(cell: string, cells: readonly string[]): string {
  const [, first = cell] = /^(.*\p{L}.*)\.\d+$/u.exec(cell) ?? [];
  return cells.includes(first) ? first : cell;
}

function locate<Key extends string>(cells: readonly string[], columns: Columns<Key>): Located<Key> {
  const indices = groupBy(cells.keys(), (index) => headerKey(repeatedHeader(cells[index]!, cells)));
  const indicesOf = (name: string) =>
    indices.get(headerKey(name)) ?? [...cells.keys()].filter((index) => cells[index] === name);
  const located = entriesOf(columns).map(([key, { names }]): [Key, readonly number[]] => {
    return [key, names.flatMap(indicesOf)];
  });
  return new Map(located.filter(([, found]) => found.length > 0));
}

function entriesOf<Key extends string>(columns: Columns<Key>): readonly [Key, Column][] {
  return Object.entries(columns) as [Key, Column][];
}

/** Without cells of other columns, and with those of last resort behind the others. */
function fitting<Key extends string>(
  located: Located<Key>,
  fitOf: (key: Key, index: number) => ReturnType<ColumnFit<Key>>,
): Located<Key> {
  const found = [...located].map(([key, indices]): [Key, readonly number[]] => {
    const fits = groupBy(indices, (index) => fitOf(key, index));
    return [key, [...(fits.get("fits") ?? []), ...(fits.get("last-resort") ?? [])]];
  });
  return new Map(found.filter(([, indices]) => indices.length > 0));
}

function missingColumns<Key extends string>(located: Located<Key>, columns: Columns<Key>): string[] {
  return entriesOf(columns).flatMap(([key, { names, required, parts }]) => {
    const hasParts = parts?.every((part) => located.has(part as Key)) ?? false;
    return required && !located.has(key) && !hasParts ? [names[0]!] : [];
  });
}

/** A longer cell is not parsed as a name, which takes quadratic time. */
export const LONGEST_NAMING_CELL = 1_000;
