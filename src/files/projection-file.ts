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
 * `file` names the text in errors; `table` finds the scoring table of the slate's sport and book; `columns`
 * replace the known headers.
 */
export interface ProjectionFileOptions {
  readonly file: string;
  readonly table: () => ScoringTable;
  readonly columns?: Readonly<Partial<Record<ProjectionColumn, string>>> | undefined;
  readonly aliases?: Aliases | undefined;
}

/**
 * Reads a projections file for a slate: points, or stats that the book's table scores. `note` names the
 * columns used.
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

/** The content of a file of predicted stats. */
interface StatLinesFile {
  readonly rows: readonly StatRow[];
  /** The header used for each stat of the file. */
  readonly columns: ReadonlyMap<string, string>;
}

/** The column index of each stat in a header row. */
type StatPlaces = ReadonlyMap<string, number>;

/** The minimum number of stat columns of a stats file: a single header may mean something else. */
const FEWEST_STATS = 2;

/**
 * Reads a projections file with stat columns, named as in the table, instead of points. Returns null for a
 * file with points or without such columns, which `readProjectionsCsv` reads. A header that may mean points
 * or a stat, such as `Points` in basketball, counts as the stat.
 * @throws InvalidFileError for cells that are not numbers, by line and column.
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

/** The columns of a projections file apart from its stats; all optional. */
function columnsBeside(places: StatPlaces, { cells }: CsvRecord, book: BookName) {
  const taken = new Set([...places.values()].map((index) => headerKey(cells[index]!)));
  const columns = projectionColumns(book);
  for (const column of Object.keys(columns) as ProjectionColumn[]) {
    const names = columns[column].names.filter((name) => !taken.has(headerKey(name)));
    columns[column] = { names, required: false };
  }
  return columns;
}

/** Returns null for a record without a player. */
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
