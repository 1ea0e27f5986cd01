import { competitorsOf } from "../contests/catalog/sports.ts";
import type { ScoredTerm } from "../contests/scoring/line.ts";
import { type BookName, bookNamed } from "../shared/books.ts";
import { groupBy, listedUpTo } from "../shared/collections.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { counted } from "../shared/words.ts";
import { FileFaults } from "./csv.ts";
import {
  type Aliases,
  candidatesFor,
  indexListings,
  type ListingIndex,
  namedAlone,
  namesakesOf,
  nearestListings,
} from "./listing-index.ts";
import { checksOf, hasOtherSalaries, type Matched } from "./of-this-slate.ts";
import type { ProjectionRow } from "./projections.ts";
import type { Listing, Slate, SlateEntry } from "./slate.ts";
import type { ScoredRow } from "./stat-lines.ts";

/**
 * Why a row gave no projection. `blank`: no points. `unknown`: no such player in the pool. `ambiguous`:
 * several players fit. `elsewhere`: of a team that does not play in the slate. `repeated`: another row of the
 * same player has the listed salary. `captain-alone`: it is for the captain, and no row has the player's normal
 * points. `left-out`: the player cannot be drafted.
 */
export type UnusedCause = keyof typeof PHRASES;

export interface UnusedRow {
  readonly row: ProjectionRow;
  readonly cause: UnusedCause;
  readonly candidates: readonly Listing[];
}

export interface MatchReport {
  readonly rows: number;
  readonly projected: number;
  readonly matched: number;
  /** The rows for captains, whose players have rows of their own. */
  readonly captains: number;
  readonly unused: readonly UnusedRow[];
  /** Rows taken for a player by a short form or nickname, an initial, or the surname within team and position. */
  readonly guesses: readonly { readonly row: ProjectionRow; readonly listing: Listing }[];
  /** Sentences on what looks like another slate's. */
  readonly checks: readonly string[];
  readonly withoutProjection: readonly SlateEntry[];
}

/** By GUID. */
export interface MatchedProjections {
  /** Includes players that the slate leaves out, because they may be locked into entries. */
  readonly points: ReadonlyMap<string, number>;
  /** Only for players whose row has stats instead of points. */
  readonly breakdowns: ReadonlyMap<string, readonly ScoredTerm[]>;
  /** The row that gave each player's points. */
  readonly rows: ReadonlyMap<string, ProjectionRow | ScoredRow>;
  readonly report: MatchReport;
}

/** `file` names the rows in errors; `strict` refuses a file of which less than 90% matches the pool. */
export interface MatchOptions {
  readonly file?: string | undefined;
  readonly aliases?: Aliases | undefined;
  readonly strict?: boolean | undefined;
}

const STRICT_SHARE = 0.9;

/**
 * Matches each row to a pool player: by the book's id, else by name with team, position and salary.
 * Recognizes the usual variants of names (accents, short forms, `Last, First`, `F. Last`, a team or an id in
 * the same cell), and a surname that one player of the row's team and position has; `aliases` take precedence.
 * A row that fits several players is unused. Salaries of another slate say nothing about captains.
 * @throws InvalidFileError if rows of one player have different points and no salary decides between them,
 * and with `strict` if less than 90% of the rows with points match.
 */
