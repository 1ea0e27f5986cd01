import type { Catalog } from "../contests/catalog/catalog.ts";
import { groupBy } from "../shared/collections.ts";
import { message } from "../shared/errors/message-parts.ts";
import { InvalidRequestError } from "../shared/errors.ts";
import { captainSlots, seatCount } from "../shared/roster.ts";
import type { ContestBase } from "../shared/schema/contest.ts";
import type { PerformanceDocument } from "../shared/schema/performances.ts";
import { counted } from "../shared/words.ts";
import { readJsonInput } from "./json-input.ts";
import { positionNames } from "./kind-of-file.ts";
import { type MatchOptions, matchNotes, matchProjections } from "./match-projections.ts";
import { matchService } from "./match-service.ts";
import { teamChecks } from "./of-this-slate.ts";
import type { ProjectionRow, ReadColumns } from "./projections.ts";
import type { Slate, SlateEntry } from "./slate.ts";
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
    found.push(withOwnership(matched(slate, read.rows, { ...options, file }, read), file, slate, contest));
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

type Rows = SlatePoints["rows"];

/** Checks a file's ownership against the contest's seats, and corrects it where that is certain; notes say so. */
function withOwnership(
  points: SlatePoints,
  file: string,
  { entries }: Slate,
  contest?: ContestBase,
): SlatePoints {
  if (contest === undefined) return points;
  const notes: string[] = [];
  const rows = withTotals(inPercent(points.rows, seatCount(contest.slots), notes), contest, notes);
  const ownerships = ownershipsOf({ rows });
  notes.push(...unownedNotes(ownerships, entries, contest), ...sumNotes(ownerships, entries, contest));
  return {
    ...points,
    rows,
    notes: [...points.notes, ...notes.map((note) => `${file}: ${note}`)],
    files: points.files.map((one) => {
      return { ...one, report: { ...one.report, checks: [...one.report.checks, ...notes] } };
    }),
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** Without floating-point errors. */
function rounded(share: number): number {
  return Math.round(share * 1e8) / 1e8;
}

/** As a factor. */
const FURTHEST_SUM = 1.5;

/**
 * Compares the sum of ownership with 100% for each seat of a lineup. If only another unit than the file's signs
 * say fits (fractions below a header with %, or percentages of at most 1), the ownership is converted; a note
 * says so. A sum far too high has a note.
 */
function inPercent(rows: Rows, seats: number, notes: string[]): Rows {
  const shares = [...rows.values()].flatMap(({ ownership }) => ownership ?? []);
  const sum = sumOf(shares);
  if (sum === 0) return rows;
  const isNear = (total: number) => Math.abs(Math.log(total / (100 * seats))) <= Math.log(FURTHEST_SUM);
  const shown = (share: number) => `${Math.round(share * 100) / 100}%`;
  const most = Math.max(...shares);
  const factor = most <= 1 ? 100 : 0.01;
  if (most <= 100 && (isNear(sum) || !isNear(sum * factor))) {
    if (sum >= 100 * seats * FURTHEST_SUM || most <= 1)
      notes.push(
        `ownership adds up to ${shown(sum)}, but a lineup's ${seats} seats make ${100 * seats}%. Check its unit and that it is of this slate.`,
      );
    return rows;
  }
  notes.push(
    `ownership is read as ${factor === 100 ? "fractions" : "percentages"}, because it adds up to ${shown(sum * factor)} for ${seats} seats: ${shown(most)} is ${shown(rounded(most * factor))}.`,
  );
  const inUnit = <Cells extends Pick<ProjectionRow, "ownership">>(cells: Cells): Cells => {
    const { ownership } = cells;
    return { ...cells, ownership: ownership === null ? null : rounded(ownership * factor) };
  };
  return new Map(
    [...rows].map(([uuid, row]) => [uuid, { ...inUnit(row), captain: row.captain && inUnit(row.captain) }]),
  );
}

/**
 * A player's ownership counts every slot. Where it seems to leave out the captain's (rows for captains, less
 * than as captain, or a sum near 100% for each other seat), the captain's is added; a note says so.
 */
function withTotals(rows: Rows, contest: Pick<ContestBase, "slots">, notes: string[]): Rows {
  const owned = [...rows].flatMap(([uuid, row]) =>
    row.ownership !== null && row.captain?.ownership != null
      ? [{ uuid, row, plain: row.ownership, captain: row.captain.ownership, hasRow: row.captain.hasRow }]
      : [],
  );
  const bits = captainSlots(contest);
  const all = 100 * seatCount(contest.slots);
  const captains = 100 * seatCount(contest.slots.filter((_, slot) => (bits >> slot) & 1));
  const sum = sumOf(owned.map(({ plain }) => plain));
  const isApart =
    owned.some(({ hasRow, plain, captain }) => hasRow || captain > plain) ||
    Math.abs(sum - (all - captains)) < captains / 2;
  if (owned.length === 0 || captains === 0 || !isApart) return rows;
  notes.push("ownership is without the captain's slot, whose ownership is added.");
  const totals = owned.map(
    ({ uuid, row, plain, captain }) =>
      [uuid, { ...row, ownership: Math.min(100, rounded(plain + captain)) }] as const,
  );
  return new Map([...rows, ...totals]);
}

/** On slots with fewer owned players than seats, such as defenses that a vendor leaves at 0. */
function unownedNotes(
  shares: ReadonlyMap<string, number>,
  entries: readonly SlateEntry[],
  contest: ContestBase,
): string[] {
  if (![...shares.values()].some((share) => share > 0)) return [];
  const unowned = contest.slots.flatMap(({ name, accepts, count }) => {
    const open = entries.filter(
      ({ uuid, position }) =>
        shares.has(uuid) && positionNames(contest, position).some((one) => accepts.includes(one)),
    );
    const owned = open.filter(({ uuid }) => shares.get(uuid)! > 0).length;
    return open.length > owned && owned < count ? [`${name} (${owned} of ${open.length} above 0%)`] : [];
  });
  if (unowned.length === 0) return [];
  return [
    `too few have an ownership for ${unowned.join(", ")}: the others' counts as unknown, and is estimated for simulated opponents.`,
  ];
}

/** As a factor: vendors' numbers are rounded, and need not add up exactly. */
const NEARLY = 1.1;

/** On players who together have more ownership than there are seats for them. */
function sumNotes(
  shares: ReadonlyMap<string, number>,
  entries: readonly SlateEntry[],
  { slots, ...contest }: ContestBase,
): string[] {
  const kinds = groupBy(entries, ({ position }) => {
    const positions = positionNames(contest, position);
    const open = slots.filter(({ accepts }) => accepts.some((one) => positions.includes(one)));
    return open.map(({ name }) => name).join(", ");
  });
  return [...kinds].flatMap(([names, players]) => {
    const seats = seatCount(slots.filter(({ name }) => names.split(", ").includes(name)));
    const sum = sumOf(players.map(({ uuid }) => shares.get(uuid) ?? 0));
    if (seats === 0 || sum <= 100 * seats * NEARLY) return [];
    return [
      `ownership of the ${counted(players.length, "player")} who can only be ${names} adds up to ${Math.round(sum)}%, but ${counted(seats, "seat")} ${seats === 1 ? "makes" : "make"} ${100 * seats}%, so no opponents can have it. Correct it, or leave the column out to have it estimated.`,
    ];
  });
}
