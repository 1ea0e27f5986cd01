import { easternToUtc } from "./eastern-time.ts";
import type { LeftOutReason } from "./slate.ts";

/** A game that can be drafted from, or why it cannot. */
export type GameInfo =
  | { readonly kind: "game"; readonly away: string; readonly home: string; readonly startsAt: string | null }
  | { readonly kind: "closed"; readonly reason: LeftOutReason };

/** The books' words for a game that is in progress, over or cancelled. */
const STATES: ReadonlyMap<string, LeftOutReason> = new Map(
  Object.entries({
    "": "game-unknown",
    "in progress": "game-started",
    final: "game-over",
    postponed: "game-off",
    cancelled: "game-off",
    canceled: "game-off",
    suspended: "game-off",
    delayed: "game-off",
  } as const),
);

/** The valid forms of Game Info, for messages. */
export const GAME_INFO_FORMS = "AWAY@HOME, AWAY@HOME 10/15/2023 01:00PM ET, In Progress, Final or Postponed";

const TEAMS = /^([^\s@]+)@([^\s@]+)(?:\s+(.*))?$/;
const CLOCK = /^(?:(\d{1,2})\/(\d{1,2})\/(\d{4})\s+)?(\d{1,2}):(\d{2})\s*([AP])M\s+E[DS]?T$/i;

/** Reads `SF@CLE 10/15/2023 01:00PM ET` (Eastern time), `SF@CLE`, or a state; null for anything else. */
export function readGameInfo(text: string): GameInfo | null {
  const state = STATES.get(text.toLowerCase());
  if (state) return { kind: "closed", reason: state };
  const match = TEAMS.exec(text);
  if (match === null) return null;
  const [, away = "", home = "", when = ""] = match;
  const teams = { kind: "game", away: away.toUpperCase(), home: home.toUpperCase() } as const;
  if (when === "") return { ...teams, startsAt: null };
  const closed = STATES.get(when.toLowerCase());
  if (closed) return { kind: "closed", reason: closed };
  const start = readClock(when);
  return start === undefined ? null : { ...teams, startsAt: start };
}

/** Returns null for a time of day without a date, and undefined for text that is not a time. */
function readClock(when: string): string | null | undefined {
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
