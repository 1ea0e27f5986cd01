import { type Book, type BookName, books, type PoolColumn } from "../shared/books.ts";
import { groupBy } from "../shared/collections.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { type CsvRecord, FileFaults, reportSwallowedRows } from "./csv.ts";
import { withoutLock } from "./entries/read-entries.ts";
import {
  type CellsByHeader,
  cellsByHeader,
  findHeader,
  type Header,
  headerKey,
  missingFromBest,
  readFantasyPoints,
  readSalary,
} from "./header.ts";
import { BEGUN, type LeftOutReason } from "./slate.ts";

const HOUR = 3_600_000;

/** Hours that Eastern daylight saving time is behind UTC. */
const DAYLIGHT_SAVING = 4;
const STANDARD = 5;

/**
 * Returns a function that formats an instant in Eastern time. The formatter is created on first use, because
 * that takes a fifth of Node's startup time.
 */
function eastern(locale: string, parts: Intl.DateTimeFormatOptions): (instant: Date) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (instant) => {
    made ??= new Intl.DateTimeFormat(locale, { timeZone: "America/New_York", ...parts });
    return made.format(instant);
  };
}

/** The first Sunday of a month (0 is January) on or after a day, as a UTC timestamp. */
function sundayFrom(year: number, month: number, day: number): number {
  const weekday = new Date(Date.UTC(year, month, day)).getUTCDay();
  return Date.UTC(year, month, day + ((7 - weekday) % 7));
}

/**
 * Whether daylight saving applies at a wall clock time, passed as a UTC date: since 2007 from the second
 * Sunday of March to the first Sunday of November, at 2:00. False for a skipped hour.
 */
function isSaving(wall: Date): boolean {
  const year = wall.getUTCFullYear();
  const [begin, end] = [sundayFrom(year, 2, 8) + 3 * HOUR, sundayFrom(year, 10, 1) + 2 * HOUR];
  return wall.getTime() >= begin && wall.getTime() < end;
}

/**
 * The instant of a wall clock time in the US Eastern time zone, ISO 8601 with offset `+00:00`; null for a
 * date or time that does not exist. For an hour that daylight saving repeats, the first one; a skipped hour
 * counts as standard time.
 */
export function easternToUtc(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
): string | null {
  const wall = Date.UTC(year, month - 1, day, hour, minute);
  const date = new Date(wall);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || hour > 23 || minute > 59) return null;
  const offset = isSaving(date) ? DAYLIGHT_SAVING : STANDARD;
  return `${new Date(wall + offset * HOUR).toISOString().slice(0, 19)}+00:00`;
}

