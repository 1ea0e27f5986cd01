import type { LeftOutReason } from "./slate.ts";

const HOUR = 3_600_000;

/** Hours that Eastern daylight saving time is behind UTC. */
const DAYLIGHT_SAVING = 4;
const STANDARD = 5;

/** The formatter is created on first use, because that takes a fifth of Node's startup time. */
function eastern(locale: string, parts: Intl.DateTimeFormatOptions): (instant: Date) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (instant) => {
    made ??= new Intl.DateTimeFormat(locale, { timeZone: "America/New_York", ...parts });
    return made.format(instant);
  };
}

/** The first Sunday of a month (0 is January) on or after a day. */
function sundayFrom(year: number, month: number, day: number): number {
  const weekday = new Date(Date.UTC(year, month, day)).getUTCDay();
  return Date.UTC(year, month, day + ((7 - weekday) % 7));
}

/** Since 2007, from the second Sunday of March to the first Sunday of November, at 2:00. */
function isSaving(wall: Date): boolean {
  const year = wall.getUTCFullYear();
  const [begin, end] = [sundayFrom(year, 2, 8) + 3 * HOUR, sundayFrom(year, 10, 1) + 2 * HOUR];
  return wall.getTime() >= begin && wall.getTime() < end;
}

/**
 * The instant of a US Eastern time, ISO 8601 with offset `+00:00`; null if it does not exist. Of an hour that
 * daylight saving repeats, the first; a skipped hour counts as standard time.
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
      /** In a doubleheader. */
      readonly number?: string | undefined;
      readonly startsAt: string | null;
    }
  /** Such as a race. */
  | { readonly kind: "event"; readonly name: string; readonly startsAt: string | null }
  /** A delayed game is still played; the file no longer names its teams. */
  | { readonly kind: "delayed" }
  | { readonly kind: "closed"; readonly reason: LeftOutReason };

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

export const GAME_INFO_FORMS = "AWAY@HOME, AWAY@HOME 10/15/2023 01:00PM ET, In Progress, Final or Postponed";

const CLOCK = /^(?:(\d{1,2})\/(\d{1,2})\/(\d{4})\s+)?(\d{1,2}):(\d{2})\s*([AP])M\s+E[DS]?T$/i;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

const WHEN =
  /\s+((?:\d{1,2}\/\d|\d{1,2}:\d|\d{4}-\d).*|in progress|final|postponed|cancell?ed|suspended|delayed)$/i;

/** Such as `NYM@ATL (2)`. */
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

/** Undefined for a text without `@` or `vs`. */
function teamsIn(text: string): readonly [string, string] | undefined {
  const [, away, home] = /^([^@]*)@(.*)$/.exec(text) ?? [];
  if (away !== undefined && home !== undefined) return [away.trim(), home.trim()];
  const [, first, second] = /^(.+)\s+vs\.?\s+(.+)$/i.exec(text) ?? [];
  return first === undefined || second === undefined ? undefined : [second.trim(), first.trim()];
}

/** Null for a time of day without a date, undefined for text that is not a time. */
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
