import type { Catalog } from "../contests/catalog/catalog.ts";
import { seatCount } from "../engine/roster.ts";
import { message } from "../shared/errors/message-parts.ts";
import { InvalidRequestError } from "../shared/errors.ts";
import { isKnownAfterLock } from "../shared/header-key.ts";
import type { PerformanceDocument } from "../shared/schema/performances.ts";
import { counted } from "../shared/words.ts";
import { withAttributes } from "./attributes.ts";
import { type CellsByHeader, headerKey } from "./columns.ts";
import { readJsonInput } from "./json-input.ts";
import {
  type MatchedProjections,
  type MatchOptions,
  type MatchReport,
  matchNotes,
  matchProjections,
} from "./match-projections.ts";
import { matchService, type ServiceMatching, type ServiceSlate } from "./match-service.ts";
import type { AskedColumns } from "./projection-columns.ts";
import type { ProjectionRow } from "./projections.ts";
import { type ReadSlateOptions, readSlateFile } from "./read-slate.ts";
import { type Slate, withBegun } from "./slate.ts";
import { type SlateInputs, slateInputs } from "./slate-inputs.ts";
import { performanceRows, readProjectionFile, type ScoredRow, scoreRows } from "./stat-lines.ts";

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
  readonly service?: { readonly file: string; readonly said: ServiceSlate } | undefined;
}

export interface SlateFileOptions
  extends Omit<ReadSlateOptions, "file" | "catalog">,
    Omit<MatchOptions, "file"> {
  /** If so, the pool keeps players whose games have started, and columns with results are ignored. */
  readonly past?: boolean | undefined;
  readonly columns?: AskedColumns | undefined;
}

/** By GUID. */
export interface SlatePoints extends Pick<MatchedProjections, "points" | "breakdowns" | "rows"> {
  readonly notes: readonly string[];
  /** `columns` is a sentence with the columns used, null for a JSON document. */
  readonly files: readonly {
    file: string;
    columns: string | null;
    headers: readonly string[];
    report: MatchReport;
  }[];
  readonly matching?: ServiceMatching | undefined;
}

/** `points` is undefined without such sources. */
export interface ReadSlateFiles {
  readonly slate: Slate;
  readonly points: SlatePoints | undefined;
  /** What the attribute files added. */
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
  let slate = past ? { ...withBegun(read), entries: withBegun(read).entries.map(knownBefore) } : read;
  const notes: string[] = [];
  for (const { file, bytes } of attributes) {
    const added = withAttributes(slate, bytes, { file, aliases: options.aliases });
    slate = added.slate;
    notes.push(`${file}: ${added.note}`);
  }
  if (Object.values(sources).every((source) => source === undefined))
    return { slate, points: undefined, notes };
  const points = await readSlatePoints(slate, { salaries, ...sources }, options, catalog);
  if (!past) return { slate, points, notes };
  const rows = new Map([...points.rows].map(([uuid, row]) => [uuid, knownBefore(row)]));
  return { slate, points: { ...points, rows }, notes };
}

/** @throws InvalidFileError, InvalidRequestError, UnknownScoringError */
async function readSlatePoints(
  slate: Slate,
  { salaries, projections = [], performances, service }: SlateFiles,
  options: SlateFileOptions,
  { scoringOf, contestsWhere }: Pick<Catalog, "scoringOf" | "contestsWhere">,
): Promise<SlatePoints> {
  const table = () => scoringOf(slate);
  const [contest] = contestsWhere(
    (one) => one.sport === slate.sport && one.book === slate.book && one.contest === slate.contest,
  );
  const seats = contest === undefined ? null : seatCount(contest.slots);
  const found: (Omit<SlatePoints, "notes" | "files"> & Partial<SlatePoints>)[] = [];
  for (const { file, bytes } of projections) {
    const read = await readProjectionFile(slate, bytes, { ...options, file, table });
    found.push(inPercent(matched(slate, read.rows, { ...options, file }, read), file, seats));
  }
  if (performances) {
    const { file } = performances;
    const rows = statRows(slate, performances, { ...options, table: await table() });
    found.push(matched(slate, rows, { ...options, file }));
  }
  if (service)
    found.push(matchService(slate, service.said, { salaries: salaries.file, service: service.file }));
  const rows = new Map<string, ProjectionRow | ScoredRow>();
  // A row from a JSON document has no cells: the player keeps the columns and draws of an earlier one.
  for (const [uuid, row] of found.flatMap((one) => [...one.rows]))
    rows.set(uuid, "columns" in row ? row : { ...rows.get(uuid), ...row });
  return {
    points: new Map(found.flatMap(({ points }) => [...points])),
    breakdowns: new Map(found.flatMap(({ breakdowns }) => [...breakdowns])),
    rows,
    notes: found.flatMap(({ notes = [] }) => notes),
    files: found.flatMap(({ files = [] }) => files),
    matching: found.at(-1)!.matching,
  };
}

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
    throw error.reworded((detail) => message`${file}: ${detail}`);
  }
}

