import { positionParts } from "../contests/catalog/sports.ts";
import { MOST_POINTS } from "../contests/problem/projections.ts";
import type { ScoredTerm, StatLine } from "../contests/scoring/line.ts";
import { ownersOf } from "../contests/scoring/owner.ts";
import { scorePerformance } from "../contests/scoring/performance.ts";
import type { BookName, ProjectionColumn } from "../shared/books.ts";
import {
  InvalidFileError,
  InvalidRequestError,
  invalidRequest,
  UnknownScoringError,
} from "../shared/errors.ts";
import { headerKey } from "../shared/header-key.ts";
import { parseInput } from "../shared/schema/parse.ts";
import { type PerformanceDocument, performanceDocumentSchema } from "../shared/schema/performances.ts";
import type { ScoringTable } from "../shared/schema/scoring.ts";
import { type Columns, readPoints, readRow, type Table, tableAt } from "./columns.ts";
import { type CsvRecord, FileFaults, parseCsv } from "./csv.ts";
import { type Aliases, candidatesFor, indexListings } from "./listing-index.ts";
import { playersTable, projectionColumns, projectionFit } from "./projection-columns.ts";
import {
  accountOf,
  columnNote,
  NO_CELLS,
  type ProjectionRow,
  projectionsOf,
  type ReadColumns,
  type ReadProjectionsOptions,
  readPlayers,
  unusedNote,
} from "./projections.ts";
import type { Listing, Slate } from "./slate.ts";

/** A row with predicted stats instead of points. */
export interface StatRow extends ProjectionRow {
  readonly stats: StatLine;
}

export interface ScoredRow extends ProjectionRow {
  readonly breakdown: readonly ScoredTerm[];
}

/**
 * Scores rows of predicted stats for `matchProjections`. If a row matches one player of the slate, it is
 * scored by the player's position there; a row without any stat of that position has no points.
 * @throws InvalidFileError for an impossible stat value, and for a stat line that fits several of the table's
 * groups of positions.
 */
export function scoreRows(
  slate: Slate,
  rows: readonly StatRow[],
  { table, file, aliases }: { table: ScoringTable; file: string; aliases?: Aliases | undefined },
): ScoredRow[] {
  const index = indexListings(slate);
  return rows.map(({ stats, ...row }) => {
    const [listing, ...others] = candidatesFor(row, index, aliases).candidates;
    const known = others.length === 0 ? listing : undefined;
    try {
      const line = known === undefined ? stats : { ...statsOfListing(known, table), ...stats };
      const { points, breakdown } = scorePerformance(table, line, {
        kind: "projected",
        position: known?.position ?? row.position,
        entry: known?.kind ?? null,
        pointer: row.pointer === undefined ? "" : `${row.pointer}/attributes`,
      });
      if (known !== undefined && Math.abs(points ?? 0) > MOST_POINTS)
        throw invalidRequest(
          "too-many-points",
          "performances",
          `${known.name} scores ${points} points, more than ${MOST_POINTS}. Correct the stats.`,
        );
      return { ...row, points: points === null ? null : Math.round(points * 1e4) / 1e4 + 0, breakdown };
    } catch (error) {
      if (!(error instanceof InvalidRequestError)) throw error;
      // Players outside the slate need no points.
      if (known === undefined) return { ...row, points: null, breakdown: [] };
      throw new InvalidFileError(file, row.pointer === undefined ? row.line : null, error.message, error);
    }
  });
}

/** From columns of the salary or attribute files, such as a starting position. */
function statsOfListing({ columns = {} }: Listing, table: ScoringTable): StatLine {
  const statOf = statsByHeader(table);
  return Object.fromEntries(
    Object.entries(columns).flatMap(([header, cell]) => {
      const stat = statOf.get(headerKey(header));
      return stat === undefined || !Number.isFinite(Number(cell)) ? [] : [[stat, Number(cell)]];
    }),
  );
}

/** The name of each stat by all spellings of its header, normalized by `headerKey`. */
function statsByHeader({ stats }: ScoringTable): ReadonlyMap<string, string> {
  return new Map(
    stats.flatMap(({ name, label, headers }) =>
      [name, label, ...headers].map((spelling) => [headerKey(spelling), name] as const),
    ),
  );
}

/**
 * Converts the stat lines of a Performance document to rows that can be matched with a salary file; `pointer`
 * is a row's place in the document. Takes names, teams and positions from `included`.
 * @throws InvalidRequestError with the parameter `performances` as its source.
 */
export function performanceRows(document: PerformanceDocument, table: ScoringTable): StatRow[] {
  const parsed = parseInput(performanceDocumentSchema, document, { parameter: "performances" });
  const ownerOf = ownersOf(parsed, table);
  return parsed.data.flatMap((performance, index) => {
    const { name, position, team, bookId } = ownerOf(performance);
    if (name === null && bookId === null) return [];
    return {
      ...NO_CELLS,
      ...{ line: index + 1, pointer: `/data/${index}`, id: bookId, name, team, position },
      stats: performance.attributes,
    };
  });
}

interface ProjectionFileOptions extends Omit<ReadProjectionsOptions, "book" | "salaries"> {
  readonly table: () => Promise<ScoringTable>;
  readonly aliases?: Aliases | undefined;
}

/**
 * Reads a projections file for a slate: points, or stats that the book's table scores. `note` is a sentence
 * on the columns; `read` has what became of each.
 * @throws InvalidFileError
 */
