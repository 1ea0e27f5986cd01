import type { Catalog } from "../../contests/catalog/catalog.ts";
import type { Aliases } from "../../files/aliases.ts";
import { matchNotes } from "../../files/match-notes.ts";
import {
  type MatchedProjections,
  type MatchOptions,
  matchProjections,
} from "../../files/match-projections.ts";
import type { MatchReport } from "../../files/match-report.ts";
import { performanceRows } from "../../files/performance-rows.ts";
import { readProjectionFile } from "../../files/projection-file.ts";
import type { ProjectionRow } from "../../files/projections.ts";
import { type ScoredRow, scoreRows } from "../../files/score-rows.ts";
import type { Slate } from "../../files/slate.ts";
import type { PerformanceDocument } from "../../shared/schema/performances.ts";
import type { ScoringTable } from "../../shared/schema/scoring.ts";
import type { ProjectionColumns } from "../options/parsers.ts";
import { located } from "../places.ts";
import { inputName, readBytes, readJson } from "./files.ts";

/** Where the points of a salary file's people come from, in place of the file's own averages. */
export interface PointFiles {
  readonly projections?: string | undefined;
  readonly performances?: string | undefined;
  readonly column?: ProjectionColumns | undefined;
  readonly aliases?: Aliases | undefined;
  /** Refuses files that are hardly of this slate. */
  readonly strict?: boolean | undefined;
}

/** Points by entry GUID, what they are made of where they are scored, and what to tell of the files. */
export interface SlatePoints extends Pick<MatchedProjections, "points" | "breakdowns" | "rows"> {
  readonly notes: readonly string[];
  /** What became of each file. */
  readonly files: readonly PointFile[];
}

/** What became of a file of points. */
interface PointFile {
  readonly file: string;
  /** Which columns were taken as what, in words; null for a document, which has none. */
  readonly columns: string | null;
  readonly report: MatchReport;
}

/**
 * Reads what files say of a slate's people; those of the stat lines before those of the projections. Undefined where
 * no file is given.
 * @throws InvalidFileError, InvalidRequestError, UnknownScoringError
 */
export async function readSlatePoints(
  slate: Slate,
  { projections, performances, column, aliases, strict }: PointFiles,
  { scoringTable }: Catalog,
): Promise<SlatePoints | undefined> {
  const tableOf = () => scoringTable(slate.sport, slate.book);
  const matching = { aliases, strict };
  const found = [
    projections === undefined ? [] : await readProjections(slate, projections, column, tableOf, matching),
    performances === undefined ? [] : await readPerformances(slate, performances, tableOf(), matching),
  ].flat();
  if (found.length === 0) return undefined;
  return {
    points: new Map(found.flatMap(({ points }) => [...points])),
    breakdowns: new Map(found.flatMap(({ breakdowns }) => [...breakdowns])),
    rows: rowsOf(found.map(({ rows }) => rows)),
    notes: found.flatMap(({ notes }) => notes),
    files: found.flatMap(({ files }) => files),
  };
}

/** Stat lines of documents have no columns: those of the projections stand beside them. */
function rowsOf(found: readonly SlatePoints["rows"][]): SlatePoints["rows"] {
  const rows = new Map<string, ProjectionRow | ScoredRow>();
  for (const one of found)
    for (const [uuid, row] of one) rows.set(uuid, "columns" in row ? row : { ...rows.get(uuid), ...row });
  return rows;
}

async function readProjections(
  slate: Slate,
  name: string,
  columns: ProjectionColumns | undefined,
  tableOf: () => ScoringTable,
  matching: MatchOptions,
): Promise<SlatePoints> {
  const file = inputName(name);
  const { rows, note } = readProjectionFile(slate, await readBytes(name), {
    file,
    table: tableOf,
    columns,
    aliases: matching.aliases,
  });
  return matched(slate, rows, file, matching, note);
}

async function readPerformances(
  slate: Slate,
  name: string,
  table: ScoringTable,
  matching: MatchOptions,
): Promise<SlatePoints> {
  const file = inputName(name);
  const document = (await readJson(name)) as PerformanceDocument;
  try {
    const rows = scoreRows(slate, performanceRows(document, table), {
      table,
      file,
      aliases: matching.aliases,
    });
    return matched(slate, rows, file, matching);
  } catch (error) {
    throw located(error, { performances: file, labelOf: () => null });
  }
}

/** Matches rows to the slate. Who has no projection is told of every request, once it is read. */
function matched(
  slate: Slate,
  rows: readonly (ProjectionRow | ScoredRow)[],
  file: string,
  matching: MatchOptions,
  columns: string | null = null,
): SlatePoints {
  const { points, breakdowns, rows: taken, report } = matchProjections(slate, rows, { ...matching, file });
  const notes = [
    ...(columns === null ? [] : [columns]),
    ...matchNotes({ ...report, withoutProjection: [] }, slate),
  ];
  return {
    points,
    breakdowns,
    rows: taken,
    notes: notes.map((text) => `${file}: ${text}`),
    files: [{ file, columns, report }],
  };
}
