import type { Catalog } from "../../catalog/catalog.ts";
import { matchNotes } from "../../formats/match-notes.ts";
import { type MatchedProjections, matchProjections } from "../../formats/match-projections.ts";
import { performanceRows } from "../../formats/performance-rows.ts";
import { readProjectionsCsv } from "../../formats/projections.ts";
import { scoreRows } from "../../formats/score-rows.ts";
import type { Slate } from "../../formats/slate.ts";
import { readStatLinesCsv } from "../../formats/stat-columns.ts";
import type { PerformanceDocument } from "../../schema/performances.ts";
import type { ScoringTable } from "../../schema/scoring.ts";
import type { ProjectionColumns } from "../options/arguments.ts";
import { located } from "../places.ts";
import { inputName, readBytes, readJson } from "./files.ts";

/** Where the points of a salary file's people come from, in place of the file's own averages. */
interface PointFiles {
  readonly projections?: string | undefined;
  readonly performances?: string | undefined;
  readonly column?: ProjectionColumns | undefined;
}

/** Points by entry GUID, what they are made of where they are scored, and what to tell of the files. */
interface SlatePoints extends Pick<MatchedProjections, "points" | "breakdowns"> {
  readonly notes: readonly string[];
}

/**
 * Reads what files say of a slate's people; those of the stat lines before those of the projections. Undefined where
 * no file is given.
 * @throws InvalidFileError, InvalidRequestError, UnknownScoringError
 */
export async function readSlatePoints(
  slate: Slate,
  { projections, performances, column }: PointFiles,
  { scoringTable }: Catalog,
): Promise<SlatePoints | undefined> {
  const tableOf = () => scoringTable(slate.sport, slate.book);
  const found = [
    projections === undefined ? [] : await readProjections(slate, projections, column, tableOf),
    performances === undefined ? [] : await readPerformances(slate, performances, tableOf()),
  ].flat();
  if (found.length === 0) return undefined;
  return {
    points: new Map(found.flatMap(({ points }) => [...points])),
    breakdowns: new Map(found.flatMap(({ breakdowns }) => [...breakdowns])),
    notes: found.flatMap(({ notes }) => notes),
  };
}

async function readProjections(
  slate: Slate,
  name: string,
  columns: ProjectionColumns | undefined,
  tableOf: () => ScoringTable,
): Promise<SlatePoints> {
  const file = inputName(name);
  const { book } = slate;
  const bytes = await readBytes(name);
  const lines =
    columns?.points === undefined ? readStatLinesCsv(bytes, { file, book, table: tableOf() }) : null;
  if (lines === null) {
    const { rows } = readProjectionsCsv(bytes, { file, book, columns });
    return told(matchProjections(slate, rows), file, []);
  }
  const headers = [...lines.columns.values()].join(", ");
  return told(matchProjections(slate, scoreRows(slate, lines.rows, tableOf(), file)), file, [
    `points are scored from its columns ${headers}.`,
  ]);
}

async function readPerformances(slate: Slate, name: string, table: ScoringTable): Promise<SlatePoints> {
  const file = inputName(name);
  const document = (await readJson(name)) as PerformanceDocument;
  try {
    const rows = scoreRows(slate, performanceRows(document, table), table, file);
    return told(matchProjections(slate, rows), file, []);
  } catch (error) {
    throw located(error, { performances: file, labelOf: () => null });
  }
}

/** Who has no projection is told of every request, once it is read. */
function told(
  { points, breakdowns, report }: MatchedProjections,
  file: string,
  first: readonly string[],
): SlatePoints {
  const notes = [...first, ...matchNotes({ ...report, withoutProjection: [] })];
  return { points, breakdowns, notes: notes.map((text) => `${file}: ${text}`) };
}
