import { InvalidFileError } from "../shared/errors.ts";
import { grouped } from "../shared/words.ts";
import { mean } from "../simulation/mean.ts";
import type { SimulatedOutcomes } from "../simulation/simulated-outcomes.ts";
import { FileFaults, parseCsv } from "./csv.ts";
import { findHeader, shownColumns } from "./header.ts";
import { type MatchOptions, matchProjections } from "./match-projections.ts";
import type { ProjectionColumn } from "./projection-columns.ts";
import {
  DRAW_OR_NUMBER,
  drawColumns,
  identityColumns,
  namesSomeone,
  type ProjectionRow,
  readRows,
} from "./projections.ts";
import type { Slate } from "./slate.ts";

/** Simulated outcomes from a file, and a sentence for the user that says what was read. */
export interface ReadOutcomes {
  readonly simulated: SimulatedOutcomes;
  readonly note: string;
}

/**
 * Collects the simulated outcomes in a slate's projection rows, which are keyed by player GUID; null if no
 * row has draws.
 * @throws InvalidFileError by line, for cells without a number
 */
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

/**
 * Reads a file of draws: a row per player, named as in a projections file, and a column per draw, such as
 * `Sim 1` or `1`. Its rows are matched like projections; rows of players who are not in the pool are skipped.
 * @throws InvalidFileError for missing columns, for cells without a number by line, and if no player matches
 */
export function readDrawsCsv(
  slate: Slate,
  bytes: Uint8Array,
  {
    file,
    aliases,
    columns = {},
  }: MatchOptions & { readonly file: string; readonly columns?: Columns | undefined },
): ReadOutcomes {
  const [header, ...below] = parseCsv(bytes, file);
  const draws = drawColumns(header.cells, DRAW_OR_NUMBER);
  const found = findHeader([header, ...below], identityColumns(slate.book, columns))!;
  if (draws === null || !namesSomeone(found))
    throw new InvalidFileError(
      file,
      header.line,
      `has no ${draws === null ? "columns of draws, such as Sim 1, Sim 2" : "column of names or ids"}. Give a row for each player and a column for each draw. Its columns are ${shownColumns(header)}.`,
    );
  const faults = new FileFaults(file);
  const rows = readRows(below, found, header, faults, draws).map((row) => ({
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

type Columns = Readonly<Partial<Record<ProjectionColumn, string>>>;
