import { canonicalTeam, competitorsOf } from "../contests/catalog/sports.ts";
import { listedUpTo } from "../shared/collections.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { headerKey } from "../shared/header-key.ts";
import { counted } from "../shared/words.ts";
import type { EntriesFile } from "./entries/read-entries.ts";
import { easternDay, easternText } from "./game-info.ts";
import type { ProjectionRow } from "./projections.ts";
import type { Listing, Slate } from "./slate.ts";

/** The book's ids of all players of a pool, of those left out too. */
export function idsOf({ entries, leftOut }: Slate): ReadonlySet<string> {
  const all = [...entries, ...leftOut.map(({ listing }) => listing)];
  return new Set(all.flatMap(({ bookId, captainBookId }) => [bookId ?? [], captainBookId ?? []].flat()));
}

const isMostly = (some: ReadonlySet<string>, all: ReadonlySet<string>) =>
  2 * [...some].filter((id) => all.has(id)).length >= some.size;

export const isSamePool = (pool: Slate, open: Slate): boolean =>
  pool.sport === open.sport && isMostly(idsOf(pool), idsOf(open));

/** @throws InvalidFileError if most players of an entries file, or of the pool in it, are not those of the slate */
export function refuseStrangers(
  slate: Slate,
  { file, entries: { entries }, pool }: { file: string; entries: EntriesFile; pool: Slate | null },
): void {
  const seated = entries.flatMap(({ seats }) => seats.flatMap(({ bookId }) => bookId ?? []));
  const [ids, known] = [pool === null ? new Set(seated) : idsOf(pool), idsOf(slate)];
  if (isMostly(ids, known)) return;
  const stranger = [...ids].find((id) => !known.has(id));
  throw new InvalidFileError(
    file,
    null,
    `its players are not those of the slate: ${stranger} is in no row of the salary file. Give the salary file of the entries.`,
  );
}

export type Matched = readonly (readonly [Pick<ProjectionRow, "id" | "salary" | "columns">, Listing])[];

/** From this share of rows on, what differs is of another slate. */
const ANOTHER = 0.5;

function paidOtherwise(matched: Matched) {
  const paid = matched.filter(([{ salary }, listing]) => salary !== null && listing.salary > 0);
  const others = paid.filter(
    ([{ salary }, listing]) => salary !== listing.salary && salary !== listing.captainSalary,
  );
  return { paid, others, isAnother: others.length > ANOTHER * paid.length };
}

/** Whether most salaries are neither the players' nor their salaries as captains. */
export function hasOtherSalaries(matched: Matched): boolean {
  return paidOtherwise(matched).isAnother;
}

/** Sentences on what in a file's matched rows is of another slate. */
export function checksOf(slate: Slate, matched: Matched): string[] {
  return [...salaryChecks(matched), ...idChecks(matched), ...dateChecks(slate, matched)];
}

function salaryChecks(matched: Matched): string[] {
  const { paid, others, isAnother } = paidOtherwise(matched);
  const [first] = others;
  if (first === undefined) return [];
  const [{ salary }, listing] = first;
  const such = `such as ${listing.name}: ${salary}, in the slate ${listing.salary}`;
  const verb = others.length === 1 ? "differs" : "differ";
  return [
    `${others.length} of ${paid.length} salaries ${verb} from the slate's (${such})${isAnother ? ": another slate, contest or book?" : "."}`,
  ];
}

/** With as many digits as the slate's: a vendor's own ids are usually shorter or longer. */
function idChecks(matched: Matched): string[] {
  const shape = (id: string | null) => id?.replace(/\d/g, "0") ?? "";
  const named = matched.filter(([{ id }, { bookId }]) => id !== null && shape(id) === shape(bookId));
  const others = named.filter(([{ id }, { bookId, captainBookId }]) => id !== bookId && id !== captainBookId);
  if (others.length <= ANOTHER * named.length) return [];
  return [
    `${others.length} of ${named.length} ids ${others.length === 1 ? "is" : "are"} not the slate's: another slate?`,
  ];
}

const DATED = /date|updated|timestamp|asof/;
const BORN = /birth|draft/;
const DAY_MS = 86_400_000;

/** The latest day of each column of dates, against the days of the slate's games. */
function dateChecks({ entries }: Slate, matched: Matched): string[] {
  const days = entries.flatMap(({ startsAt }) => (startsAt === null ? [] : easternDay(startsAt))).sort();
  const latest = new Map<string, string>();
  for (const [{ columns = {} }] of matched)
    for (const [header, cell] of Object.entries(columns)) {
      const key = headerKey(header);
      const day = DATED.test(key) && !BORN.test(key) ? dayIn(cell) : null;
      if (day !== null && day > (latest.get(header) ?? "")) latest.set(header, day);
    }
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [...latest].flatMap(([header, day]) => {
    const apart = (one: string, other: string) => Math.round((Date.parse(one) - Date.parse(other)) / DAY_MS);
    const [before, after] = [apart(first, day), apart(day, last)];
    if (before <= 1 && after <= 1) return [];
    return `"${header}" says ${day}, ${counted(Math.max(before, after), "day")} ${before > 1 ? "before" : "after"} the slate: another slate?`;
  });
}

/** In ISO form, of `2026-09-27`, `9/27/2026` and either with a time behind; null for other text. */
function dayIn(cell: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(cell) ?? [];
  if (year !== undefined) return `${year}-${month}-${day}`;
  const [, first, second, inYear] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/.exec(cell) ?? [];
  return inYear === undefined ? null : `${inYear}-${first!.padStart(2, "0")}-${second!.padStart(2, "0")}`;
}

/** Such as `9 games, locks Sun, Jan 12, 9:00 PM ET`; without times only the games. */
export function eveningOf({ sport, entries }: Pick<Slate, "sport" | "entries">): string {
  const games = new Set(entries.map(({ game }) => game)).size;
  const [first] = entries.flatMap(({ startsAt }) => startsAt ?? []).sort();
  return [
    ...(competitorsOf(sport) === "teams" ? [counted(games, "game")] : []),
    ...(first === undefined ? [] : [`locks ${easternText(first)}`]),
  ].join(", ");
}

const MOST_TEAMS = 8;

/** A sentence on teams that play without anybody whose points are above 0, while other teams have some. */
export function teamChecks({ sport, entries }: Slate, points: ReadonlyMap<string, number>): string[] {
  if (competitorsOf(sport) !== "teams") return [];
  const teamOf = ({ team }: Listing) => canonicalTeam(sport, team);
  const has = new Set(entries.filter(({ uuid }) => (points.get(uuid) ?? 0) > 0).map(teamOf));
  const without = [...new Set(entries.map(teamOf))].filter((team) => !has.has(team)).sort();
  if (has.size === 0 || without.length === 0) return [];
  return [`no player of ${listedUpTo(MOST_TEAMS, without)} has a projection above 0: is a team missing?`];
}
