import {
  type BookName,
  PROJECTION_COLUMN_NAMES,
  PROJECTION_COLUMN_WORDS,
  type ProjectionColumn,
} from "../shared/books.ts";
import { listedUpTo } from "../shared/collections.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { nearestNamed } from "../shared/name-index.ts";
import {
  type CellReader,
  type CellsByHeader,
  type Columns,
  cellsByHeader,
  headerKey,
  numberIn,
  readAmount,
  readFantasyPoints,
  readRow,
  readShare,
  readText,
  type Table,
} from "./columns.ts";
import { type CsvRecord, FileFaults, parseCsv, reportSwallowedRows } from "./csv.ts";
import {
  type AskedColumns,
  allZero,
  playersTable,
  projectionColumns,
  projectionFit,
  toPercent,
} from "./projection-columns.ts";

type ShareColumn = "ownership" | "minimumExposure" | "maximumExposure";

/** 100 (fractions) if no number is above 1 and no percent sign occurs, else 1. */
export function shareScale({ header, at, below }: Table<ProjectionColumn>, column: ShareColumn): 1 | 100 {
  const index = at[column];
  if (index === undefined || header.cells[index]!.includes("%")) return 1;
  const cells = below.flatMap((record) => record.cells[index] ?? []);
  return cells.some((cell) => cell.includes("%") || Number(cell.replace(",", ".")) > 1) ? 1 : 100;
}

/** Null for cells that are empty or whose column is missing. */
export interface ProjectionRow {
  readonly file?: string | undefined;
  readonly line: number;
  /** In a row from a JSON document; `line` is then its number there, from 1. */
  readonly pointer?: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly team: string | null;
  readonly position: string | null;
  readonly rosterPosition: string | null;
  readonly salary: number | null;
  readonly points: number | null;
  /** A percentage of the field's lineups. */
  readonly ownership: number | null;
  /** A percentage of the user's own lineups. */
  readonly minimumExposure: number | null;
  readonly maximumExposure: number | null;
  /** Without draws; as `cellsByHeader`. */
  readonly columns?: CellsByHeader | undefined;
  readonly draws?: DrawCells | undefined;
}

/** The fields that a row from a JSON document lacks, all null; `points` may be overwritten. */
export const NO_CELLS = {
  ...{ rosterPosition: null, salary: null, points: null },
  ...{ ownership: null, minimumExposure: null, maximumExposure: null },
};

export interface ProjectionsFile {
  readonly rows: readonly ProjectionRow[];
  /** The header of each column that was found; `unused` are all other headers. */
  readonly columns: AskedColumns;
  readonly unused: readonly string[];
}

/** `book` selects the columns in a file that has columns for several books. */
export interface ReadProjectionsOptions {
  readonly file: string;
  readonly book?: BookName | undefined;
  readonly columns?: AskedColumns | undefined;
}

/**
 * Reads a projections file from any source: a header row with a column of points and a column of names or the
 * book's ids, in any order, among any others. Takes text, or a file's bytes.
 * @throws InvalidFileError for missing columns and for cells that are not numbers, by line and column.
 */
export function readProjectionsCsv(
  input: string | Uint8Array,
  options: ReadProjectionsOptions,
): ProjectionsFile {
  return projectionsOf(parseCsv(input, options.file), options);
}

/** @throws InvalidFileError */
export function projectionsOf(
  records: readonly [CsvRecord, ...CsvRecord[]],
  { file, book, columns: asked }: ReadProjectionsOptions,
): ProjectionsFile {
  const columns = projectionColumns(book, asked);
  const table = playersTable(records, columns, projectionFit(book, asked));
  if (table === null) throw withoutColumns(records[0], columns, file);
  const faults = new FileFaults(file);
  const rows = readPlayers(table, faults).map(({ row }) => row);
  faults.throwIfAny();
  return { rows, columns: table.used, unused: table.unused };
}

const READERS = {
  id: readText,
  name: readText,
  firstName: readText,
  lastName: readText,
  team: readText,
  position: readText,
  rosterPosition: readText,
  salary: readAmount,
  points: readFantasyPoints,
};

function shareReader(table: Table<ProjectionColumn>, column: ShareColumn): CellReader<number | null> {
  const scale = shareScale(table, column);
  return (cell, place, faults) => {
    const share = readShare(cell, place, faults);
    const percent = share === null ? null : toPercent(share, scale);
    if (percent !== null && (percent < 0 || percent > 100))
      faults.add(place.line, `column ${place.column}: ${cell} is not from 0% to 100%. Correct it.`);
    return percent;
  };
}

