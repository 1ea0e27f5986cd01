import type { Catalog } from "../contests/catalog/catalog.ts";
import { positionParts } from "../contests/catalog/sports.ts";
import { groupBy } from "../shared/collections.ts";
import { message } from "../shared/errors/message-parts.ts";
import { InvalidRequestError } from "../shared/errors.ts";
import { captainSlots, positionNamed, seatCount } from "../shared/roster.ts";
import type { ContestBase } from "../shared/schema/contest.ts";
import type { PerformanceDocument } from "../shared/schema/performances.ts";
import { counted } from "../shared/words.ts";
import { readJsonInput } from "./json-input.ts";
import { type MatchOptions, matchNotes, matchProjections } from "./match-projections.ts";
import { matchService } from "./match-service.ts";
import { teamChecks } from "./of-this-slate.ts";
import type { ProjectionRow, ReadColumns } from "./projections.ts";
import type { Slate } from "./slate.ts";
import {
  type NamedFile,
  ownershipsOf,
  type SlateFileOptions,
  type SlateFiles,
  type SlatePoints,
} from "./slate-files.ts";
import { performanceRows, readProjectionFile, type ScoredRow, scoreRows } from "./stat-lines.ts";

/** @throws InvalidFileError, InvalidRequestError, UnknownScoringError */
export async function readSlatePoints(
  slate: Slate,
  { salaries, projections = [], performances, service }: SlateFiles,
  options: SlateFileOptions,
  { scoringOf, contestsWhere }: Pick<Catalog, "scoringOf" | "contestsWhere">,
): Promise<SlatePoints> {
  const table = () => scoringOf(slate);
  const [contest] = contestsWhere(
    (one) => one.sport === slate.sport && one.book === slate.book && one.contest === slate.contest,
  );
  const found: (Omit<SlatePoints, "notes" | "files"> & Partial<SlatePoints>)[] = [];
  for (const { file, bytes } of projections) {
    const read = await readProjectionFile(slate, bytes, { ...options, file, table });
    const points = withOwnership(matched(slate, read.rows, { ...options, file }, read), file, slate, contest);
    found.push(possible(points, file, slate, contest));
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
  const points = new Map(found.flatMap((one) => [...one.points]));
  const teams = teamChecks(slate, points);
  const withoutProjection = slate.entries.filter(({ uuid }) => !points.has(uuid));
  // What is missing is missing in all files together.
  const files = found
    .flatMap((one) => one.files ?? [])
    .map((one, at, { length }) => {
      const checks = [...one.report.checks, ...(at === length - 1 ? teams : [])];
      return { ...one, report: { ...one.report, checks, withoutProjection } };
    });
  return {
    points,
    breakdowns: new Map(found.flatMap(({ breakdowns }) => [...breakdowns])),
    rows,
    notes: [...found.flatMap(({ notes = [] }) => notes), ...teams],
    files,
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
  { note: columns = null, read = null }: { note?: string | null; read?: ReadColumns | null } = {},
): SlatePoints {
  const { report, ...found } = matchProjections(slate, rows, options);
  const { file } = options;
  const notes = [
    ...(columns === null ? [] : [columns]),
    ...matchNotes({ ...report, withoutProjection: [] }, slate),
  ];
  return {
    ...found,
    notes: notes.map((text) => `${file}: ${text}`),
    files: [{ file, columns, read, report }],
  };
}

/** As a factor. */
const FURTHEST_SUM = 1.5;

function noted(points: SlatePoints, file: string, note: string): SlatePoints {
  return {
    ...points,
    notes: [...points.notes, `${file}: ${note}`],
    files: points.files.map((one) => {
      return { ...one, report: { ...one.report, checks: [...one.report.checks, note] } };
    }),
  };
}

/** Notes slots with fewer owned players than seats, such as defenses that a vendor leaves at 0. */
function withOwnership(
  points: SlatePoints,
  file: string,
  { entries }: Slate,
  contest?: ContestBase,
): SlatePoints {
  if (contest === undefined) return points;
  const read = withTotals(inPercent(points, file, seatCount(contest.slots)), file, contest);
  const shares = new Map(
    [...read.rows].flatMap(([uuid, row]) => (row.ownership === null ? [] : [[uuid, row.ownership]])),
  );
  if (![...shares.values()].some((share) => share > 0)) return read;
  const unowned = contest.slots.flatMap(({ name, accepts, count }) => {
    const open = entries.filter(
      ({ uuid, position }) =>
        shares.has(uuid) &&
        positionParts(position).some((part) => accepts.includes(positionNamed(contest, part)?.name ?? "")),
    );
    const owned = open.filter(({ uuid }) => shares.get(uuid)! > 0).length;
    return open.length > owned && owned < count ? [`${name} (${owned} of ${open.length} above 0%)`] : [];
  });
  if (unowned.length === 0) return read;
  return noted(
    read,
    file,
    `too few have an ownership for ${unowned.join(", ")}: the others' counts as unknown, and is estimated for simulated opponents.`,
  );
}

/**
 * Compares the sum of ownership with 100% for each seat of a lineup. If only another unit than the file's signs
 * say fits (fractions below a header with %, or percentages of at most 1), the ownership is converted; a note
 * says so. A sum far too high has a note.
 */
function inPercent(points: SlatePoints, file: string, seats: number): SlatePoints {
  const shares = [...points.rows.values()].flatMap((row) =>
    "ownership" in row ? (row.ownership ?? []) : [],
  );
  const sum = shares.reduce((total, share) => total + share, 0);
  if (sum === 0) return points;
  const isNear = (total: number) => Math.abs(Math.log(total / (100 * seats))) <= Math.log(FURTHEST_SUM);
  const adding = (note: string) => noted(points, file, note);
  const shown = (share: number) => `${Math.round(share * 100) / 100}%`;
  const most = Math.max(...shares);
  const factor = most <= 1 ? 100 : most <= 100 ? 0.01 : 1;
  if (!isNear(sum) && factor !== 1 && isNear(sum * factor)) {
    const inUnits = (row: ProjectionRow, ownership: number) => {
      const captain = row.captain && {
        ...row.captain,
        ownership: row.captain.ownership === null ? null : inUnit(row.captain.ownership),
      };
      return { ...row, ownership: inUnit(ownership), captain };
    };
    const inUnit = (share: number) => Math.round(share * factor * 1e8) / 1e8;
    const rows = new Map(
      [...points.rows].map(([uuid, row]) =>
        "ownership" in row && row.ownership !== null ? [uuid, inUnits(row, row.ownership)] : [uuid, row],
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

/** As a factor: vendors' numbers are rounded, and need not add up exactly. */
const NEARLY = 1.1;

/** Notes players who together have more ownership than there are seats for them. */
function possible(points: SlatePoints, file: string, { entries }: Slate, contest?: ContestBase): SlatePoints {
  if (contest === undefined) return points;
  const kinds = groupBy(entries, ({ position }) => {
    const positions = positionParts(position).map((part) => positionNamed(contest, part)?.name ?? "");
    const isOpen = ({ accepts }: ContestBase["slots"][number]) =>
      accepts.some((one) => positions.includes(one));
    return contest.slots
      .filter(isOpen)
      .map(({ name }) => name)
      .join(", ");
  });
  const ownerships = ownershipsOf(points);
  let all = points;
  for (const [names, players] of kinds) {
    const seats = seatCount(contest.slots.filter(({ name }) => names.split(", ").includes(name)));
    const sum = players.reduce((total, { uuid }) => total + (ownerships.get(uuid) ?? 0), 0);
    if (seats === 0 || sum <= 100 * seats * NEARLY) continue;
    const note = `ownership of the ${counted(players.length, "player")} who can only be ${names} adds up to ${Math.round(sum)}%, but ${counted(seats, "seat")} ${seats === 1 ? "makes" : "make"} ${100 * seats}%, so no opponents can have it. Correct it, or leave the column out to have it estimated.`;
    all = noted(all, file, note);
  }
  return all;
}

/**
 * A player's ownership counts every slot. Where it seems to leave out the captain's (rows for captains, less
 * than as captain, or a sum near 100% for each other seat), the captain's is added; a note says so.
 */
function withTotals(points: SlatePoints, file: string, contest: Pick<ContestBase, "slots">): SlatePoints {
  const rows = [...points.rows].flatMap(([uuid, row]) =>
    row.ownership !== null && row.captain?.ownership != null
      ? [{ uuid, row, plain: row.ownership, captain: row.captain.ownership, hasRow: row.captain.hasRow }]
      : [],
  );
  const bits = captainSlots(contest);
  const all = 100 * seatCount(contest.slots);
  const captains = 100 * seatCount(contest.slots.filter((_, slot) => (bits >> slot) & 1));
  const sum = rows.reduce((total, { plain }) => total + plain, 0);
  const isApart =
    rows.some(({ hasRow, plain, captain }) => hasRow || captain > plain) ||
    Math.abs(sum - (all - captains)) < captains / 2;
  if (rows.length === 0 || captains === 0 || !isApart) return points;
  const total = rows.map(
    ({ uuid, row, plain, captain }) =>
      [uuid, { ...row, ownership: Math.min(100, Math.round((plain + captain) * 1e8) / 1e8) }] as const,
  );
  const note = "ownership is without the captain's slot, whose ownership is added.";
  return { ...noted(points, file, note), rows: new Map([...points.rows, ...total]) };
}
