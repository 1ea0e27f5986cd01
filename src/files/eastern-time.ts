const HOUR = 3_600_000;

/** Hours that Eastern time is behind UTC. */
const DAYLIGHT_SAVING = 4;
const STANDARD = 5;

const EASTERN = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  hourCycle: "h23",
  hour: "2-digit",
});

/**
 * The instant of a wall clock time in the US Eastern time zone, ISO 8601 with offset `+00:00`; null for a date or
 * time that does not exist. An hour that daylight saving repeats is its first; one that it skips is standard time.
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
  const isSaving = Number(EASTERN.format(wall + DAYLIGHT_SAVING * HOUR)) === hour;
  const offset = isSaving ? DAYLIGHT_SAVING : STANDARD;
  return `${new Date(wall + offset * HOUR).toISOString().slice(0, 19)}+00:00`;
}

const CLOCK = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** An instant (ISO 8601) by the clock of the books' files, such as `Sun, Jan 12, 9:00 PM ET`. */
export function easternText(instant: string): string {
  return `${CLOCK.format(new Date(instant)).replaceAll(/\s+/gu, " ")} ET`;
}

const DAY = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York", dateStyle: "short" });

/** The day of an instant by the clock of the books' files, such as `2026-09-13`. */
export function easternDay(instant: string): string {
  return DAY.format(new Date(instant));
}
