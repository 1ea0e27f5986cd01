import type { BookName, Column } from "../shared/books.ts";
import { listedUpTo } from "../shared/collections.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { nearestNamed } from "../shared/name-index.ts";
import { type CsvRecord, FileFaults, parseCsv, reportSwallowedRows } from "./csv.ts";
import {
  type CellsByHeader,
  cellsByHeader,
  findHeader,
  type Header,
  headerKey,
  numberIn,
  readFantasyPoints,
  readListedSalary,
  readShare,
  readText,
} from "./header.ts";
import {
  allZero,
  IDENTITY_COLUMNS,
  PROJECTION_COLUMN_NAMES,
  PROJECTION_COLUMN_WORDS,
  type ProjectionColumn,
  projectionColumns,
  projectionFit,
  toPercent,
} from "./projection-columns.ts";

/** The columns that have percentages in some files and fractions in others. */
const SHARE_COLUMNS = ["ownership", "minimumExposure", "maximumExposure"] as const;

type ShareColumn = (typeof SHARE_COLUMNS)[number];

/** For each column with percentages or fractions, the factor that converts its numbers to percentages. */
export type ShareScales = Readonly<Record<ShareColumn, 1 | 100>>;

/**
 * Finds the factor of each column of `SHARE_COLUMNS`: 100 (it has fractions) if no number is above 1 and no
 * percent sign occurs, else 1.
 */
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

/** One row of a projections file; null for cells that are empty or whose column is missing. */
export interface ProjectionRow {
  readonly file?: string | undefined;
  readonly line: number;
  /**
   * Only in a row from a JSON document: its JSON pointer. `line` is then its number in the document, from 1.
   */
  readonly pointer?: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly team: string | null;
  readonly position: string | null;
  readonly rosterPosition: string | null;
  readonly salary: number | null;
  /** Fantasy points; null without a projection. */
  readonly points: number | null;
  /** The percentage of the field's lineups that are expected to have the player. */
  readonly ownership: number | null;
  /** The minimum percentage of the user's own lineups that must have the player. */
  readonly minimumExposure: number | null;
  readonly maximumExposure: number | null;
  /** Every non-empty cell of the row, by its header, except those of draws. */
  readonly columns?: CellsByHeader | undefined;
  /** The player's points in simulated draws. */
  readonly draws?: DrawCells | undefined;
}

/** The fields that a row from a JSON document lacks, all null; `points` may be overwritten. */
export const NO_CELLS = {
  ...{ rosterPosition: null, salary: null, points: null },
  ...{ ownership: null, minimumExposure: null, maximumExposure: null },
};

export interface ProjectionsFile {
  readonly rows: readonly ProjectionRow[];
  readonly columns: Readonly<Partial<Record<ProjectionColumn, string>>>;
}

/**
 * `file` names the text in errors; `columns` gives the header of a column instead of the known ones; `book`
 * selects the columns in a file that has columns for several books.
 */
export interface ReadProjectionsOptions {
  readonly file: string;
  readonly book?: BookName | undefined;
  readonly columns?: Readonly<Partial<Record<ProjectionColumn, string>>> | undefined;
}

/**
 * Reads a projections file from any source: a header row with a column of points and a column of names or the
 * book's ids, in any order, among any others. Takes text, or a file's bytes.
 * @throws InvalidFileError for missing columns and for cells that are not numbers, by line and column.
 */
export function readProjectionsCsv(
  input: string | Uint8Array,
  { file, book, columns: asked = {} }: ReadProjectionsOptions,
): ProjectionsFile {
  const records = parseCsv(input, file);
  const columns = columnsFor(book, asked);
  const header = findHeader(records, columns, fitAsked(book, asked));
  if (header === null || !namesSomeone(header)) throw withoutColumns(records, columns, file);
  const headings = records[header.row]!;
  const faults = new FileFaults(file);
  const rows = readRows(records.slice(header.row + 1), header, headings, faults);
  faults.throwIfAny();
  const taken = PROJECTION_COLUMN_NAMES.flatMap((column) => {
    const index = header.at[column];
    return index === undefined ? [] : [[column, headings.cells[index]!]];
  });
  return { rows, columns: Object.fromEntries(taken) };
}

/** Whether one of the records is the header of a projections file: it has points, and names or ids. */
export function hasProjectionColumns(records: readonly CsvRecord[], book?: BookName): boolean {
  const header = findHeader(records, columnsFor(book, {}), projectionFit(book));
  return header !== null && namesSomeone(header);
}

