import {
  type BookName,
  PROJECTION_COLUMN_NAMES,
  PROJECTION_COLUMN_WORDS,
  type ProjectionColumn,
} from "../shared/books.ts";
import { listedUpTo } from "../shared/collections.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { nearestNamed } from "../shared/name-index.ts";
import { counted, grouped } from "../shared/words.ts";
import {
  type CellReader,
  type CellsByHeader,
  type Columns,
  cellsByHeader,
  headerKey,
  numberIn,
  readAmount,
  readFantasyPoints,
  readId,
  readRow,
  readShare,
  readText,
  repeatedHeader,
  type Table,
  unusedPlaces,
} from "./columns.ts";
import { type CsvRecord, FileFaults, parseCsv, reportSwallowedRows } from "./csv.ts";
import {
  type AskedColumns,
  allZero,
  type ColumnLike,
  columnsLike,
  isRepeated,
  MARKS,
  percentileOf,
  playersTable,
  projectionColumns,
  projectionFit,
  SMALL_FIELD,
  toPercent,
} from "./projection-columns.ts";

type ShareColumn = "ownership" | "captainOwnership" | "minimumExposure" | "maximumExposure";

/** 100 (fractions) if no number is above 1 and no percent sign occurs, else 1; a captain's as the player's. */
export function shareScale({ header, at, below }: Table<ProjectionColumn>, column: ShareColumn): 1 | 100 {
  const index = (column === "captainOwnership" ? at.ownership : undefined) ?? at[column];
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
  readonly captain?: CaptainCells | undefined;
}

/** Of the player as captain: from columns of the player's row, or from a row of the captain's own. */
interface CaptainCells
  extends Pick<ProjectionRow, "points" | "ownership" | "minimumExposure" | "maximumExposure"> {
  readonly hasRow: boolean;
}

/** The fields that a row from a JSON document lacks, all null; `points` may be overwritten. */
export const NO_CELLS = {
  ...{ rosterPosition: null, salary: null, points: null },
  ...{ ownership: null, minimumExposure: null, maximumExposure: null },
};

/** What became of each column and row of a projections file. */
export interface ReadColumns {
  /** The header of each column that was found. */
  readonly columns: AskedColumns;
  /** All headers without a known meaning, in the file's order; rules can name them. */
  readonly unused: readonly string[];
  /** Those of `unused` that look like a column that is read. */
  readonly looksLike: readonly ColumnLike[];
  /** Headers of used columns that other columns have too, with nothing to decide between them. */
  readonly repeated: readonly string[];
  readonly rowsLeftOut: readonly { readonly line: number; readonly why: RowLeftOut }[];
}

type RowLeftOut = "unnamed" | "withdrawn";

export interface ProjectionsFile extends ReadColumns {
  readonly rows: readonly ProjectionRow[];
}

/**
 * `book` selects the columns in a file that has columns for several books; with headers that do not name it,
 * those beside the `salaries` of the slate. `fieldSize`, the contest's entries, decides between the ownership
 * of large and small fields.
 */
export interface ReadProjectionsOptions {
  readonly file: string;
  readonly book?: BookName | undefined;
  readonly columns?: AskedColumns | undefined;
  readonly salaries?: ReadonlySet<number> | undefined;
  readonly fieldSize?: number | undefined;
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
  options: ReadProjectionsOptions,
): ProjectionsFile {
  const { file, book, columns: asked, fieldSize } = options;
  const columns = projectionColumns(book, asked, fieldSize);
  const table = playersTable(records, columns, projectionFit(book, asked, options.salaries));
  if (table === null) throw withoutColumns(records[0], columns, file);
  const faults = new FileFaults(file);
  const all = readPlayers(table, faults).map(({ row }) => row);
  faults.throwIfAny();
  const rows = all.some(({ salary }) => (salary ?? 0) > 0) ? all.filter(({ salary }) => salary !== 0) : all;
  return { rows, ...accountOf(table, { all, rows }, options) };
}

