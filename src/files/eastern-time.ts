const HOUR = 3_600_000;

/** Hours that Eastern daylight saving time is behind UTC. */
const DAYLIGHT_SAVING = 4;
const STANDARD = 5;

/** A formatter of Eastern time, created on first use: creation takes a fifth of Node's startup time. */
function eastern(locale: string, parts: Intl.DateTimeFormatOptions): (instant: Date) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (instant) => {
    made ??= new Intl.DateTimeFormat(locale, { timeZone: "America/New_York", ...parts });
    return made.format(instant);
  };
}

const hourOf = eastern("en-US", { hourCycle: "h23", hour: "2-digit" });

/** The first Sunday of a month on or after a day, as a UTC timestamp. */
function sundayFrom(year: number, month: number, day: number): number {
  const weekday = new Date(Date.UTC(year, month, day)).getUTCDay();
  return Date.UTC(year, month, day + ((7 - weekday) % 7));
}

/**
 * The first year of the current law: daylight saving from the second Sunday of March to the first Sunday of
 * November, at 2:00.
 */
const TODAYS_LAW = 2007;

/** Whether daylight saving applies at a wall clock time, passed as a UTC date; false for a skipped hour. */
function isSaving(wall: Date): boolean {
  const year = wall.getUTCFullYear();
  if (year < TODAYS_LAW)
    return Number(hourOf(new Date(wall.getTime() + DAYLIGHT_SAVING * HOUR))) === wall.getUTCHours();
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
