import type { Catalog } from "../../contests/catalog/catalog.ts";
import { optional } from "../../shared/books.ts";
import { memoized } from "../../shared/collections.ts";
import { InvalidFileError } from "../../shared/errors.ts";
import { Matching } from "../../shared/matching.ts";
import { positionNamed, seatCount, slotsInOrder } from "../../shared/roster.ts";
import type { ContestSlot } from "../../shared/schema/contest.ts";
import type { PastContest, PastEntry, PastPlayer } from "../../simulation/backtest/past-contest.ts";
import type { EnteredLineup } from "../../simulation/contest/entered.ts";
import { findTable, isMissing, readAmount, readRow, readText } from "../columns.ts";
import { type CsvRecord, FileFaults, parseCsv } from "../csv.ts";
import type { LineupsContext } from "../lineups-file.ts";
import { indexListings, listingNamed } from "../listing-index.ts";
import { listingsOf, type Slate } from "../slate.ts";
import type { EntriesFile } from "./read-entries.ts";

interface StandingsEntry extends Omit<PastEntry, "seats"> {
  /** Slots and names as the book writes them; empty for an entry that was never submitted. */
  readonly lineup: string;
}

/** Either table may be empty. */
export interface StandingsTables {
  readonly hasLineups: boolean;
  readonly entries: readonly StandingsEntry[];
  readonly players: readonly Omit<PastPlayer, "uuid">[];
}

/** Programs that re-save the file put an `X` in front of a percent sign. */
const COLUMNS = {
  rank: optional("Rank"),
  entryId: optional("EntryId"),
  user: optional("EntryName"),
  points: optional("Points"),
  lineup: optional("Lineup"),
  name: optional("Player"),
  slot: optional("Roster Position"),
  drafted: optional("%Drafted", "X.Drafted"),
  fpts: optional("FPTS"),
};

const numberOf = (cell: string) => {
  const number = Number(cell.replace("%", ""));
  return isMissing(cell) || !Number.isFinite(number) ? null : number;
};

const hundredthsOf = (cell: string) => {
  const value = numberOf(cell);
  return value === null ? null : Math.round(value * 100);
};

const ENTRY_READERS = {
  rank: readAmount,
  entryId: readText,
  user: (cell: string) => readText(cell)?.replace(/\s*\(\d+\/\d+\)$/, "") || null,
  points: hundredthsOf,
  lineup: (cell: string) => readText(cell) ?? "",
};

const PLAYER_READERS = { name: String, slot: readText, drafted: numberOf, fpts: hundredthsOf };

/** Null for a file with neither table; either may be missing, as in old exports. */
export function standingsTablesOf(records: readonly [CsvRecord, ...CsvRecord[]]): StandingsTables | null {
  const table = findTable(records, COLUMNS)!;
  const { header, at } = table;
  const isOfPoints = at.points !== undefined && header.cells.length === 1;
  const hasEntries = isOfPoints || (at.entryId !== undefined && at.lineup !== undefined);
  const hasPlayers = at.name !== undefined && at.fpts !== undefined;
  if (!hasEntries && !hasPlayers) return null;
  const has = ({ cells }: CsvRecord, column: keyof typeof COLUMNS) =>
    !isMissing(cells[at[column] ?? -1] ?? "");
  const faults = new FileFaults("");
  const entries = table.below
    .filter((record) => hasEntries && (isOfPoints || has(record, "entryId")))
    .map((record) => {
      const { points, ...entry } = readRow(table, record, ENTRY_READERS, faults);
      return { line: record.line, ...entry, hundredths: points };
    });
  const players = table.below
    .filter((record) => hasPlayers && has(record, "name"))
    .map((record) => {
      const { fpts, ...player } = readRow(table, record, PLAYER_READERS, faults);
      return { ...player, hundredths: fpts };
    });
  return { hasLineups: hasEntries && !isOfPoints, entries, players };
}

/**
 * Reads the lineups of a past contest, to use them as opponents; null for a file without lineups. `unread`
 * counts those of other slots, or with a name that matches no player or several. @throws InvalidFileError
 */