/** `all` are the rows with a name or id, `rows` those that are used; `table` has all columns that are used. */
export function accountOf(
  table: Table<string>,
  { all, rows }: Readonly<Record<"all" | "rows", readonly ProjectionRow[]>>,
  { book, columns: asked, salaries }: ReadProjectionsOptions,
): ReadColumns {
  const { header, below, at } = table;
  const { cells } = header;
  const known: readonly string[] = [...MARKS.locked, ...MARKS.excluded];
  const isKnown = (heading: string) =>
    DRAW.test(headerKey(heading)) ||
    known.includes(headerKey(heading)) ||
    (book !== undefined && percentileOf(heading, book) !== null);
  const unused = unusedPlaces(table).filter((index) => !isKnown(cells[index]!));
  const fitOf = projectionFit(book, asked, salaries);
  const isOpen = (key: ProjectionColumn, index: number) =>
    isRepeated(index, cells) &&
    cells.some(
      (cell, other) =>
        other !== index &&
        repeatedHeader(cell, cells) === repeatedHeader(cells[index]!, cells) &&
        fitOf(key, other, cells, below) === "fits" &&
        below.some((record) => (record.cells[other] ?? "") !== (record.cells[index] ?? "")),
    );
  const [named, used] = [all, rows].map((some) => new Set(some.map(({ line }) => line)));
  return {
    columns: table.used,
    unused: unused.map((index) => cells[index]!),
    looksLike: columnsLike(table, unused, book),
    repeated: PROJECTION_COLUMN_NAMES.flatMap((key) =>
      at[key] !== undefined && isOpen(key, at[key]) ? cells[at[key]]! : [],
    ),
    rowsLeftOut: below.flatMap(({ line, cells: own }) =>
      used!.has(line) || own.every((cell) => cell === "")
        ? []
        : [{ line, why: named!.has(line) ? ("withdrawn" as const) : ("unnamed" as const) }],
    ),
  };
}

const READERS = {
  id: readId,
  name: readText,
  firstName: readText,
  lastName: readText,
  team: readText,
  position: readText,
  rosterPosition: readText,
  salary: readAmount,
  points: readFantasyPoints,
  finish: readFantasyPoints,
  captainPoints: readFantasyPoints,
};

/** Together, of ownership: a spreadsheet has put percent signs behind percentages, and shows 58 as 5800%. */
const MOST_OWNED = 10_000;