export function matchProjections(
  slate: Slate,
  rows: readonly (ProjectionRow | ScoredRow)[],
  { file = "projections", aliases, strict = false }: MatchOptions = {},
): MatchedProjections {
  const index = indexListings(slate);
  const leftOut = new Set(slate.leftOut.map(({ listing }) => listing));
  const found = rows.map((row) => ({ row, ...candidatesFor(row, index, aliases) }));
  const pairs = found.flatMap(({ row, candidates: [listing, ...others] }): Matched[number][] =>
    listing === undefined || others.length > 0 ? [] : [[row, listing]],
  );
  const known = !hasOtherSalaries(pairs)
    ? found
    : rows.map((row) => ({ row, ...candidatesFor({ ...row, salary: null }, index, aliases) }));
  const unused: UnusedRow[] = [];
  const claims = new Map<Listing, (ProjectionRow | ScoredRow)[]>();
  const captains = new Map<Listing, (ProjectionRow | ScoredRow)[]>();
  const absent = new Map<string, number>();
  const guesses: MatchReport["guesses"][number][] = [];
  for (const { row, captain, candidates, loose } of known) {
    const cause = causeAgainst(row, captain, candidates, leftOut);
    if (cause !== null) unused.push({ row, cause, candidates });
    if (cause === "left-out" && !captain && row.points !== null) absent.set(candidates[0]!.uuid, row.points);
    const claimed = captain ? captains : claims;
    if (cause === null) claimed.set(candidates[0]!, [...(claimed.get(candidates[0]!) ?? []), row]);
    if (cause === null && loose) guesses.push({ row, listing: candidates[0]! });
  }
  const strangers = unused.filter(({ cause }) => cause === "unknown");
  for (const { row, listing } of bySurname(strangers, index, claims)) {
    claims.set(listing, [row]);
    guesses.push({ row, listing });
    unused.splice(
      unused.findIndex((one) => one.row === row),
      1,
    );
  }
  for (const [at, { row, cause }] of unused.entries())
    if (cause === "unknown" && isElsewhere(row, slate, index, claims))
      unused[at] = { row, cause: "elsewhere", candidates: [] };
  const projected = rows.filter(({ points }) => points !== null).length;
  const here = rowsHere({ projected, unused });
  if (strict && !isOfPool({ projected, unused }))
    throw new InvalidFileError(
      file,
      null,
      `only ${knownRows({ projected, unused })} of ${here || projected} rows with points are for players in the pool, and strict matching needs ` +
        `${STRICT_SHARE * 100}%. Give the projections of this slate, or aliases for the names.`,
    );

  const faults = new FileFaults(file);
  const taken = new Map<string, ProjectionRow | ScoredRow>();
  let ofCaptains = 0;
  for (const [listing, claiming] of claims) {
    const own = captains.get(listing) ?? [];
    const settled = settleClaims(listing, claiming, slate.book, faults);
    const [captain = settled.captain, ...others] = own;
    if (!agree(own)) faults.add(captain!.line, differingPoints(listing, own, " as captain"));
    ofCaptains += captain === undefined ? 0 : 1;
    taken.set(listing.uuid, captain === undefined ? settled.row : withCaptain(settled.row, captain));
    const repeated = [...settled.others, ...others];
    unused.push(...repeated.map((row): UnusedRow => ({ row, cause: "repeated", candidates: [listing] })));
  }
  for (const [listing, own] of captains)
    if (!claims.has(listing))
      unused.push(...own.map((row): UnusedRow => ({ row, cause: "captain-alone", candidates: [listing] })));
  faults.throwIfAny();
  return {
    points: new Map([...absent, ...[...taken].map(([uuid, row]) => [uuid, row.points!] as const)]),
    breakdowns: new Map(
      [...taken].flatMap(([uuid, row]) => ("breakdown" in row ? [[uuid, row.breakdown]] : [])),
    ),
    rows: taken,
    report: {
      rows: rows.length,
      projected,
      matched: taken.size,
      captains: ofCaptains,
      unused: unused.sort((a, b) => a.row.line - b.row.line),
      guesses,
      checks: [...zeroChecks([...taken.values()]), ...checksOf(slate, pairs)],
      withoutProjection: slate.entries.filter(({ uuid }) => !taken.has(uuid)),
    },
  };
}

function zeroChecks(rows: readonly ProjectionRow[]): string[] {
  if (rows.length === 0 || rows.some(({ points }) => points! > 0)) return [];
  return [
    `no player has more than 0 points (${counted(rows.length, "projection")}). Check the column of points.`,
  ];
}

type Claims = ReadonlyMap<Listing, readonly ProjectionRow[]>;

/** Pairs rows with the only player of their surname, team and position, if no other row is for that player. */
function bySurname<Row extends ProjectionRow | ScoredRow>(
  strangers: readonly UnusedRow[],
  index: ListingIndex,
  claims: Claims,
): { readonly row: Row; readonly listing: Listing }[] {
  const fitting = strangers.flatMap(({ row }) => {
    const [listing, ...others] = row.points === null ? [] : namedAlone(row, index);
    const isPaid = row.salary === null || row.salary === listing?.salary;
    return listing === undefined || others.length > 0 || claims.has(listing) || !isPaid
      ? []
      : [{ row: row as Row, listing }];
  });
  return [...groupBy(fitting, ({ listing }) => listing).values()].flatMap((group) =>
    group.length === 1 ? group : [],
  );
}