/** The notes do not mention players without a projection; `report` has them. */
function matched(
  slate: Slate,
  rows: readonly (ProjectionRow | ScoredRow)[],
  options: MatchOptions & { readonly file: string },
  { note: columns = null, headers = [] }: { note?: string | null; headers?: readonly string[] } = {},
): SlatePoints {
  const { report, ...found } = matchProjections(slate, rows, options);
  const { file } = options;
  const isPlain = found.points.size > 0 && [...found.points.values()].every((points) => !(points > 0));
  const notes = [
    ...(columns === null ? [] : [columns]),
    ...matchNotes({ ...report, withoutProjection: [] }, slate),
    ...(isPlain
      ? [
          `no player has more than 0 points (${counted(found.points.size, "projection")}). Check the column of points.`,
        ]
      : []),
  ];
  return {
    ...found,
    notes: notes.map((text) => `${file}: ${text}`),
    files: [{ file, columns, headers, report }],
  };
}

/** As a factor. */
const FURTHEST_SUM = 1.5;

/**
 * Compares the sum of ownership with 100% for each seat of a lineup. If only another unit than the file's signs
 * say fits (fractions below a header with %, or percentages of at most 1), the ownership is converted; a note
 * says so. A sum far too high has a note.
 */
function inPercent(points: SlatePoints, file: string, seats: number | null): SlatePoints {
  const shares = [...points.rows.values()].flatMap((row) =>
    "ownership" in row ? (row.ownership ?? []) : [],
  );
  const sum = shares.reduce((total, share) => total + share, 0);
  if (seats === null || sum === 0) return points;
  const isNear = (total: number) => Math.abs(Math.log(total / (100 * seats))) <= Math.log(FURTHEST_SUM);
  const adding = (note: string) => ({ ...points, notes: [...points.notes, `${file}: ${note}`] });
  const shown = (share: number) => `${Math.round(share * 100) / 100}%`;
  const most = Math.max(...shares);
  const factor = most <= 1 ? 100 : most <= 100 ? 0.01 : 1;
  if (!isNear(sum) && factor !== 1 && isNear(sum * factor)) {
    const inUnit = (share: number) => Math.round(share * factor * 1e8) / 1e8;
    const rows = new Map(
      [...points.rows].map(([uuid, row]) =>
        "ownership" in row && row.ownership !== null
          ? [uuid, { ...row, ownership: inUnit(row.ownership) }]
          : [uuid, row],
      ),
    );
    return {
      ...adding(
        `ownership is read as ${factor === 100 ? "fractions" : "percentages"}, because it adds up to ${shown(sum * factor)} for ${seats} seats: ${shown(most)} is ${shown(inUnit(most))}.`,
      ),
      rows,
    };
  }
  if (sum < 100 * seats * FURTHEST_SUM && most > 1) return points;
  return adding(
    `ownership adds up to ${shown(sum)}, but a lineup's ${seats} seats make ${100 * seats}%. Check its unit and that it is of this slate.`,
  );
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

/** Percentages of the field's lineups, by GUID. */
export function ownershipsOf(points: Pick<SlatePoints, "rows"> | undefined): ReadonlyMap<string, number> {
  return new Map(
    [...(points?.rows ?? [])].flatMap(([uuid, row]) =>
      "ownership" in row && row.ownership !== null ? [[uuid, row.ownership]] : [],
    ),
  );
}
