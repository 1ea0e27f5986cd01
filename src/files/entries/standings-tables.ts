import type { PastEntry, PastPlayer } from "../../simulation/backtest/past-contest.ts";
import { type CsvRecord, parseCsv } from "../csv.ts";
import { headerKey, isMissing, readListedSalary } from "../header.ts";

interface StandingsEntry extends Omit<PastEntry, "seats"> {
  /** Slots and names as the book writes them; empty for an entry that was never submitted. */
  readonly lineup: string;
}

/** One row of the table of players that books put to the right of the entries. */
type StandingsPlayer = Omit<PastPlayer, "uuid">;

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
  return standingsTablesOf(parseCsv(input, file));
}

/** Like `readStandingsTables`, for a file that is already parsed. */
export function standingsTablesOf([header, ...records]: readonly [
  CsvRecord,
  ...CsvRecord[],
]): StandingsTables | null {
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
