import type { Column } from "../shared/books/book.ts";
import type { BookName } from "../shared/books/index.ts";
import { InvalidFileError } from "../shared/errors.ts";
import {
  type CellsByHeader,
  cellsByHeader,
  readListedSalary,
  readPoints,
  readShare,
  readText,
} from "./cells.ts";
import { type CsvRecord, FileFaults, parseCsv, reportSwallowedRows } from "./csv.ts";
import { findHeader, type Header, headerKey } from "./header.ts";
import {
  PROJECTION_COLUMN_NAMES,
  PROJECTION_COLUMN_WORDS,
  type ProjectionColumn,
  projectionColumns,
} from "./projection-columns.ts";

/** The columns that hold shares, which some write as percentages and some as fractions. */
const SHARE_COLUMNS = ["ownership", "minimumExposure", "maximumExposure"] as const;

type ShareColumn = (typeof SHARE_COLUMNS)[number];

/** What a column's numbers are to be multiplied by to be percentages. */
export type ShareScales = Readonly<Record<ShareColumn, 1 | 100>>;

/** A column holds fractions if none of its numbers is above 1 and neither they nor its header have a percent sign. */
export function sharesToPercent(
  headings: readonly string[],
  below: readonly CsvRecord[],
  { at }: Header<ProjectionColumn>,
): ShareScales {
  const scaleOf = (column: ShareColumn) => {
    const index = at[column];
    if (index === undefined || headings[index]!.includes("%")) return 1;
    const cells = below.flatMap((record) => record.cells[index] ?? []);
    return cells.some((cell) => cell.includes("%") || Number(cell.replace(",", ".")) > 1) ? 1 : 100;
  };
  return Object.fromEntries(SHARE_COLUMNS.map((column) => [column, scaleOf(column)])) as ShareScales;
}

/** Rounded to what decimal fractions of a percent need. */
export function toPercent(share: number, scale: 1 | 100): number {
  return scale === 1 ? share : Math.round(share * scale * 1e8) / 1e8;
}

/** One row of a projections file; null for cells that say nothing or that the file has no column for. */
export interface ProjectionRow {
  /** What errors call the file. */
  readonly file?: string | undefined;
  readonly line: number;
  /** The JSON pointer of a row that comes of a document and not of a CSV file; `line` then counts its entries. */
  readonly pointer?: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly team: string | null;
  readonly position: string | null;
  readonly rosterPosition: string | null;
  readonly salary: number | null;
  /** Fantasy points; null is no projection. */
  readonly points: number | null;
  /** How much of the field is expected to have the player, in percent. */
  readonly ownership: number | null;
  /** In how many of the user's own lineups the player shall be, in percent. */
  readonly minimumExposure: number | null;
  readonly maximumExposure: number | null;
  /** Every cell of the row that says something, by its header. */
  readonly columns?: CellsByHeader | undefined;
}

/** A projections file, read. */
export interface ProjectionsFile {
  readonly rows: readonly ProjectionRow[];
  /** The header that was taken for each column that the file has. */
  readonly columns: Readonly<Partial<Record<ProjectionColumn, string>>>;
}

/**
 * `file` is what errors call the text; `columns` are header names to take in place of those in use; `book` is whose
 * columns to take in a file that has both books'.
 */
export interface ReadProjectionsOptions {
  readonly file: string;
  readonly book?: BookName | undefined;
  readonly columns?: Readonly<Partial<Record<ProjectionColumn, string>>> | undefined;
}

/**
 * Reads anyone's projections file: a header row with a column of points and a column of names or the book's ids,
 * in any order, among any others. Text, or a file's bytes.
 * @throws InvalidFileError for missing columns, and for numbers that are none, by line and column.
 */
