import type { Catalog } from "../contests/catalog/catalog.ts";
import { isKnownAfterLock } from "../shared/header-key.ts";
import type { PlayerOwnership } from "../shared/schema/contest-play.ts";
import { type CellsByHeader, headerKey } from "./columns.ts";
import type { MatchedProjections, MatchOptions, MatchReport } from "./match-projections.ts";
import type { ServiceMatching, ServiceSlate } from "./match-service.ts";
import { leftOutBy } from "./player-marks.ts";
import type { AskedColumns } from "./projection-columns.ts";
import type { ReadColumns } from "./projections.ts";
import { type ReadSlateOptions, readSlateFile } from "./read-slate.ts";
import { type Slate, withBegun } from "./slate.ts";
import { type SlateInputs, slateInputs } from "./slate-inputs.ts";

export interface NamedFile {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** The sources of points are used instead of the file's averages. */
export interface SlateFiles {
  readonly salaries: NamedFile;
  /** A later one takes precedence for a player in several. */
  readonly projections?: readonly NamedFile[] | undefined;
  readonly performances?: NamedFile | undefined;
  /** Such as starting positions. */
  readonly attributes?: readonly NamedFile[] | undefined;
  /** Newer marks of who is out. */
  readonly news?: readonly NamedFile[] | undefined;
  readonly service?: { readonly file: string; readonly said: ServiceSlate } | undefined;
}

export interface SlateFileOptions
  extends Omit<ReadSlateOptions, "file" | "catalog">,
    Omit<MatchOptions, "file"> {
  /** If so, the pool keeps players whose games have started, and columns with results are ignored. */
  readonly past?: boolean | undefined;
  readonly columns?: AskedColumns | undefined;
  /** The entries of the contest: it decides between the ownership of large and small fields. */
  readonly fieldSize?: number | undefined;
}

/** By GUID. */
export interface SlatePoints extends Pick<MatchedProjections, "points" | "breakdowns" | "rows"> {
  readonly notes: readonly string[];
  /** `columns` is a sentence on the columns, and `read` what became of each; null for a JSON document. */
  readonly files: readonly {
    file: string;
    columns: string | null;
    read: ReadColumns | null;
    report: MatchReport;
  }[];
  readonly matching?: ServiceMatching | undefined;
}

/** `points` is undefined without such sources. */
export interface ReadSlateFiles {
  readonly slate: Slate;
  readonly points: SlatePoints | undefined;
  /** What attributes and news added. */
  readonly notes: readonly string[];
}

/**
 * Reads a salary file, and its players' points from files and the service. Points from stat lines take
 * precedence over projections, and the service over both.
 * @throws InvalidFileError, InvalidRequestError, UnknownScoringError
 */
export async function readSlateFiles(
  { salaries, attributes = [], news = [], ...sources }: SlateFiles,
  options: SlateFileOptions,
  catalog: Pick<Catalog, "scoringOf" | "contestsWhere">,
): Promise<ReadSlateFiles> {
  const { past = false, begun = past } = options;
  const read = readSlateFile(salaries.bytes, { ...options, file: salaries.file, catalog, begun });
  let slate = past ? { ...withBegun(read), entries: withBegun(read).entries.map(knownBefore) } : read;
  const notes: string[] = [];
  const { aliases } = options;
  for (const [at, { file, bytes }] of [...attributes, ...news].entries()) {
    const { withAttributes, withNews } = await import("./attributes.ts");
    const told =
      at < attributes.length
        ? withAttributes(slate, bytes, { file, aliases })
        : withNews(slate, bytes, { file, aliases, isOut: leftOutBy(options) });
    slate = told.slate;
    notes.push(`${file}: ${told.note}`);
  }
  if (Object.values(sources).every((source) => source === undefined))
    return { slate, points: undefined, notes };
  const { readSlatePoints } = await import("./slate-points.ts");
  const points = await readSlatePoints(slate, { salaries, ...sources }, options, catalog);
  if (!past) return { slate, points, notes };
  const rows = new Map([...points.rows].map(([uuid, row]) => [uuid, knownBefore(row)]));
  return { slate, points: { ...points, rows }, notes };
}

/** So that no rule can read what is known only after lock. */
function knownBefore<Row extends object>(row: Row): Row {
  const { columns } = row as { readonly columns?: CellsByHeader | undefined };
  if (columns === undefined) return row;
  const known = Object.entries(columns).filter(([header]) => !isKnownAfterLock(headerKey(header)));
  return { ...row, columns: Object.fromEntries(known) };
}

/** `cap` replaces the contest's salary cap. */
export function inputsOfFiles(
  { slate, points }: Pick<ReadSlateFiles, "slate" | "points">,
  cap?: number,
): SlateInputs {
  const { points: projections, breakdowns, rows } = points ?? {};
  return slateInputs(slate, { cap, projections, breakdowns, rows });
}

/** Percentages of the field's lineups. */
export function ownedIn(points: Pick<SlatePoints, "rows"> | undefined): PlayerOwnership[] {
  return [...(points?.rows ?? [])].flatMap(([uuid, row]): PlayerOwnership[] =>
    "ownership" in row && row.ownership !== null
      ? [{ uuid, percent: row.ownership, captain: row.captain?.ownership ?? undefined }]
      : [],
  );
}

export function ownershipsOf(points: Pick<SlatePoints, "rows"> | undefined): ReadonlyMap<string, number> {
  return new Map(ownedIn(points).map(({ uuid, percent }) => [uuid, percent]));
}