/** Unless a player without a row has the name, who may have changed teams. */
function isElsewhere(row: ProjectionRow, { sport }: Slate, index: ListingIndex, claims: Claims): boolean {
  return (
    row.team !== null &&
    competitorsOf(sport) === "teams" &&
    !index.names.isTeam(row.team) &&
    namesakesOf(row, index).every((listing) => claims.has(listing))
  );
}

function causeAgainst(
  row: ProjectionRow,
  captain: boolean,
  candidates: readonly Listing[],
  leftOut: ReadonlySet<Listing>,
): UnusedCause | null {
  if (candidates.length === 0) return "unknown";
  if (candidates.length > 1) return "ambiguous";
  if (leftOut.has(candidates[0]!)) return "left-out";
  return row.points === null && !captain ? "blank" : null;
}

type Rows = Pick<MatchReport, "projected" | "unused">;

function rowsWithPoints({ unused }: Pick<Rows, "unused">, causes: readonly UnusedCause[]): number {
  return unused.filter(({ row, cause }) => row.points !== null && causes.includes(cause)).length;
}

/** Rows with points, without those of teams that do not play. */
function rowsHere({ projected, unused }: Rows): number {
  return projected - rowsWithPoints({ unused }, ["elsewhere"]);
}

/** Rows with points that match exactly one player, including players left out. */
export function knownRows(report: Rows): number {
  return rowsHere(report) - rowsWithPoints(report, ["unknown", "ambiguous"]);
}

export function isOfPool(report: Rows): boolean {
  const here = rowsHere(report);
  return here > 0 && knownRows(report) >= STRICT_SHARE * here;
}

const ROUNDING = 0.02;

/**
 * If the rows differ, takes the one with the listed salary. Failing that, in a contest with captains, one of
 * which the other's points are the captain's multiple. Anything else is a fault.
 */
function settleClaims<Row extends ProjectionRow>(
  listing: Listing,
  rows: readonly Row[],
  book: BookName,
  faults: FileFaults,
): { readonly row: Row; readonly captain?: Row | undefined; readonly others: readonly Row[] } {
  const paid = rows.filter(({ salary }) => salary === listing.salary);
  const wanted = paid.length === 0 || agree(rows) ? rows : paid;
  const row = wanted[0]!;
  if (agree(wanted)) return { row, others: rows.filter((other) => !wanted.includes(other)) };
  const { salaryFactor } = bookNamed(book).salaryFile.captains;
  const plain = listing.captainSalary === null ? undefined : plainOfTwo(wanted, salaryFactor);
  if (plain) {
    const [captain, ...others] = wanted.filter(({ points }) => points !== plain.points);
    return { row: plain, captain, others };
  }
  faults.add(row.line, differingPoints(listing, wanted));
  return { row, others: [] };
}

function differingPoints(
  { name, position, team }: Listing,
  rows: readonly ProjectionRow[],
  role = "",
): string {
  const listed = rows.map(({ line, points }) => `${points} (line ${line})`).join(" and ");
  return (
    `${name} (${position}, ${team}) has the points ${listed}${role}, and no salary shows which are right. ` +
    "Keep one of the rows."
  );
}

/** A book's own file repeats the player's points in the captain's row, without the multiplier. */
function withCaptain<Row extends ProjectionRow>(row: Row, captain: ProjectionRow): Row {
  const { ownership, minimumExposure, maximumExposure } = captain;
  const points = captain.points === row.points ? null : captain.points;
  return { ...row, captain: { points, ownership, minimumExposure, maximumExposure, hasRow: true } };
}

function agree(rows: readonly ProjectionRow[]): boolean {
  return rows.every(({ points }) => points === rows[0]!.points);
}

function plainOfTwo<Row extends ProjectionRow>(rows: readonly Row[], factor: number): Row | undefined {
  const amounts = [...new Set(rows.map(({ points }) => points!))].sort((a, b) => Math.abs(a) - Math.abs(b));
  const [least, most] = amounts;
  if (amounts.length !== 2 || Math.abs(most! - least! * factor) > ROUNDING) return undefined;
  return rows.find(({ points }) => points === least);
}