export function readProjectionsCsv(
  input: string | Uint8Array,
  { file, book, columns: asked = {} }: ReadProjectionsOptions,
): ProjectionsFile {
  const records = parseCsv(input, file);
  const columns = columnsFor(book, asked);
  const header = findHeader(records, columns);
  if (header === null || !namesSomeone(header)) throw withoutColumns(records, columns, file);
  const headings = records[header.row]!.cells;
  const faults = new FileFaults(file);
  const below = records.slice(header.row + 1);
  const scales = sharesToPercent(headings, below, header);
  const rows = below.flatMap((record) => readRow(record, header, headings, scales, faults) ?? []);
  faults.throwIfAny();
  const taken = PROJECTION_COLUMN_NAMES.flatMap((column) => {
    const index = header.at[column];
    return index === undefined ? [] : [[column, headings[index]!]];
  });
  return { rows, columns: Object.fromEntries(taken) };
}

function namesSomeone({ at }: Header<ProjectionColumn>): boolean {
  return (
    at.name !== undefined || at.id !== undefined || (at.firstName !== undefined && at.lastName !== undefined)
  );
}

/** Null for a record that names nobody. */
function readRow(
  record: CsvRecord,
  { at }: Header<ProjectionColumn>,
  headings: readonly string[],
  scales: ShareScales,
  faults: FileFaults,
): ProjectionRow | null {
  if (reportSwallowedRows(record, faults)) return null;
  const { line, cells } = record;
  const cell = (column: ProjectionColumn) => cells[at[column] ?? -1] ?? "";
  const place = (column: ProjectionColumn) => ({ line, column: headings[at[column] ?? -1] ?? column });
  const percentage = (column: ShareColumn) => {
    const share = readShare(cell(column), place(column), faults);
    return share === null ? null : toPercent(share, scales[column]);
  };
  const id = readText(cell("id"));
  const parts = [cell("firstName"), cell("lastName")].flatMap((part) => readText(part) ?? []);
  const name = readText(cell("name")) ?? (parts.join(" ") || null);
  if (id === null && name === null) return null;
  return {
    file: faults.file,
    line,
    id,
    name,
    team: readText(cell("team")),
    position: readText(cell("position")),
    rosterPosition: readText(cell("rosterPosition")),
    salary: readListedSalary(cell("salary")),
    points: readPoints(cell("points"), place("points"), faults),
    ownership: percentage("ownership"),
    minimumExposure: percentage("minimumExposure"),
    maximumExposure: percentage("maximumExposure"),
    columns: cellsByHeader(headings, cells),
  };
}

function columnsFor(
  book: BookName | undefined,
  asked: NonNullable<ReadProjectionsOptions["columns"]>,
): Readonly<Record<ProjectionColumn, Column>> {
  const columns = projectionColumns(book);
  for (const column of PROJECTION_COLUMN_NAMES) {
    const name = asked[column];
    if (name !== undefined) columns[column] = { names: [name], required: true };
  }
  return columns;
}

function withoutColumns(
  records: readonly CsvRecord[],
  columns: Readonly<Record<ProjectionColumn, Column>>,
  file: string,
): InvalidFileError {
  const { line, cells } = records[0]!;
  const present = new Set(cells.map(headerKey));
  const has = ({ names }: Column) => names.some((name) => present.has(headerKey(name)));
  const lacking = PROJECTION_COLUMN_NAMES.filter(
    (column) => columns[column].required && !has(columns[column]),
  );
  const wanted = lacking.map(
    (column) => `${PROJECTION_COLUMN_WORDS[column]} (${columns[column].names.join(", ")})`,
  );
  if (!has(columns.name) && !has(columns.id)) {
    lacking.push("name");
    wanted.push(`name (${columns.name.names.join(", ")}) or id (${columns.id.names.join(", ")})`);
  }
  const options = [...new Set(lacking)].map((column) => `--column ${column}=HEADER`);
  return new InvalidFileError(
    file,
    line,
    `has no column for ${wanted.join("; nor for ")}. Its columns are ${cells
      .filter((cell) => cell !== "")
      .join(", ")}. Say which to take with ${options.join(" and ")}.`,
  );
}