/** The header of a file with names or ids of players, whatever else it has; null for any other file. */
export function namesHeader(
  records: readonly CsvRecord[],
  book: BookName | undefined,
): Header<ProjectionColumn> | null {
  const columns = projectionColumns(book);
  for (const column of PROJECTION_COLUMN_NAMES) columns[column] = { ...columns[column], required: false };
  const header = findHeader(records, columns, projectionFit(book));
  return header !== null && namesSomeone(header) ? header : null;
}

/** Whether a header has a column of names or ids. */
export function namesSomeone({ at }: Header<ProjectionColumn>): boolean {
  return (
    at.name !== undefined || at.id !== undefined || (at.firstName !== undefined && at.lastName !== undefined)
  );
}

/** Reads the rows below a header; skips records with neither a name nor an id. */
export function readRows(
  below: readonly CsvRecord[],
  header: Header<ProjectionColumn>,
  { cells: headings }: CsvRecord,
  faults: FileFaults,
  draws: DrawColumns = drawColumns(headings),
): ProjectionRow[] {
  const { at } = header;
  const ofDraws = new Set(draws);
  const scales = sharesToPercent(headings, below, header);
  return below.flatMap((record) => {
    if (reportSwallowedRows(record, faults)) return [];
    const { line, cells } = record;
    const cell = (column: ProjectionColumn) => cells[at[column] ?? -1] ?? "";
    const place = (column: ProjectionColumn) => ({ line, column: headings[at[column] ?? -1] ?? column });
    const text = (column: ProjectionColumn) => readText(cell(column));
    const percentage = (column: ShareColumn) => {
      const share = readShare(cell(column), place(column), faults);
      const percent = share === null ? null : toPercent(share, scales[column]);
      if (percent !== null && (percent < 0 || percent > 100))
        faults.add(
          line,
          `column ${place(column).column}: ${cell(column)} is not from 0% to 100%. Correct it.`,
        );
      return percent;
    };
    const id = text("id");
    const parts = [text("firstName"), text("lastName")].filter((part) => part !== null);
    const name = text("name") ?? (parts.join(" ") || null);
    if (id === null && name === null) return [];
    return {
      file: faults.file,
      line,
      id,
      name,
      team: text("team"),
      position: text("position"),
      rosterPosition: text("rosterPosition"),
      salary: readListedSalary(cell("salary")),
      points: readFantasyPoints(cell("points"), place("points"), faults),
      ownership: percentage("ownership"),
      minimumExposure: percentage("minimumExposure"),
      maximumExposure: percentage("maximumExposure"),
      columns: cellsByHeader(headings, cells, 0, ofDraws),
      ...(draws !== null && { draws: drawCells(draws, headings, cells) }),
    };
  });
}

/** The columns that identify a row's player, none of them required; `asked` replaces the known headers. */
export function identityColumns(book: BookName, asked: NonNullable<ReadProjectionsOptions["columns"]>) {
  const columns = columnsFor(book, asked);
  return Object.fromEntries(
    IDENTITY_COLUMNS.map((column) => [column, { ...columns[column], required: false }]),
  ) as Readonly<Record<(typeof IDENTITY_COLUMNS)[number], Column>>;
}

/** The known headers of each column; `asked` replaces them. */
export function columnsFor(
  book: BookName | undefined,
  asked: NonNullable<ReadProjectionsOptions["columns"]>,
): Readonly<Record<ProjectionColumn, Column>> {
  const columns = projectionColumns(book);
  for (const column of PROJECTION_COLUMN_NAMES) {
    const name = asked[column];
    if (name === NO_COLUMN) columns[column] = { names: [], required: columns[column].required };
    else if (name !== undefined) columns[column] = { names: [name], required: true };
  }
  return columns;
}

/** In place of a header: the file has no such column, whatever its headers seem to say. */
const NO_COLUMN = "none";

/** How a cell fits: a column that the caller named is the caller's decision. */
export function fitAsked(
  book: BookName | undefined,
  asked: NonNullable<ReadProjectionsOptions["columns"]>,
): ReturnType<typeof projectionFit> {
  const known = projectionFit(book);
  return (column, ...rest) => (asked[column] === undefined ? known(column, ...rest) : "fits");
}