export async function readProjectionFile(
  slate: Slate,
  bytes: Uint8Array,
  { file, table, columns, aliases, fieldSize }: ProjectionFileOptions,
): Promise<{
  readonly rows: readonly (ProjectionRow | ScoredRow)[];
  readonly note: string;
  readonly read: ReadColumns;
}> {
  const { book } = slate;
  const salaries = new Set(slate.entries.map(({ salary }) => salary));
  const options = { file, book, columns, salaries, fieldSize };
  const records = parseCsv(bytes, file);
  const scoring = columns?.points === undefined ? await knownTable(table) : null;
  const lines = scoring && statLinesOf(records, { ...options, table: scoring });
  if (lines === null) {
    const { rows, ...read } = projectionsOf(records, options);
    return { rows, note: columnNote({ rows, ...read }), read };
  }
  const rows = scoreRows(slate, lines.rows, { table: scoring!, file, aliases });
  const { headers, read } = lines;
  const note = `points are scored from its columns ${headers.join(", ")}.${unusedNote(read)}${unscoredNote(slate, scoring!)}`;
  return { rows, note, read };
}

/** A sentence with the slate's positions that the scoring table does not score; empty if it scores all. */
function unscoredNote({ entries }: Slate, { unscored = [] }: ScoringTable): string {
  const found = unscored.filter((name) =>
    entries.some(({ position }) => positionParts(position).includes(name)),
  );
  if (found.length === 0) return "";
  return ` The scoring table has no values for ${found.join(" and ")}: give those players' points in another file of projections.`;
}

/** The scoring table; null for a sport without one, whose files have points. */
async function knownTable(table: () => Promise<ScoringTable>): Promise<ScoringTable | null> {
  try {
    return await table();
  } catch (error) {
    if (error instanceof UnknownScoringError) return null;
    throw error;
  }
}

/** The minimum number of stat columns of a stats file: a single header may mean something else. */
const FEWEST_STATS = 2;

interface ReadStatsOptions extends ReadProjectionsOptions {
  readonly book: BookName;
  readonly table: ScoringTable;
}

/**
 * Reads a projections file with stat columns, named as in the table, instead of points. Returns null for a
 * file with points or without such columns, which `readProjectionsCsv` reads. A header that may mean points
 * or a stat, such as `Points` in basketball, counts as the stat.
 * @throws InvalidFileError for cells that are not numbers, by line and column.
 */
export function statLinesOf(records: readonly CsvRecord[], options: ReadStatsOptions) {
  const { file, book, table, columns: asked } = options;
  const stats = findStats(records, table);
  if (stats === null) return null;
  const { header, below } = stats;
  const fitOf = projectionFit(book, asked);
  const columns = otherColumns(stats, projectionColumns(book, asked));
  // Points of a box score are no fantasy points, also where the table has no stat for them.
  const players = playersTable([header, ...below], columns, (column, ...rest) => {
    const fits = fitOf(column, ...rest);
    return fits === "last-resort" ? "is-other" : fits;
  });
  if (players === null || players.at.points !== undefined) return null;
  const faults = new FileFaults(file);
  const readers = Object.fromEntries(Object.keys(stats.at).map((stat) => [stat, readPoints]));
  const rows = readPlayers(players, faults).map(
    ({ row, record }): StatRow => ({ ...row, stats: readRow(stats, record, readers, faults) }),
  );
  faults.throwIfAny();
  const whole = tableAt([header, ...below], { ...players.at, ...stats.at });
  const read = accountOf(whole, { all: rows, rows }, options);
  return { rows, headers: Object.values(stats.used as Record<string, string>), read };
}

/** Finds the columns of a table's stats: as they are named, or more of them with a word around the names. */
function findStats(records: readonly CsvRecord[], table: ScoringTable): Table<string> | null {
  const statOf = statsByHeader(table);
  for (const [row, { cells }] of records.entries()) {
    const places = new Map<string, number>();
    const projected = new Map<string, number>();
    for (const [index, cell] of cells.entries()) {
      const stat = statOf.get(headerKey(cell));
      const within = stat ?? statOf.get(headerKey(cell).replace(AROUND_STATS, ""));
      if (stat !== undefined && !places.has(stat)) places.set(stat, index);
      else if (within !== undefined && !projected.has(within)) projected.set(within, index);
    }
    const found = projected.size > places.size && projected.size > FEWEST_STATS ? projected : places;
    if (found.size >= FEWEST_STATS)
      return tableAt(records.slice(row) as [CsvRecord, ...CsvRecord[]], Object.fromEntries(found));
  }
  return null;
}

/** Matches a word before or after the names of stats, such as `Proj REB`. */
const AROUND_STATS = /^(?:projected|proj|expected|exp)|(?:projected|projection|proj)$/;

/** The columns of a projections file without the headers of stats; points are not required. */
function otherColumns(
  { used }: Table<string>,
  columns: ReturnType<typeof projectionColumns>,
): Columns<ProjectionColumn> {
  const taken = new Set(Object.values(used as Record<string, string>).map(headerKey));
  return Object.fromEntries(
    Object.entries(columns).map(([column, { names, required }]) => [
      column,
      {
        names: names.filter((name) => !taken.has(headerKey(name))),
        required: required && column !== "points",
      },
    ]),
  );
}