export function readStandings(input: string | Uint8Array, context: LineupsContext) {
  const tables = standingsTablesOf(parseCsv(input, context.file));
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

interface StandingsSeat {
  readonly slot: string;
  readonly name: string;
}

/**
 * Returns a function that splits a lineup's text, such as `CPT Some Body FLEX Another One`, at its slots;
 * books write these in capitals, unlike names. Or at its commas: `QB Some Body (1-2), WR Another One`, where
 * the words are positions, and a captain comes first. It returns null for a text with another number of
 * players than the contest.
 */
function standingsSeats(
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
    const parts = text.split(/,\s*/);
    const byPosition = parts.length === count ? seatsByPosition(parts, contest) : null;
    if (byPosition !== null) return byPosition;
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

/** Null if they do not fit. */
function seatsByPosition(
  parts: readonly string[],
  contest: LineupsContext["contest"],
): readonly StandingsSeat[] | null {
  const seats = slotsInOrder(contest).flatMap((slot) => Array.from({ length: slot.count }, () => slot));
  const people = parts.map((part) => {
    const [word = "", ...name] = part.trim().split(/\s+/);
    const positions = word.split("/").flatMap((one) => positionNamed(contest, one)?.name ?? one);
    return { name: name.join(" "), positions, word };
  });
  const matching = new Matching(seats.map(() => 1));
  const isSeated = people.every(({ positions, word }, person) => {
    const isOpen = (slot: ContestSlot, at: number) => {
      const isMultiplied = slot.pointsMultiplier !== 1 || seats[person]!.pointsMultiplier !== 1;
      if (isMultiplied && at !== person) return false;
      return slot.accepts.some((one) => positions.includes(one)) || slot.name === word;
    };
    return matching.add(seats.reduce((bits, slot, at) => (isOpen(slot, at) ? bits | (1 << at) : bits), 0));
  });
  if (!isSeated) return null;
  const seatOf = matching.slots();
  return seats.map((slot, at) => ({ slot: slot.name, name: people[seatOf.indexOf(at)]!.name }));
}

/** Null if none or several match. */
export function playerFinder(slate: Slate): (name: string) => string | null {
  const index = indexListings(slate);
  // Many entries have the same players.
  return memoized((name) => listingNamed(name, index)?.uuid ?? null);
}

export function pastContest(
  tables: StandingsTables,
  contest: LineupsContext["contest"],
  slate: Slate,
): PastContest {
  const read = standingsSeats(contest);
  const find = playerFinder(slate);
  // Many entries have the same lineup.
  const lineups = new Set(tables.entries.map(({ lineup }) => lineup));
  const seats = new Map([...lineups].map((lineup) => [lineup, lineup === "" ? [] : read(lineup)]));
  const entries = tables.entries.map(({ lineup, ...entry }) => ({ ...entry, seats: seats.get(lineup)! }));
  const players = tables.players.length > 0 ? tables.players : playersIn(entries);
  return { entries, players: players.map((player) => ({ ...player, uuid: find(player.name) })) };
}

/** The players of the lineups, where the file does not list them. */
function playersIn(entries: readonly PastEntry[]): StandingsTables["players"] {
  const times = new Map<string, number>();
  for (const { name } of entries.flatMap(({ seats }) => seats ?? []))
    times.set(name, 1 + (times.get(name) ?? 0));
  return Array.from(times, ([name, count]) => ({
    ...{ name, slot: null, hundredths: null },
    drafted: (100 * count) / entries.length,
  }));
}

interface PastOptions {
  readonly file: string;
  readonly slate: Slate;
  readonly catalog: Catalog;
  /** Whether players' points may be missing, which only `fitOwnership` can do without. */
  readonly pointless?: boolean | undefined;
}

/**
 * Reads a book's standings of a contest that is over, for `backtest`, `calibrate`, `fitOutcomes` and
 * `fitOwnership`. @throws InvalidFileError for a file without points of players.
 */
export function readPastContest(
  input: string | Uint8Array,
  { file, slate, catalog, pointless = false }: PastOptions,
): PastContest {
  const tables = standingsTablesOf(parseCsv(input, file));
  if (tables === null || (tables.players.length === 0 && !(pointless && tables.hasLineups)))
    throw new InvalidFileError(
      file,
      null,
      pointless
        ? "has neither lineups nor the players' ownership in a column %Drafted. Give an export that has them."
        : "has no players' points in a column FPTS. Give an export that has them.",
    );
  return pastContest(tables, catalog.contest(slate.sport, slate.book, slate.contest), slate);
}

interface StandingsSurroundings {
  readonly file: string;
  readonly slate: Slate;
  readonly entries: EntriesFile | undefined;
}

export type StandingsFacts = ReturnType<typeof standingsFacts>;

/** `user` has entries of the entries file; null without one. @throws InvalidFileError for another slate's */
export function standingsFacts(
  { entries, players, hasLineups }: StandingsTables,
  { file, slate, entries: given }: StandingsSurroundings,
) {
  const names = new Set(listingsOf(slate).map(({ name }) => name));
  const strangers = players.filter(({ name }) => !names.has(name));
  if (2 * strangers.length > players.length) {
    const reason = `its players are not those of the slate: ${strangers[0]!.name} is in no row of the salary file. Open the slate of the contest.`;
    throw new InvalidFileError(file, null, reason);
  }
  const ids = new Set(given?.entries.map(({ entryId }) => entryId));
  const user = entries.find(({ entryId }) => entryId != null && ids.has(entryId))?.user ?? null;
  return { user, entries: entries.length, hasLineups, hasPoints: players.length > 0 };
}
