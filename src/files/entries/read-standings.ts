import { seatCount } from "../../engine/roster.ts";
import { nameKey } from "../../shared/names.ts";
import type { EnteredLineup } from "../../simulation/contest/entered.ts";
import { type CsvRecord, parseCsv } from "../csv.ts";
import { headerKey, isMissing, readListedSalary } from "../header.ts";
import type { LineupsContext } from "../lineups-file.ts";
import { candidatesFor, indexListings } from "../listing-index.ts";
import { listingsOf, type Slate } from "../slate.ts";

/** One entry of a contest's standings. */
interface StandingsEntry {
  readonly line: number;
  /** Null if the file has no ranks. */
  readonly rank: number | null;
  /** The name of the account, without the number of the entry; null if the file has none. */
  readonly user: string | null;
  /** Hundredths of a point, free of the float noise of exports; null if the file has no points. */
  readonly hundredths: number | null;
  /** Slots and names as the book writes them; empty for an entry that was never submitted. */
  readonly lineup: string;
}

/** One row of the table of players that books put to the right of the entries. */
interface StandingsPlayer {
  readonly name: string;
  /** The slot that this row is about; null if the file does not say. */
  readonly slot: string | null;
  /** The percentage of all entries that have the player. */
  readonly drafted: number | null;
  /** Hundredths of a point; null for a player without points. */
  readonly hundredths: number | null;
}

/** Both tables of a book's standings; either may be empty. */
export interface StandingsTables {
  readonly hasLineups: boolean;
  readonly entries: readonly StandingsEntry[];
  readonly players: readonly StandingsPlayer[];
}

/** The columns by header; programs that re-save the file put an `X` in front of a percent sign. */
const COLUMNS = {
  rank: "rank",
  entryid: "entryId",
  entryname: "user",
  points: "points",
  lineup: "lineup",
  player: "player",
  rosterposition: "slot",
  drafted: "drafted",
  xdrafted: "drafted",
  fpts: "fpts",
} as const;

type StandingsColumn = (typeof COLUMNS)[keyof typeof COLUMNS];

/**
 * Reads the standings that a book publishes after a contest: the entries, and next to them the players with
 * their points. Either table may be missing, as in old exports. Returns null for a file with neither.
 * @throws InvalidFileError for a file that is not a table.
 */
export function readStandingsTables(input: string | Uint8Array, file: string): StandingsTables | null {
  const [header, ...records] = parseCsv(input, file);
  const at: Partial<Record<StandingsColumn, number>> = {};
  for (const [index, cell] of header.cells.entries()) {
    const key = headerKey(cell);
    if (Object.hasOwn(COLUMNS, key)) at[COLUMNS[key as keyof typeof COLUMNS]] ??= index;
  }
  const isOfPoints = at.points !== undefined && header.cells.length === 1;
  const hasEntries = isOfPoints || (at.entryId !== undefined && at.lineup !== undefined);
  const hasPlayers = at.player !== undefined && at.fpts !== undefined;
  if (!hasEntries && !hasPlayers) return null;
  const textOf = ({ cells }: CsvRecord, column: StandingsColumn) => {
    const cell = cells[at[column] ?? -1] ?? "";
    return isMissing(cell) ? "" : cell;
  };
  const entries: StandingsEntry[] = [];
  const players: StandingsPlayer[] = [];
  for (const record of records) {
    if (hasEntries && (isOfPoints || textOf(record, "entryId") !== ""))
      entries.push({
        line: record.line,
        rank: readListedSalary(textOf(record, "rank")),
        user: textOf(record, "user").replace(/\s*\(\d+\/\d+\)$/, "") || null,
        hundredths: hundredthsOf(textOf(record, "points")),
        lineup: textOf(record, "lineup"),
      });
    const name = textOf(record, "player");
    if (hasPlayers && name !== "")
      players.push({
        name,
        slot: textOf(record, "slot") || null,
        drafted: numberOf(textOf(record, "drafted").replace("%", "")),
        hundredths: hundredthsOf(textOf(record, "fpts")),
      });
  }
  return { hasLineups: hasEntries && !isOfPoints, entries, players };
}

function numberOf(text: string): number | null {
  const value = Number(text);
  return text === "" || !Number.isFinite(value) ? null : value;
}

function hundredthsOf(text: string): number | null {
  const value = numberOf(text);
  return value === null ? null : Math.round(value * 100);
}

/**
 * The opponents of a past contest: the lineups of its standings. `unread` counts those with a player who is not
 * in the slate, or whose name two players have. Returns null for a file without entries.
 * @throws InvalidFileError for a file that is not a table.
 */
export function readStandings(input: string | Uint8Array, context: LineupsContext) {
  const tables = readStandingsTables(input, context.file);
  if (!tables?.hasLineups) return null;
  const seatsOf = standingsSeats(context.contest);
  const uuidOf = playerFinder(context.slate);
  const texts = tables.entries.map(({ lineup }) => lineup).filter((text) => text !== "");
  const lineups = texts.flatMap((text): EnteredLineup[] => {
    const seats = seatsOf(text);
    const lineup = seats?.flatMap(({ slot, name }) => {
      const uuid = uuidOf(name);
      return uuid === null ? [] : [{ uuid, slot }];
    });
    return lineup !== undefined && lineup.length === seats?.length ? [lineup] : [];
  });
  return { lineups, unread: texts.length - lineups.length };
}

/** A seat of an entry in standings: the slot's name in the contest's table, and the player's name. */
interface StandingsSeat {
  readonly slot: string;
  readonly name: string;
}

/**
 * Splits lineup texts such as `CPT Some Body FLEX Another One` at their slots; books write these in capitals,
 * unlike names. Gives null for a text with another number of players than the contest.
 */
export function standingsSeats(
  contest: LineupsContext["contest"],
): (text: string) => readonly StandingsSeat[] | null {
  const slotOf = new Map(
    contest.slots.flatMap(({ name, uploadColumn }) => [
      [name, name],
      [uploadColumn, name],
    ]),
  );
  const count = seatCount(contest.slots);
  return (text) => {
    const seats: { slot: string; name: string }[] = [];
    for (const word of text.trim().split(/\s+/)) {
      const slot = slotOf.get(word);
      const last = seats.at(-1);
      if (slot !== undefined && last?.name !== "") seats.push({ slot, name: "" });
      else if (last !== undefined) last.name = last.name === "" ? word : `${last.name} ${word}`;
    }
    return seats.length === count ? seats : null;
  };
}

/** Finds a slate's player by a name in standings; null if none or several match. */
export function playerFinder(slate: Slate): (name: string) => string | null {
  const exact = new Map<string, string | null>();
  for (const { name, uuid } of listingsOf(slate)) {
    const key = nameKey(name);
    exact.set(key, exact.has(key) && exact.get(key) !== uuid ? null : uuid);
  }
  const index = indexListings(slate);
  const known = new Map<string, string | null>();
  const find = (name: string): string | null => {
    const found = exact.get(nameKey(name));
    if (found !== undefined) return found;
    const row = { id: null, team: null, position: null, rosterPosition: null, salary: null, name };
    const { candidates } = candidatesFor(row, index);
    return candidates.length === 1 ? candidates[0]!.uuid : null;
  };
  return (name) => {
    let uuid = known.get(name);
    if (uuid === undefined) {
      uuid = find(name);
      known.set(name, uuid);
    }
    return uuid;
  };
}
