import { InvalidFileError } from "../shared/errors.ts";
import type { OutcomeKnowledgeInput } from "../shared/schema/options.ts";
import { grouped } from "../shared/words.ts";
import { mean } from "../simulation/mean.ts";
import type { SimulatedOutcomes } from "../simulation/simulated-outcomes.ts";
import { shownColumns } from "./columns.ts";
import { FileFaults, parseCsv } from "./csv.ts";
import { type MatchOptions, matchProjections } from "./match-projections.ts";
import {
  type AskedColumns,
  IDENTITY_COLUMNS,
  optionalColumns,
  playersTable,
  projectionColumns,
} from "./projection-columns.ts";
import { drawColumns, type ProjectionRow, type ReadProjectionsOptions, readPlayers } from "./projections.ts";
import type { Slate } from "./slate.ts";
import type { NamedFile, ReadSlateFiles } from "./slate-files.ts";
import { readSpreads, spreadNote } from "./spreads.ts";

export interface ReadOutcomes {
  readonly simulated: SimulatedOutcomes;
  readonly note: string;
}

/** Null if no row has draws. @throws InvalidFileError by line, for cells without a number */
export function simulatedOutcomes(
  rows: ReadonlyMap<string, Pick<ProjectionRow, "line" | "draws">>,
  { file }: { readonly file: string },
): ReadOutcomes | null {
  const faults = new FileFaults(file);
  const uuids: string[] = [];
  const points: Float64Array[] = [];
  for (const [uuid, { line, draws }] of rows) {
    if (draws === undefined) continue;
    if (draws.fault !== null) faults.add(line, draws.fault);
    uuids.push(uuid);
    points.push(draws.points);
  }
  faults.throwIfAny();
  if (uuids.length === 0) return null;
  const note = `the draws are ${grouped(points[0]!.length)} simulated outcomes of ${grouped(uuids.length)} players, with their own spreads and correlations.`;
  return { simulated: { uuids, points }, note };
}

/** Like the headers of draws in other files, or a number alone, such as `1`. */
const DRAW_OR_NUMBER = /^(?:sim|simulation|draw|iteration|iter)?\d+$/;

/**
 * Reads a file of draws: a row per player, named as in a projections file, and a column per draw, such as
 * `Sim 1` or `1`. Its rows are matched like projections; rows of players who are not in the pool are skipped.
 * @throws InvalidFileError for missing columns, for cells without a number by line, and if no player matches
 */
export function readDrawsCsv(
  slate: Slate,
  bytes: Uint8Array,
  { file, aliases, columns }: Pick<MatchOptions, "aliases"> & ReadProjectionsOptions,
): ReadOutcomes {
  const [header, ...below] = parseCsv(bytes, file);
  const draws = drawColumns(header.cells, DRAW_OR_NUMBER);
  const known = projectionColumns(slate.book, columns);
  const identity = IDENTITY_COLUMNS.map((column) => [column, known[column]]);
  const table = playersTable([header, ...below], optionalColumns(Object.fromEntries(identity)));
  if (draws === null || table === null)
    throw new InvalidFileError(
      file,
      header.line,
      `has no ${draws === null ? "columns of draws, such as Sim 1, Sim 2" : "column of names or ids"}. Give a row for each player and a column for each draw. Its columns are ${shownColumns(header)}.`,
    );
  const faults = new FileFaults(file);
  const rows = readPlayers(table, faults, draws).map(({ row }) => ({
    ...row,
    // Cells without a number are reported later, if the player is in the pool.
    points: row.draws === undefined ? null : mean(row.draws.points.filter((one) => !Number.isNaN(one))),
  }));
  faults.throwIfAny();
  const matched = matchProjections(slate, rows, { file, aliases });
  const outcomes = simulatedOutcomes(matched.rows, { file });
  if (outcomes === null)
    throw new InvalidFileError(file, null, "no row matches a player in the pool. Give draws of this slate.");
  const unused = rows.length - matched.rows.size;
  return unused === 0 ? outcomes : { ...outcomes, note: `${outcomes.note} Rows not used: ${unused}.` };
}

type RowsOfPeople = ReadonlyMap<string, Pick<ProjectionRow, "line" | "columns" | "draws">>;

/** `known`: spreads, batting orders and the like of single players; `averages`: the book's points. */
export interface DrawnPointsOfFiles {
  readonly known?: readonly OutcomeKnowledgeInput[] | undefined;
  readonly simulated?: SimulatedOutcomes | undefined;
  readonly averages?: readonly { readonly uuid: string; readonly points: number }[] | undefined;
  readonly notes: readonly string[];
}

/** `draws` is a file of simulated draws, used instead of the projections' columns of draws. */
export interface DrawnPointsOptions extends Pick<MatchOptions, "aliases"> {
  readonly file: string;
  readonly columns?: AskedColumns | undefined;
  readonly draws?: NamedFile | undefined;
}

/**
 * Reads how the players' points are drawn. If there is a file of draws, or the projections have columns of
 * draws, these are the simulated outcomes. Otherwise reads each player's spread from the other columns of the
 * projections, the attribute files and the salary file.
 * @throws InvalidFileError as `readDrawsCsv`, `simulatedOutcomes` and `readSpreads`
 */
export function readDrawnPoints(
  {
    slate,
    points,
  }: Pick<ReadSlateFiles, "slate"> & { readonly points?: { readonly rows: RowsOfPeople } | undefined },
  { file, columns, draws, aliases }: DrawnPointsOptions,
): DrawnPointsOfFiles {
  const rows: RowsOfPeople = points?.rows ?? new Map();
  const found = draws
    ? readDrawsCsv(slate, draws.bytes, { file: draws.file, aliases, columns })
    : simulatedOutcomes(rows, { file });
  const averages = slate.entries.flatMap(({ uuid, averagePoints: points }) =>
    points === null ? [] : [{ uuid, points }],
  );
  if (found !== null)
    return { simulated: found.simulated, averages, notes: [`${draws?.file ?? file}: ${found.note}`] };
  // Ice-hockey lines and batting orders may be in the salary file, or in a file of attributes.
  const whole = new Map(
    slate.entries.map(({ uuid, line = 0, columns: own }) => {
      const row = rows.get(uuid) ?? { line };
      return [uuid, { ...row, columns: { ...own, ...row.columns } }];
    }),
  );
  const spreads = readSpreads(whole, { file, book: slate.book, columns });
  const text = spreadNote(spreads);
  return { known: spreads.known, averages, notes: text === null ? [] : [`${file}: ${text}`] };
}