const MOST_LINES = 8;
const MOST_TEAMS = 12;

/** Whether the note also lists the rows is `named`. */
const PHRASES = {
  unknown: ["row matches no player in the pool", "rows match no player in the pool", true],
  elsewhere: ["row is of a team that does not play here", "rows are of teams that do not play here", false],
  ambiguous: [
    "row fits several players and was not used: add an id, a team or a position",
    "rows fit several players and were not used: add ids, teams or positions",
    true,
  ],
  repeated: [
    "row repeats a player with another salary or none, and was not used",
    "rows repeat players with other salaries or none, and were not used",
    false,
  ],
  blank: ["row has no points", "rows have no points", false],
  "captain-alone": [
    "row is for a captain and was not used: add a plain row, without the multiplier",
    "rows are for captains and were not used: add plain rows, without the multiplier",
    true,
  ],
  "left-out": [
    "row is for a player who cannot be drafted",
    "rows are for players who cannot be drafted",
    false,
  ],
} as const satisfies Readonly<Record<string, readonly [one: string, many: string, named: boolean]>>;

/**
 * Rows that need attention follow on lines of their own, at most `most` per cause; so do guessed names if
 * `listsGuesses`.
 */
export function matchNotes(
  { rows, matched, captains, unused, guesses, checks, withoutProjection }: MatchReport,
  slate: Slate,
  most: number = MOST_LINES,
  listsGuesses = false,
): string[] {
  const notes = [
    `${matched} pool ${playersHave(matched)} a projection, from ${rows} ${rows === 1 ? "row" : "rows"}.`,
    ...(captains === 0
      ? []
      : [`${counted(captains, "row")} ${captains === 1 ? "is for a captain" : "are for captains"}.`]),
  ];
  for (const [cause, [one, many, named]] of Object.entries(PHRASES)) {
    const these = unused.filter((row) => row.cause === cause);
    if (these.length === 0) continue;
    const teams = cause === "elsewhere" ? [...new Set(these.map(({ row }) => row.team!))].sort() : [];
    const which = teams.length === 0 ? "" : ` (${listedUpTo(MOST_TEAMS, teams)})`;
    notes.push(`${these.length} ${these.length === 1 ? one : many}${which}${named ? ":" : "."}`);
    if (named) notes.push(...listed(these, slate, most));
  }
  if (guesses.length > 0) {
    notes.push(
      `${guesses.length} ${guesses.length === 1 ? "name is" : "names are"} matched by a short form, initial or surname${listsGuesses ? ":" : "."}`,
    );
    const as = guesses.map(({ row, listing }) => ({
      row,
      cause: "ambiguous" as const,
      candidates: [listing],
    }));
    if (listsGuesses) notes.push(...listed(as, slate, most, "taken for"));
  }
  notes.push(...checks);
  if (withoutProjection.length > 0)
    notes.push(
      `${withoutProjection.length} pool ${playersHave(withoutProjection.length)} no projection and ${withoutProjection.length === 1 ? "is" : "are"} left out.`,
    );
  return notes;
}

function playersHave(count: number): string {
  return count === 1 ? "player has" : "players have";
}

function listed(unused: readonly UnusedRow[], slate: Slate, most: number, fits = "fits"): string[] {
  const shown = unused.length > most ? unused.slice(0, most - 1) : unused;
  const lines = shown.map(({ row: { name, id, team, line, pointer }, cause, candidates }) => {
    const known = cause === "captain-alone";
    const may = known ? [] : candidates.length > 0 ? candidates : nearestListings(slate, name ?? "");
    const players =
      may.length === 0 ? "" : `; ${candidates.length > 0 ? fits : "nearest"} ${may.map(label).join(" or ")}`;
    return `  ${pointer ?? `line ${line}`}: ${name ?? id}${team === null ? "" : ` ${team}`}${players}`;
  });
  return shown.length === unused.length ? lines : [...lines, `  and ${unused.length - shown.length} more`];
}

function label({ name, position, team, salary }: Listing): string {
  return `${name} (${position}, ${team}, ${salary})`;
}