/** Skips records with neither a name nor an id. */
export function readPlayers(
  table: Table<ProjectionColumn>,
  faults: FileFaults,
  draws: DrawColumns = drawColumns(table.header.cells),
): { readonly record: CsvRecord; readonly row: ProjectionRow }[] {
  const headings = table.header.cells;
  const ofDraws = new Set(draws);
  const readers = {
    ...READERS,
    ownership: shareReader(table, "ownership"),
    minimumExposure: shareReader(table, "minimumExposure"),
    maximumExposure: shareReader(table, "maximumExposure"),
  };
  return table.below.flatMap((record) => {
    const { line, cells } = record;
    const isNamed = (["id", "name", "firstName", "lastName"] as const).some(
      (column) => readText(cells[table.at[column] ?? -1] ?? "") !== null,
    );
    if (reportSwallowedRows(record, faults) || !isNamed) return [];
    const { firstName, lastName, ...read } = readRow(table, record, readers, faults);
    const name = read.name ?? ([firstName, lastName].filter((part) => part !== null).join(" ") || null);
    const row: ProjectionRow = {
      ...{ file: faults.file, line },
      ...{ ...read, name },
      columns: cellsByHeader(headings, cells, 0, ofDraws),
      ...(draws !== null && { draws: drawCells(draws, headings, cells) }),
    };
    return { record, row };
  });
}

function withoutColumns(
  { line, cells }: CsvRecord,
  columns: Columns<ProjectionColumn>,
  file: string,
): InvalidFileError {
  const present = new Set(cells.map(headerKey));
  const namesOf = (column: ProjectionColumn) => columns[column]!.names;
  const has = (column: ProjectionColumn) => namesOf(column).some((name) => present.has(headerKey(name)));
  const isUnnamed = !has("name") && !has("id");
  const lacking = PROJECTION_COLUMN_NAMES.filter(
    (column) =>
      (columns[column]!.required && !has(column)) || (isUnnamed && (column === "name" || column === "id")),
  );
  // The headers that the caller named are the only ones of their columns.
  const named = (column: ProjectionColumn) => {
    const [only, ...others] = namesOf(column);
    const words = isUnnamed && column === "name" ? "name or id" : PROJECTION_COLUMN_WORDS[column];
    return only !== undefined && others.length === 0 ? `${words} (${only})` : words;
  };
  const options = lacking.filter((column) => !isUnnamed || column !== "id");
  const known = lacking.flatMap((column) => {
    const names = namesOf(column);
    return names.length < 2
      ? []
      : `${PROJECTION_COLUMN_WORDS[column]} (${listedUpTo(MOST_HEADERS_NAMED, names)})`;
  });
  const headers = cells.filter((cell) => cell !== "");
  const near = headers.find(
    (header) =>
      header.length > SHORTEST_MISSPELLED &&
      nearestNamed(lacking.flatMap(namesOf), header, (name) => name).length > 0,
  );
  return new InvalidFileError(
    file,
    line,
    `has no column for ${options.map(named).join(", nor for ")}. Its columns are ${headers.join(", ")}.${near === undefined ? "" : ` Did you mean "${near}"?`} ` +
      `Choose one with ${options.map((column) => `--column ${column}=HEADER`).join(" and ")}` +
      `${known.length === 0 ? "" : `, or use a known header: ${known.join("; ")}`}.`,
  );
}

/** Short headers are near to many. */
const SHORTEST_MISSPELLED = 5;

const MOST_HEADERS_NAMED = 12;

const NOTED: readonly ProjectionColumn[] = ["points", "ownership", "minimumExposure", "maximumExposure"];

/** A sentence with the header used for each column, such as `points are "My Proj", ownership is "Own%"`. */
export function columnNote({ rows, columns }: Pick<ProjectionsFile, "rows" | "columns">): string {
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

/** Such as `Sim 1`, `sim_1`, `Draw 1`, `Iteration 1`. */
const DRAW = /^(?:sim|simulation|draw|iteration|iter)\d+$/;

/** Null if there are fewer than two. */
export type DrawColumns = readonly number[] | null;

export function drawColumns(headings: readonly string[], isDraw: RegExp = DRAW): DrawColumns {
  const found = [...headings.keys()].filter((index) => isDraw.test(headerKey(headings[index]!)));
  return found.length < 2 ? null : found;
}

interface DrawCells {
  /** NaN for an empty cell and for text that is no number. */
  readonly points: Float64Array;
  /** Of the first cell that is not a number, in words. */
  readonly fault: string | null;
}

/** Undefined if all cells are empty. */
function drawCells(
  columns: readonly number[],
  headings: readonly string[],
  cells: readonly string[],
): DrawCells | undefined {
  const numbers = columns.map((index) => numberIn(cells[index] ?? ""));
  if (numbers.every((number) => number === null)) return undefined;
  const points = Float64Array.from(numbers, (number) => number ?? Number.NaN);
  const at = points.findIndex(Number.isNaN);
  if (at === -1) return { points, fault: null };
  const index = columns[at]!;
  const reason = numbers[at] === null ? "is empty" : `says "${cells[index]}", which is not a number`;
  return {
    points,
    fault: `column ${headings[index]} ${reason}. Give the player's points in every draw, or in none.`,
  };
}