function withoutColumns(
  records: readonly CsvRecord[],
  columns: Readonly<Record<ProjectionColumn, Column>>,
  file: string,
): InvalidFileError {
  const { line, cells } = records[0]!;
  const present = new Set(cells.map(headerKey));
  const has = ({ names }: Column) => names.some((name) => present.has(headerKey(name)));
  const isUnnamed = !has(columns.name) && !has(columns.id);
  const lacking = PROJECTION_COLUMN_NAMES.filter(
    (column) =>
      (columns[column].required && !has(columns[column])) ||
      (isUnnamed && (column === "name" || column === "id")),
  );
  // The headers that the caller named are the only ones of their columns.
  const named = (column: ProjectionColumn) => {
    const { names } = columns[column];
    const words = isUnnamed && column === "name" ? "name or id" : PROJECTION_COLUMN_WORDS[column];
    return names.length === 1 ? `${words} (${names[0]})` : words;
  };
  const options = lacking.filter((column) => !isUnnamed || column !== "id");
  const known = lacking.flatMap((column) => {
    const { names } = columns[column];
    return names.length < 2
      ? []
      : `${PROJECTION_COLUMN_WORDS[column]} (${listedUpTo(MOST_HEADERS_NAMED, names)})`;
  });
  const headers = cells.filter((cell) => cell !== "");
  return new InvalidFileError(
    file,
    line,
    `has no column for ${options.map(named).join(", nor for ")}. Its columns are ${headers.join(", ")}.${nearest(lacking, columns, headers)} Choose one with ${options.map((column) => `--column ${column}=HEADER`).join(" and ")}` +
      `${known.length === 0 ? "" : `, or use a known header: ${known.join("; ")}`}.`,
  );
}

/** A question with the headers whose spelling is near a known one of a column; "" without any. */
function nearest(
  lacking: readonly ProjectionColumn[],
  columns: Readonly<Record<ProjectionColumn, Column>>,
  headers: readonly string[],
): string {
  const known = lacking.flatMap((column) => columns[column].names);
  const near = headers.find(
    (header) => header.length > SHORTEST_MISSPELLED && nearestNamed(known, header, (name) => name).length > 0,
  );
  return near === undefined ? "" : ` Did you mean "${near}"?`;
}

/** The fewest characters of a header that may be a misspelled one: short ones are near to many. */
const SHORTEST_MISSPELLED = 5;

/** The maximum number of known headers that an error lists for a column. */
const MOST_HEADERS_NAMED = 12;

/** The columns whose headers `columnNote` lists. */
const NOTED: readonly ProjectionColumn[] = ["points", "ownership", "minimumExposure", "maximumExposure"];

/** A sentence with the header used for each column, such as `points are "My Proj", ownership is "Own%"`. */
export function columnNote({ rows, columns }: ProjectionsFile): string {
  const noted = NOTED.flatMap((column) => {
    const header = columns[column];
    if (header === undefined) return [];
    return `${PROJECTION_COLUMN_WORDS[column]} ${column === "points" ? "are" : "is"} "${header}"`;
  });
  const { maximumExposure: most } = columns;
  const isUnused = allZero(rows.map(({ maximumExposure }) => maximumExposure));
  const unused = isUnused ? ` "${most}" is 0 in every row: it is not used, as no player would be left.` : "";
  return `${noted.join(", ")}.${unused}`;
}

/**
 * Matches the header of a column with one simulated draw, after `headerKey`: `Sim 1`, `sim_1`, `Draw 1`,
 * `Iteration 1`.
 */
const DRAW = /^(?:sim|simulation|draw|iteration|iter)\d+$/;
/** Like `DRAW`, for a file of draws, where a header can also be a number, such as `1`. */
export const DRAW_OR_NUMBER = /^(?:sim|simulation|draw|iteration|iter)?\d+$/;

/** Indices of the columns that contain one draw each; null if there are fewer than two. */
export type DrawColumns = readonly number[] | null;

/** Finds the columns below a header row that contain one draw each. */
export function drawColumns(headings: readonly string[], isDraw: RegExp = DRAW): DrawColumns {
  const found = [...headings.keys()].filter((index) => isDraw.test(headerKey(headings[index]!)));
  return found.length < 2 ? null : found;
}

/** A player's points in each simulated draw, from the cells of a row. */
interface DrawCells {
  /** NaN for an empty cell and for text that is no number. */
  readonly points: Float64Array;
  /** The fault of the first cell that is not a number, in words; null if all are numbers. */
  readonly fault: string | null;
}

/** Reads a row's draws; undefined if all cells are empty. */
function drawCells(
  columns: DrawColumns,
  headings: readonly string[],
  cells: readonly string[],
): DrawCells | undefined {
  if (columns === null || columns.every((index) => numberIn(cells[index] ?? "") === null)) return undefined;
  const points = Float64Array.from(columns, (index) => numberIn(cells[index] ?? "") ?? Number.NaN);
  const at = points.findIndex(Number.isNaN);
  if (at === -1) return { points, fault: null };
  const index = columns[at]!;
  const cell = cells[index] ?? "";
  const reason = numberIn(cell) === null ? "is empty" : `says "${cell}", which is not a number`;
  return {
    points,
    fault: `column ${headings[index]} ${reason}. Give the player's points in every draw, or in none.`,
  };
}
