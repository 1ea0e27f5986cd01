import type { Catalog } from "../contests/catalog/catalog.ts";
import { InvalidRequestError } from "../shared/errors.ts";
import type { PerformanceDocument } from "../shared/schema/performances.ts";
import { readJsonInput } from "./json-input.ts";
import { matchNotes } from "./match-notes.ts";
import type { MatchReport } from "./match-projections.ts";
import { type MatchedProjections, type MatchOptions, matchProjections } from "./match-projections.ts";
import { matchService, type ServiceMatching } from "./match-service.ts";
import type { ProjectionColumn } from "./projection-columns.ts";
import { readProjectionFile } from "./projection-file.ts";
import type { ProjectionRow } from "./projections.ts";
import { type ReadSlateOptions, readSlateFile } from "./read-slate.ts";
import { performanceRows, type ScoredRow, scoreRows } from "./score-rows.ts";
import type { ServiceSlate } from "./service-slate.ts";
import type { Slate } from "./slate.ts";
import { type SlateInputs, slateInputs } from "./slate-inputs.ts";

/** A file's bytes, and what errors call it. */
export interface NamedFile {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** A salary file and where the points of its people come from, in place of its own averages. */
export interface SlateFiles {
  readonly salaries: NamedFile;
  readonly projections?: NamedFile | undefined;
  readonly performances?: NamedFile | undefined;
  /** What the prediction service said of the slate, and what errors call it. */
  readonly service?: { readonly file: string; readonly said: ServiceSlate } | undefined;
}

/** What decides where the files do not tell. */
export interface SlateFileOptions extends Omit<ReadSlateOptions, "file">, Omit<MatchOptions, "file"> {
  /** Headers to take in place of those in use. */
  readonly columns?: Readonly<Partial<Record<ProjectionColumn, string>>> | undefined;
}

/** Points by entry GUID, what they are made of where they are scored, and what to report of the files. */
export interface SlatePoints extends Pick<MatchedProjections, "points" | "breakdowns" | "rows"> {
  readonly notes: readonly string[];
  /** What became of each file. */
  readonly files: readonly PointFile[];
  /** Whom of the salary file the service has, where it was asked. */
  readonly matching?: ServiceMatching | undefined;
}

/** What became of a file of points. */
interface PointFile {
  readonly file: string;
  /** Which columns were taken as what, in words; null for a document, which has none. */
  readonly columns: string | null;
  readonly report: MatchReport;
}

/** A salary file, read with its points; these are undefined where nothing else gives any. */
export interface ReadSlateFiles {
  readonly slate: Slate;
  readonly points: SlatePoints | undefined;
}

/**
 * Reads a salary file and what files and the service say of its people; points of stat lines come before those of
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

/** Such files as the optimizer takes them; `cap` where it is not the contest's own. */
export function inputsOfFiles({ slate, points }: ReadSlateFiles, cap?: number): SlateInputs {
  const { points: projections, breakdowns, rows } = points ?? {};
  return slateInputs(slate, { cap, projections, breakdowns, rows });
}

/** Stat lines of documents have no columns: those of the projections stand beside them. */
function joinedRows(found: readonly SlatePoints["rows"][]): SlatePoints["rows"] {
  const rows = new Map<string, ProjectionRow | ScoredRow>();
  for (const one of found)
    for (const [uuid, row] of one) rows.set(uuid, "columns" in row ? row : { ...rows.get(uuid), ...row });
  return rows;
}

/** The stat lines of a document, scored; what is wrong with it is reported with the file's name. */
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

/** Matches rows to the slate. Who has no projection is reported of every request, once it is read. */
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

/** The share of the field that is expected to have each player, in percent by GUID; empty where no file has any. */
export function ownershipsOf(points: Pick<SlatePoints, "rows"> | undefined): ReadonlyMap<string, number> {
  return new Map(
    [...(points?.rows ?? [])].flatMap(([uuid, row]) =>
      "ownership" in row && row.ownership !== null ? [[uuid, row.ownership]] : [],
    ),
  );
}
