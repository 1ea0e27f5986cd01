import type { BookName } from "../shared/books/index.ts";
import { headerKey } from "../shared/header-key.ts";
import type { ScoringTable } from "../shared/schema/scoring.ts";
import type { Aliases } from "./aliases.ts";
import { cellsByHeader, readListedSalary, readPoints, readText } from "./cells.ts";
import { type CsvRecord, FileFaults, parseCsv, reportSwallowedRows } from "./csv.ts";
import { findHeader } from "./header.ts";
import { columnNote } from "./match-notes.ts";
import { type ProjectionColumn, projectionColumns } from "./projection-columns.ts";
import { type ProjectionRow, readProjectionsCsv } from "./projections.ts";
import { rowOf, type ScoredRow, type StatRow, scoreRows } from "./score-rows.ts";
import type { Slate } from "./slate.ts";

/**
 * `file` is what errors call the text; `table` finds the scoring table of the slate's sport and book; `columns` are
 * header names to take in place of those in use.
 */
export interface ProjectionFileOptions {
  readonly file: string;
  readonly table: () => ScoringTable;
  readonly columns?: Readonly<Partial<Record<ProjectionColumn, string>>> | undefined;
  readonly aliases?: Aliases | undefined;
}

/**
 * Reads a projections file for a slate: points, or stats that the book's table scores. `note` says which columns
 * gave the points.
 * @throws InvalidFileError, UnknownScoringError
 */
export function readProjectionFile(
  slate: Slate,
  bytes: Uint8Array,
  { file, table, columns, aliases }: ProjectionFileOptions,
): { readonly rows: readonly (ProjectionRow | ScoredRow)[]; readonly note: string } {
  const { book } = slate;
  const lines =
    columns?.points === undefined ? readStatLinesCsv(bytes, { file, book, table: table() }) : null;
  if (lines === null) {
    const read = readProjectionsCsv(bytes, { file, book, columns });
    return { rows: read.rows, note: columnNote(read) };
  }
  const rows = scoreRows(slate, lines.rows, { table: table(), file, aliases });
  const headers = [...lines.columns.values()].join(", ");
  return { rows, note: `points are scored from its columns ${headers}.` };
}

/** A file of predicted stats, read. */
interface StatLinesFile {
  readonly rows: readonly StatRow[];
  /** The header that was taken for each stat that the file has. */
  readonly columns: ReadonlyMap<string, string>;
}

/** Where each stat stands in a header row. */
type StatPlaces = ReadonlyMap<string, number>;

/** A file with fewer columns of stats has none: one header alone may mean something else. */
const FEWEST_STATS = 2;

/**
 * Reads a projections file that has columns of stats, by the names that the table gives them, in place of points.
 * Null for a file that has points of its own, or no such columns: `readProjectionsCsv` is for that. A header that
 * means points and a stat alike, such as `Points` in basketball, is the stat's.
 * @throws InvalidFileError for cells that are no numbers, by line and column.
 */
export function readStatLinesCsv(
  input: string | Uint8Array,
  { file, book, table }: { readonly file: string; readonly book: BookName; readonly table: ScoringTable },
): StatLinesFile | null {
  const records = parseCsv(input, file);
  const found = findStats(records, table);
  if (found === null) return null;
  const [header, ...below] = records.slice(found.row) as [CsvRecord, ...CsvRecord[]];
  const at = findHeader([header, ...below], columnsBeside(found.places, header, book))?.at ?? {};
  if (at.points !== undefined || (at.name ?? at.id ?? at.lastName) === undefined) return null;
  const faults = new FileFaults(file);
  const rows = below.flatMap((record) => readRow(record, at, header, found.places, faults) ?? []);
  faults.throwIfAny();
  return { rows, columns: new Map([...found.places].map(([stat, index]) => [stat, header.cells[index]!])) };
}

function findStats(
  records: readonly CsvRecord[],
  { stats }: ScoringTable,
): { readonly row: number; readonly places: StatPlaces } | null {
  const statOf = new Map(
    stats.flatMap(({ name, label, headers }) =>
      [name, label, ...headers].map((spelling) => [headerKey(spelling), name] as const),
    ),
  );
  for (const [row, { cells }] of records.entries()) {
    const places = new Map<string, number>();
    for (const [index, cell] of cells.entries()) {
      const stat = statOf.get(headerKey(cell));
      if (stat !== undefined && !places.has(stat)) places.set(stat, index);
    }
    if (places.size >= FEWEST_STATS) return { row, places };
  }
  return null;
}

/** The columns of a projections file by the headers that are no stat's, none of them required. */
function columnsBeside(places: StatPlaces, { cells }: CsvRecord, book: BookName) {
  const taken = new Set([...places.values()].map((index) => headerKey(cells[index]!)));
  const columns = projectionColumns(book);
  for (const column of Object.keys(columns) as ProjectionColumn[]) {
    const names = columns[column].names.filter((name) => !taken.has(headerKey(name)));
    columns[column] = { names, required: false };
  }
  return columns;
}

/** Null for a record that names nobody. */
function readRow(
  record: CsvRecord,
  at: Readonly<Partial<Record<ProjectionColumn, number>>>,
  header: CsvRecord,
  places: StatPlaces,
  faults: FileFaults,
): StatRow | null {
  if (reportSwallowedRows(record, faults)) return null;
  const { line, cells } = record;
  const text = (column: ProjectionColumn) => readText(cells[at[column] ?? -1] ?? "");
  const parts = [text("firstName"), text("lastName")].filter((part) => part !== null);
  const who = {
    file: faults.file,
    id: text("id"),
    name: text("name") ?? (parts.join(" ") || null),
    team: text("team"),
    position: text("position"),
    rosterPosition: text("rosterPosition"),
    salary: readListedSalary(cells[at.salary ?? -1] ?? ""),
    columns: cellsByHeader(header.cells, cells),
  };
  if (who.id === null && who.name === null) return null;
  const stats = [...places].map(([stat, index]) => {
    const value = readPoints(cells[index] ?? "", { line, column: header.cells[index]! }, faults);
    return [stat, value] as const;
  });
  return rowOf(line, who, Object.fromEntries(stats));
}