function shareReader(table: Table<ProjectionColumn>, column: ShareColumn): CellReader<number | null> {
  const scale = shareScale(table, column);
  const shown = table.below.map(({ cells }) =>
    numberIn((cells[table.at[column] ?? -1] ?? "").replace("%", "")),
  );
  const isHundredfold =
    /own/i.test(column) && shown.reduce<number>((sum, share) => sum + (share || 0), 0) > MOST_OWNED;
  return (cell, place, faults) => {
    const share = readShare(cell, place, faults);
    const percent = share === null ? null : toPercent(share, scale);
    if (percent !== null && (percent < 0 || percent > (isHundredfold ? 100 * 100 : 100)))
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
    captainOwnership: shareReader(table, "captainOwnership"),
    minimumExposure: shareReader(table, "minimumExposure"),
    maximumExposure: shareReader(table, "maximumExposure"),
  };
  return table.below.flatMap((record) => {
    const { line, cells } = record;
    const isNamed = (["id", "name", "firstName", "lastName"] as const).some(
      (column) => readText(cells[table.at[column] ?? -1] ?? "") !== null,
    );
    if (reportSwallowedRows(record, faults) || !isNamed) return [];
    const { firstName, lastName, finish, captainPoints, captainOwnership, ...read } = readRow(
      table,
      record,
      readers,
      faults,
    );
    const points =
      read.points === null || finish === null ? read.points : Math.round((read.points + finish) * 1e8) / 1e8;
    const name = read.name ?? ([firstName, lastName].filter((part) => part !== null).join(" ") || null);
    const row: ProjectionRow = {
      ...{ file: faults.file, line },
      ...{ ...read, name, points },
      columns: cellsByHeader(headings, cells, 0, ofDraws),
      ...((captainPoints ?? captainOwnership) !== null && {
        captain: {
          ...{ points: captainPoints, ownership: captainOwnership, hasRow: false },
          ...{ minimumExposure: null, maximumExposure: null },
        },
      }),
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

const NOTED: readonly ProjectionColumn[] = [
  ...(["points", "finish", "captainPoints", "ownership", "captainOwnership"] as const),
  ...(["minimumExposure", "maximumExposure"] as const),
];

/** A sentence with the header used for each column, such as `points are "My Proj", ownership is "Own%"`. */
export function columnNote({
  rows,
  columns,
  ...rest
}: Pick<ProjectionsFile, "rows" | "columns"> & Partial<ReadColumns>): string {
  const noted = NOTED.flatMap((column) => {
    const header = columns[column];
    if (header === undefined) return [];
    return `${PROJECTION_COLUMN_WORDS[column]} ${/points/i.test(column) || column === "finish" ? "are" : "is"} "${header}"${column === "ownership" ? fieldWords(header) : ""}`;
  });
  const { maximumExposure: most } = columns;
  const isUnused = allZero(rows.map(({ maximumExposure }) => maximumExposure));
  const zero = isUnused ? ` "${most}" is 0 in every row: it is not used, as no player would be left.` : "";
  return `${noted.join(", ")}.${zero}${unusedNote(rest)}`;
}

function fieldWords(header: string): string {
  if (/large/i.test(header)) return ` (contests of more than ${grouped(SMALL_FIELD)} entries, our limit)`;
  return /small/i.test(header) ? ` (contests of at most ${grouped(SMALL_FIELD)} entries, our limit)` : "";
}

/** A sentence on each kind of column and row that was not used, with a space before it; empty if all were. */
export function unusedNote({
  unused = [],
  looksLike = [],
  repeated = [],
  rowsLeftOut = [],
}: Partial<ReadColumns>): string {
  const twice = repeated.map(
    (header) => ` "${header}" occurs twice with different cells: the first is used.`,
  );
  const like = looksLike.map(({ header, as }) => `"${header}" (${PROJECTION_COLUMN_WORDS[as]}?)`);
  const others = unused.length - looksLike.length;
  const listed = like.length === 0 ? [] : [listedUpTo(MOST_LIKE, like)];
  if (others > 0) listed.push(counted(others, like.length === 0 ? "column" : "other column"));
  const left = Object.entries(ROWS_LEFT_OUT).flatMap(([why, [one, many]]) => {
    const lines = rowsLeftOut.flatMap((row) => (row.why === why ? row.line : []));
    if (lines.length === 0) return [];
    return ` ${lines.length === 1 ? `1 row ${one}` : `${lines.length} rows ${many}`} (line ${listedUpTo(MOST_LIKE, lines.map(String))}).`;
  });
  return [...twice, ...(listed.length === 0 ? [] : [` Not used: ${listed.join(" and ")}.`]), ...left].join(
    "",
  );
}

const MOST_LIKE = 6;

const ROWS_LEFT_OUT: Readonly<Record<RowLeftOut, readonly [one: string, many: string]>> = {
  unnamed: ["has no name and no id", "have no name and no id"],
  withdrawn: ["has the salary 0: withdrawn", "have the salary 0: withdrawn"],
};

/** The whole list of columns, for a command that shows what a file was understood to be. */
export function columnList({ columns, unused, looksLike }: ReadColumns): string[] {
  const used = Object.entries(columns).map(
    ([key, header]) => `${PROJECTION_COLUMN_WORDS[key as ProjectionColumn] ?? key} "${header}"`,
  );
  const like = new Map(looksLike.map(({ header, as }) => [header, as]));
  const shown = unused.map((header) => {
    const as = like.get(header);
    return as === undefined ? `"${header}"` : `"${header}" (--column ${as}="${header}"?)`;
  });
  return [
    `used: ${used.join(", ")}.`,
    ...(shown.length === 0 ? [] : [`not used, except by rules that name them: ${shown.join(", ")}.`]),
  ];
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