const clockOf = eastern("en-US", {
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** An instant (ISO 8601) in the books' Eastern time, such as `Sun, Jan 12, 9:00 PM ET`. */
export function easternText(instant: string): string {
  return `${clockOf(new Date(instant)).replaceAll(/\s+/gu, " ")} ET`;
}

const dayOf = eastern("en-CA", { dateStyle: "short" });

/** The Eastern date of an instant, such as `2026-09-13`. */
export function easternDay(instant: string): string {
  return dayOf(new Date(instant));
}

/**
 * The game in a row of a pool: a game of two teams, an event without teams, or why its players cannot be
 * drafted. `startsAt` is ISO 8601 in UTC, null without a start time.
 */
export type GameInfo =
  | {
      readonly kind: "game";
      readonly away: string;
      readonly home: string;
      /** The game's number in a doubleheader; undefined if the text has none. */
      readonly number?: string | undefined;
      readonly startsAt: string | null;
    }
  /** An event without two teams, such as a race. */
  | { readonly kind: "event"; readonly name: string; readonly startsAt: string | null }
  /** A delayed game, which is still played; the file no longer names its teams. */
  | { readonly kind: "delayed" }
  | { readonly kind: "closed"; readonly reason: LeftOutReason };

/** The books' words for a game that is in progress, over or cancelled. */
const STATES: ReadonlyMap<string, LeftOutReason> = new Map(
  Object.entries({
    "": "game-unknown",
    "-": "game-unknown",
    "in progress": "game-started",
    final: "game-over",
    postponed: "game-off",
    cancelled: "game-off",
    canceled: "game-off",
    suspended: "game-off",
  } as const),
);

const DELAYED = "delayed";

/** The accepted forms of a game of two teams, for errors. */
export const GAME_INFO_FORMS = "AWAY@HOME, AWAY@HOME 10/15/2023 01:00PM ET, In Progress, Final or Postponed";

const CLOCK = /^(?:(\d{1,2})\/(\d{1,2})\/(\d{4})\s+)?(\d{1,2}):(\d{2})\s*([AP])M\s+E[DS]?T$/i;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

/** Matches the text after a game in a cell: a state, or something that begins like a date or a time. */
const WHEN =
  /\s+((?:\d{1,2}\/\d|\d{1,2}:\d|\d{4}-\d).*|in progress|final|postponed|cancell?ed|suspended|delayed)$/i;

/** Matches a game of a doubleheader with its number, such as `NYM@ATL (2)`. */
const DOUBLEHEADER = /^(.+?)\s*\(([12])\)$/;

/**
 * Reads a cell about a game: `SF@CLE`, `CLE vs SF` (the home team first) or the name of an event, alone or
 * followed by a time such as `10/15/2023 01:00PM ET` (Eastern time) or by a state; or a state alone. Null for
 * anything else. Names of persons may contain spaces. A game of a doubleheader can end with a number: `(2)`.
 */
export function readGameInfo(text: string): GameInfo | null {
  const state = STATES.get(text.toLowerCase());
  if (state) return { kind: "closed", reason: state };
  if (text.toLowerCase() === DELAYED) return { kind: DELAYED };
  const when = WHEN.exec(text)?.[1] ?? "";
  const closed = when === "" ? undefined : STATES.get(when.toLowerCase());
  if (closed) return { kind: "closed", reason: closed };
  const startsAt = when === "" || when.toLowerCase() === DELAYED ? null : readClock(when);
  if (startsAt === undefined) return null;
  const name = text.slice(0, text.length - when.length).trim();
  const [, both = name, number] = DOUBLEHEADER.exec(name) ?? [];
  const teams = teamsIn(both);
  if (teams === undefined) return { kind: "event", name, startsAt };
  if (teams.some((team) => team === "" || team.includes("@"))) return null;
  const [away = "", home = ""] = teams.map((team) => team.toUpperCase());
  return { kind: "game", away, home, number, startsAt };
}

/** The away and the home team; undefined for a text without `@` or `vs`. */
function teamsIn(text: string): readonly [string, string] | undefined {
  const [, away, home] = /^([^@]*)@(.*)$/.exec(text) ?? [];
  if (away !== undefined && home !== undefined) return [away.trim(), home.trim()];
  const [, first, second] = /^(.+)\s+vs\.?\s+(.+)$/i.exec(text) ?? [];
  return first === undefined || second === undefined ? undefined : [second.trim(), first.trim()];
}

/** Reads a start time: null for a time of day without a date, undefined for text that is not a time. */
function readClock(when: string): string | null | undefined {
  if (INSTANT.test(when)) {
    const time = Date.parse(when);
    return Number.isNaN(time) ? undefined : `${new Date(time).toISOString().slice(0, 19)}+00:00`;
  }
  const match = CLOCK.exec(when);
  if (match === null) return undefined;
  const [, month, day, year, hour = "", minute = "", half = ""] = match;
  if (Number(hour) < 1 || Number(hour) > 12 || Number(minute) > 59) return undefined;
  if (year === undefined) return null;
  const afternoon = half.toUpperCase() === "P" ? 12 : 0;
  const start = easternToUtc(
    Number(year),
    Number(month),
    Number(day),
    (Number(hour) % 12) + afternoon,
    Number(minute),
  );
  return start ?? undefined;
}

/** One row of a pool; null for cells that are empty or whose column is missing. */
export interface PoolRow {
  readonly file: string;
  readonly line: number;
  readonly id: string | null;
  readonly position: string;
  readonly rosterPosition: string | null;
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** The player's salary; 0 in a file without salaries. */
  readonly salary: number;
  readonly captainSalary: number | null;
  readonly game: GameInfo;
  readonly gameText: string;
  readonly team: string;
  readonly averagePoints: number | null;
  readonly status: string | null;
  /** Whether the book marks the player as locked. */
  readonly locked: boolean;
  /** Every non-empty cell of the row, by its header. */
  readonly columns: CellsByHeader;
}

const requiredOf = ({ salaryFile }: Book) =>
  Object.values(salaryFile.columns).filter(({ required }) => required).length;

/**
 * The books, ordered from the most required columns to the fewest, because a header of one book may have all
 * columns that another requires.
 */
const BY_DETAIL = books.toSorted((a, b) => requiredOf(b) - requiredOf(a));

/**
 * Finds the pool at any position in a book's file, and reads its rows.
 * @throws InvalidFileError for a file without a pool, and for all unreadable cells.
 */
export function readPoolRows(
  records: readonly CsvRecord[],
  file: string,
): {
  readonly book: BookName;
  readonly headings: readonly string[];
  readonly hasSalaries: boolean;
  readonly rows: PoolRow[];
} {
  for (const { name: book, salaryFile } of BY_DETAIL) {
    const header = findHeader(records, salaryFile.columns);
    if (header === null) continue;
    const faults = new FileFaults(file);
    const below = records.slice(header.row + 1);
    // A pool has hundreds of players in a dozen games.
    const texts = new Set(below.map(({ cells }) => withoutLock(cells[header.at.game ?? -1] ?? "").text));
    const games = new Map([...texts].map((text) => [text, readGameInfo(text)]));
    const reading = {
      games,
      hasTeams: [...games.values()].some((game) => game?.kind === "game"),
      from: Math.min(...Object.values(header.at)),
    };
    const rows = below.flatMap(
      (record) => readRow(record, header, records[header.row]!, reading, faults) ?? [],
    );
    faults.throwIfAny();
    if (rows.length === 0)
      throw new InvalidFileError(
        file,
        records[header.row]!.line,
        "has no players below its header. Download it again.",
      );
    return { book, headings: records[header.row]!.cells, hasSalaries: header.at.salary !== undefined, rows };
  }
  throw notASalaryFile(records, file);
}

export interface OwnPool {
  /** The entries file's name in errors. */
  readonly file: string;
  readonly ids: ReadonlySet<string>;
  /** The ids of players whose games have started, by the book's marks. */
  readonly started: ReadonlySet<string>;
}

/** Finds the players in the pool of a book's file; null for a file without a pool, or whose pool has no ids. */
export function ownPoolOf(records: readonly CsvRecord[], file: string): OwnPool | null {
  for (const { salaryFile } of BY_DETAIL) {
    const header = findHeader(records, salaryFile.columns);
    if (header === null) continue;
    const { id, game } = header.at;
    if (id === undefined) return null;
    const from = Math.min(...Object.values(header.at));
    const rows = records.slice(header.row + 1).filter(({ cells }) => cells[id]);
    const started = rows.filter(({ cells }) => {
      const info = readGameInfo(cells[game ?? -1] ?? "");
      return (info?.kind === "closed" && BEGUN.has(info.reason)) || hasLock(cells, from);
    });
    const idOf = ({ cells }: CsvRecord) => cells[id]!;
    return { file, ids: new Set(rows.map(idOf)), started: new Set(started.map(idOf)) };
  }
  return null;
}

/** Whether one of a row's cells in the pool, which begins at column `from`, is marked as locked. */
function hasLock(cells: readonly string[], from: number): boolean {
  return cells.some((text, index) => index >= from && withoutLock(text).locked);
}

/**
 * The inputs that all rows of a pool share: the games by their texts, whether any of them has two teams, and
 * the index of the pool's first column (`from`).
 */
interface RowReading {
  readonly games: ReadonlyMap<string, GameInfo | null>;
  readonly hasTeams: boolean;
  readonly from: number;
}

/**
 * Reads a row. Returns null if its game or salary is unreadable, and for a record outside the pool, such as
 * an entry below its end.
 */
function readRow(
  record: CsvRecord,
  { at }: Header<PoolColumn>,
  headings: CsvRecord,
  { games, hasTeams, from }: RowReading,
  faults: FileFaults,
): PoolRow | null {
  const { line, cells } = record;
  const cell = (column: PoolColumn): string => withoutLock(cells[at[column] ?? -1] ?? "").text;
  const place = (column: PoolColumn) => ({ line, column: headings.cells[at[column]!]! });
  const name = cell("name") || [cell("firstName"), cell("lastName")].join(" ").trim();
  const salaryOf = (column: PoolColumn) => readSalary(cell(column), place(column), faults);
  if (name === "" && (["position", "salary", "team"] as const).every((column) => cell(column) === ""))
    return null;
  if (reportSwallowedRows(record, faults)) return null;
  const naming = at.name === undefined ? "lastName" : "name";
  for (const [column, text] of [[naming, name] as const, ["position", cell("position")] as const]) {
    if (text === "") faults.add(line, `column ${place(column).column} is empty. Fill it, or remove the row.`);
  }
  const gameText = cell("game");
  const game = games.get(gameText) ?? null;
  if (game === null || (hasTeams && game.kind === "event"))
    faults.add(line, `the game "${gameText}" cannot be read. Give one of: ${GAME_INFO_FORMS}.`);
  const salary = at.salary === undefined ? 0 : salaryOf("salary");
  const captainSalary = cell("captainSalary") === "" ? null : salaryOf("captainSalary");
  const averagePoints = readFantasyPoints(cell("averagePoints"), place("averagePoints"), faults);
  if (game === null || salary === null) return null;
  return {
    file: faults.file,
    line,
    id: cell("id") || null,
    position: cell("position"),
    rosterPosition: cell("rosterPosition") || null,
    name,
    firstName: cell("firstName") || null,
    lastName: cell("lastName") || null,
    salary,
    captainSalary,
    game,
    gameText,
    team: cell("team").toUpperCase(),
    averagePoints,
    status: cell("status") || null,
    locked: hasLock(cells, from),
    columns: cellsByHeader(headings.cells, cells, from),
  };
}

/**
 * A kind of file that is no salary file: two patterns, each of which matches one of its headers, and its
 * description for an error.
 */
type OtherFile = readonly [RegExp, RegExp, string];

const HISTORY: OtherFile = [
  /^entryfee$/,
  /^winnings/,
  "a history of your own contests, which lists no players. Give the book's salary file",
];
const OTHER_FILES: readonly OtherFile[] = [
  HISTORY,
  [/^entryid$/, /^lineup$/, "standings. Give it to `contest --field-file` or `backtest`"],
  [/^place/, /^payout$/, "payouts. Give it to `contest --payouts`"],
  [
    /name$|^player$|id$/,
    /proj|^fpts$|points$/,
    "projections. Give it as --projections, with the salary file",
  ],
];

function otherFileOf(records: readonly CsvRecord[]): OtherFile | undefined {
  const keys = records[0]!.cells.map(headerKey);
  const has = (header: RegExp) => keys.some((key) => header.test(key));
  return OTHER_FILES.find(([one, two]) => has(one) && has(two));
}

/** Refuses a list of the user's past contests, which has no points of players. @throws InvalidFileError */
export function refuseHistory(records: readonly CsvRecord[], file: string): void {
  if (otherFileOf(records) === HISTORY) throw notASalaryFile(records, file);
}

function notASalaryFile(records: readonly CsvRecord[], file: string): InvalidFileError {
  const other = otherFileOf(records);
  if (other) return new InvalidFileError(file, null, `is not a salary file: it looks like ${other[2]}.`);
  const looked = books.map(({ vendor, salaryFile: { columns } }) => {
    const { line, missing } = missingFromBest(records, columns);
    const names = Object.values(columns)
      .filter((column) => column.required)
      .map((column) => column.names[0]);
    const nearest = line === null ? "" : ` (line ${line} lacks ${missing.join(", ")})`;
    return `${vendor}'s ${names.join(", ")}${nearest}`;
  });
  return new InvalidFileError(
    file,
    null,
    `is not a salary file: no row has its headers. Looked for ${looked.join("; or ")}. ` +
      "Give the book's own salary file, upload template or entries file.",
  );
}

/** A pool player's rows: the plain row (FLEX or UTIL), and the captain row if the file has one. */
export interface JoinedRow {
  readonly plain: PoolRow;
  readonly captain: PoolRow | null;
}

/** Whether a roster position is a book's captain slot, such as `CPT` or `MVP - 1.5X Points`. */
export function isCaptainSlot(rosterPosition: string): boolean {
  const [name] = rosterPosition.trim().toUpperCase().split(/\b/);
  return books.some(({ salaryFile }) => salaryFile.captains.slot === name);
}

export function hasCaptainSlot({ rosterPosition }: PoolRow): boolean {
  return rosterPosition?.split("/").some(isCaptainSlot) ?? false;
}

/**
 * Joins the captain row and the plain row of each player of a showdown file, by name, team and position. If
 * players share all three, salary and average points distinguish them. A position that is not `isCaptained`,
 * such as a race team's, needs no captain rows.
 * @throws InvalidFileError for each row without a counterpart, and for players that cannot be distinguished.
 */
export function joinCaptains(
  rows: readonly PoolRow[],
  { salaryFile }: Book,
  file: string,
  isCaptained: (position: string) => boolean = () => true,
): JoinedRow[] {
  const { salaryFactor } = salaryFile.captains;
  const belongs = (captain: PoolRow | undefined, row: PoolRow) =>
    captain?.salary === row.salary * salaryFactor && captain.averagePoints === row.averagePoints;

  const captains = groupRows(rows.filter(hasCaptainSlot));
  const plain = groupRows(rows.filter((row) => !hasCaptainSlot(row)));
  const captainOf = new Map<PoolRow, PoolRow | null>();
  const faults = new FileFaults(file);
  for (const key of new Set([...plain.keys(), ...captains.keys()])) {
    const group = plain.get(key) ?? [];
    const theirs = captains.get(key) ?? [];
    if (theirs.length === 0 && group.every(({ position }) => !isCaptained(position))) {
      for (const row of group) captainOf.set(row, null);
      continue;
    }
    if (group.length !== theirs.length) {
      addWithoutHalf(group, theirs, faults);
      continue;
    }
    for (const row of group) {
      const fitting = group.length === 1 ? theirs : theirs.filter((captain) => belongs(captain, row));
      const twin = group.find((other) => other !== row && belongs(fitting[0]!, other));
      if (fitting.length !== 1 || twin) throw inseparable(group, theirs, file);
      captainOf.set(row, fitting[0]!);
    }
  }
  faults.throwIfAny();
  return [...captainOf]
    .map(([row, captain]) => ({ plain: row, captain }))
    .sort((a, b) => a.plain.line - b.plain.line);
}

function groupRows(rows: readonly PoolRow[]): Map<string, PoolRow[]> {
  return groupBy(rows, (row) => [row.name.toLowerCase(), row.team, row.position].join("\n"));
}

function addWithoutHalf(plain: readonly PoolRow[], captains: readonly PoolRow[], faults: FileFaults): void {
  const { line, name, team } = (plain[0] ?? captains[0])!;
  faults.add(
    line,
    `${name} (${team}) has ${captains.length} captain (CPT) and ${plain.length} plain (FLEX or UTIL) rows. ` +
      "A showdown file lists each player once as each: add the missing row, or remove the other.",
  );
}

function inseparable(
  plain: readonly PoolRow[],
  captains: readonly PoolRow[],
  file: string,
): InvalidFileError {
  const { line, name, team, position } = plain[0]!;
  const lines = [...plain, ...captains].map((row) => row.line).sort((a, b) => a - b);
  return new InvalidFileError(
    file,
    line,
    `lines ${lines.join(", ")} are several players called ${name} (${team}, ${position}), and salaries and average ` +
      "points do not show which captain row is whose. Change one of the names in both of its rows.",
  );
}
