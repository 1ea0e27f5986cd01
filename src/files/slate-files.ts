import type { Catalog } from "../contests/catalog/catalog.ts";
import { InvalidRequestError } from "../shared/errors.ts";
import type { PerformanceDocument } from "../shared/schema/performances.ts";
import { readJsonInput } from "./csv.ts";
import type { MatchReport } from "./match-projections.ts";
import {
  type MatchedProjections,
  type MatchOptions,
  matchNotes,
  matchProjections,
} from "./match-projections.ts";
import type { ServiceSlate } from "./match-service.ts";
import { matchService, type ServiceMatching } from "./match-service.ts";
import type { ProjectionColumn } from "./projection-columns.ts";
import type { ProjectionRow } from "./projections.ts";
import { type ReadSlateOptions, readSlateFile } from "./read-slate.ts";
import type { Slate } from "./slate.ts";
import { type SlateInputs, slateInputs } from "./slate-inputs.ts";
import { performanceRows, readProjectionFile, type ScoredRow, scoreRows } from "./stat-lines.ts";

/** A file's bytes, and its name in errors. */
export interface NamedFile {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** A salary file, and the sources of points that replace its averages. */
export interface SlateFiles {
  readonly salaries: NamedFile;
  readonly projections?: NamedFile | undefined;
  readonly performances?: NamedFile | undefined;
  /** The prediction service's slate, and its name in errors. */
  readonly service?: { readonly file: string; readonly said: ServiceSlate } | undefined;
}

/** Options for files that leave something open. */
export interface SlateFileOptions extends Omit<ReadSlateOptions, "file">, Omit<MatchOptions, "file"> {
  /** Headers that replace the known ones. */
  readonly columns?: Readonly<Partial<Record<ProjectionColumn, string>>> | undefined;
}

/** Points by pool player GUID, their scored terms if there are any, and a report on the files. */
export interface SlatePoints extends Pick<MatchedProjections, "points" | "breakdowns" | "rows"> {
  readonly notes: readonly string[];
  readonly files: readonly PointFile[];
  /** The match of the salary file with the service, if it was asked. */
  readonly matching?: ServiceMatching | undefined;
}

interface PointFile {
  readonly file: string;
  /** The columns used, in words; null for a document. */
  readonly columns: string | null;
  readonly report: MatchReport;
}

/** A salary file with its points, which are undefined without another source than the file. */
export interface ReadSlateFiles {
  readonly slate: Slate;
  readonly points: SlatePoints | undefined;
}

/**
 * Reads a salary file with its points from files and the service; points from stat lines take precedence over
 * projections.
 * @throws InvalidFileError, InvalidRequestError, UnknownScoringError
 */
export function readSlateFiles(
  { salaries, projections, performances, service }: SlateFiles,
  options: SlateFileOptions,
  { scoringTable }: Pick<Catalog, "scoringTable">,
): ReadSlateFiles {
  const slate = readSlateFile(salaries.bytes, { ...options, file: salaries.file });
  const table = () => scoringTable(slate.sport, slate.book);
  const found: (Omit<SlatePoints, "notes" | "files"> & Partial<SlatePoints>)[] = [];
  if (projections) {
    const { file, bytes } = projections;
    const read = readProjectionFile(slate, bytes, { ...options, file, table });
    found.push(matched(slate, read.rows, { ...options, file }, read.note));
  }
  if (performances) {
    const { file } = performances;
    const rows = statRows(slate, performances, { ...options, table: table() });
    found.push(matched(slate, rows, { ...options, file }));
  }
  if (service)
    found.push(matchService(slate, service.said, { salaries: salaries.file, service: service.file }));
  const points =
    found.length === 0
      ? undefined
      : {
          points: new Map(found.flatMap(({ points }) => [...points])),
          breakdowns: new Map(found.flatMap(({ breakdowns }) => [...breakdowns])),
          rows: joinedRows(found.map(({ rows }) => rows)),
          notes: found.flatMap(({ notes = [] }) => notes),
          files: found.flatMap(({ files = [] }) => files),
          matching: found.at(-1)!.matching,
        };
  return { slate, points };
}

/** The optimizer's inputs from these files; `cap` replaces the contest's salary cap. */
export function inputsOfFiles({ slate, points }: ReadSlateFiles, cap?: number): SlateInputs {
  const { points: projections, breakdowns, rows } = points ?? {};
  return slateInputs(slate, { cap, projections, breakdowns, rows });
}

/** Joins rows by player: stat lines of documents get their other columns from the projections. */
function joinedRows(found: readonly SlatePoints["rows"][]): SlatePoints["rows"] {
  const rows = new Map<string, ProjectionRow | ScoredRow>();
  for (const one of found)
    for (const [uuid, row] of one) rows.set(uuid, "columns" in row ? row : { ...rows.get(uuid), ...row });
  return rows;
}

/** The scored stat lines of a document; errors name the file. */
function statRows(
  slate: Slate,
  { file, bytes }: NamedFile,
  { table, aliases }: Pick<SlateFileOptions, "aliases"> & Pick<Parameters<typeof scoreRows>[2], "table">,
): ScoredRow[] {
  const document = readJsonInput(bytes, file) as PerformanceDocument;
  try {
    return scoreRows(slate, performanceRows(document, table), { table, file, aliases });
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    throw error.reworded((detail) => `${file}: ${detail}`);
  }
}

/** Matches rows to the slate. Leaves the list of players without a projection to a report per request. */
function matched(
  slate: Slate,
  rows: readonly (ProjectionRow | ScoredRow)[],
  options: MatchOptions & { readonly file: string },
  columns: string | null = null,
): SlatePoints {
  const { report, ...found } = matchProjections(slate, rows, options);
  const { file } = options;
  const notes = [
    ...(columns === null ? [] : [columns]),
    ...matchNotes({ ...report, withoutProjection: [] }, slate),
  ];
  return { ...found, notes: notes.map((text) => `${file}: ${text}`), files: [{ file, columns, report }] };
}

/** Each player's expected share of the field's lineups, in percent by GUID; empty without such a column. */
export function ownershipsOf(points: Pick<SlatePoints, "rows"> | undefined): ReadonlyMap<string, number> {
  return new Map(
    [...(points?.rows ?? [])].flatMap(([uuid, row]) =>
      "ownership" in row && row.ownership !== null ? [[uuid, row.ownership]] : [],
    ),
  );
}
