import type { Catalog } from "../contests/catalog/catalog.ts";
import { headerKey, isKnownAfterLock } from "../shared/header-key.ts";
import type { CellsByHeader } from "./header.ts";
import type { MatchedProjections, MatchOptions, MatchReport } from "./match-projections.ts";
import type { ServiceMatching, ServiceSlate } from "./match-service.ts";
import type { ProjectionColumn } from "./projection-columns.ts";
import { type ReadSlateOptions, readSlateFile } from "./read-slate.ts";
import { type Slate, withBegun } from "./slate.ts";
import { type SlateInputs, slateInputs } from "./slate-inputs.ts";

export interface NamedFile {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** A salary file, and the sources of points that are used instead of the file's average points. */
export interface SlateFiles {
  readonly salaries: NamedFile;
  /** Files of projections; a later one takes precedence for a player in several. */
  readonly projections?: readonly NamedFile[] | undefined;
  readonly performances?: NamedFile | undefined;
  /** Files with further columns for the players, such as starting positions. */
  readonly attributes?: readonly NamedFile[] | undefined;
  /** The prediction service's slate, and its name in errors. */
  readonly service?: { readonly file: string; readonly said: ServiceSlate } | undefined;
}

export interface SlateFileOptions
  extends Omit<ReadSlateOptions, "file" | "catalog">,
    Omit<MatchOptions, "file"> {
  /**
   * Whether the contest is over. If so, the pool keeps players whose games have started, and columns with
   * results are ignored.
   */
  readonly past?: boolean | undefined;
  /** The header of a projections column, instead of the known ones. */
  readonly columns?: Readonly<Partial<Record<ProjectionColumn, string>>> | undefined;
}

/**
 * The points of a slate's players by GUID, the scored terms of points that come from stats, and a report on
 * the files.
 */
export interface SlatePoints extends Pick<MatchedProjections, "points" | "breakdowns" | "rows"> {
  readonly notes: readonly string[];
  /** The result for each file; `columns` is a sentence with the columns used, null for a JSON document. */
  readonly files: readonly {
    file: string;
    columns: string | null;
    headers: readonly string[];
    report: MatchReport;
  }[];
  /** The match of the salary file with the service, if it was asked. */
  readonly matching?: ServiceMatching | undefined;
}

/**
 * The content of a salary file, and points from other sources; `points` is undefined without such sources.
 */
export interface ReadSlateFiles {
  readonly slate: Slate;
  readonly points: SlatePoints | undefined;
  /** What the attribute files added, in words. */
  readonly notes: readonly string[];
}

/**
 * Reads a salary file, and its players' points from files and the service. Points from stat lines take
 * precedence over projections, and the service over both.
 * @throws InvalidFileError, InvalidRequestError, UnknownScoringError
 */
export async function readSlateFiles(
  { salaries, attributes = [], ...sources }: SlateFiles,
  options: SlateFileOptions,
  catalog: Pick<Catalog, "scoringOf" | "contestsWhere">,
): Promise<ReadSlateFiles> {
  const { past = false, begun = past } = options;
  const read = readSlateFile(salaries.bytes, { ...options, file: salaries.file, catalog, begun });
  let slate = past ? withoutResultColumns(withBegun(read)) : read;
  const notes: string[] = [];
  for (const { file, bytes } of attributes) {
    const { withAttributes } = await import("./attributes.ts");
    const added = withAttributes(slate, bytes, { file, aliases: options.aliases });
    slate = added.slate;
    notes.push(`${file}: ${added.note}`);
  }
  if (Object.values(sources).every((source) => source === undefined))
    return { slate, points: undefined, notes };
  const { readSlatePoints } = await import("./slate-points.ts");
  const points = await readSlatePoints(slate, { salaries, ...sources }, options, catalog);
  return { slate, points: past ? { ...points, rows: withoutResults(points.rows) } : points, notes };
}

function withoutResultColumns(slate: Slate): Slate {
  const entries = slate.entries.map((entry) =>
    entry.columns === undefined ? entry : { ...entry, columns: knownBefore(entry.columns) },
  );
  return { ...slate, entries };
}

function knownBefore(columns: CellsByHeader): CellsByHeader {
  return Object.fromEntries(
    Object.entries(columns).filter(([header]) => !isKnownAfterLock(headerKey(header))),
  );
}

/** Removes from the rows the columns whose values are known only after lock, so that no rule can read them. */
function withoutResults(rows: SlatePoints["rows"]): SlatePoints["rows"] {
  return new Map(
    [...rows].map(([uuid, row]) => {
      if (!("columns" in row) || row.columns === undefined) return [uuid, row] as const;
      return [uuid, { ...row, columns: knownBefore(row.columns) }] as const;
    }),
  );
}

/** Converts the files' content to the optimizer's inputs; `cap` replaces the contest's salary cap. */
export function inputsOfFiles(
  { slate, points }: Pick<ReadSlateFiles, "slate" | "points">,
  cap?: number,
): SlateInputs {
  const { points: projections, breakdowns, rows } = points ?? {};
  return slateInputs(slate, { cap, projections, breakdowns, rows });
}

/**
 * The percentage of the field's lineups that are expected to have each player, by GUID; empty without such a
 * column.
 */
export function ownershipsOf(points: Pick<SlatePoints, "rows"> | undefined): ReadonlyMap<string, number> {
  return new Map(
    [...(points?.rows ?? [])].flatMap(([uuid, row]) =>
      "ownership" in row && row.ownership !== null ? [[uuid, row.ownership]] : [],
    ),
  );
}
