import type { Catalog } from "../../contests/catalog/catalog.ts";
import { InvalidFileError } from "../../shared/errors.ts";
import type { PastContest } from "../../simulation/backtest/past-contest.ts";
import type { LineupsContext } from "../lineups-file.ts";
import type { Slate } from "../slate.ts";
import { playerFinder, standingsSeats } from "./read-standings.ts";
import { readStandingsTables, type StandingsTables } from "./standings-tables.ts";

/** The contest of standings, with the seats of each entry by the slots of its rules table. */
export function pastContest(
  tables: StandingsTables,
  contest: LineupsContext["contest"],
  slate: Slate,
): PastContest {
  const seatsOf = standingsSeats(contest);
  const find = playerFinder(slate);
  // Many entries have the same lineup.
  const known = new Map<string, ReturnType<typeof seatsOf>>([["", []]]);
  return {
    entries: tables.entries.map(({ line, rank, user, hundredths, lineup }) => {
      let seats = known.get(lineup);
      if (seats === undefined) {
        seats = seatsOf(lineup);
        known.set(lineup, seats);
      }
      return { line, rank, user, hundredths, seats };
    }),
    players: tables.players.map((player) => ({ ...player, uuid: find(player.name) })),
  };
}

/**
 * Reads a book's standings of a contest that is over, for `backtest`, `calibrate` and `fitOutcomes`. `file` names it in
 * errors; the catalog has the table of the slate's contest.
 * @throws InvalidFileError for a file without points of players.
 */
export function readPastContest(
  input: string | Uint8Array,
  { file, slate, catalog }: { readonly file: string; readonly slate: Slate; readonly catalog: Catalog },
): PastContest {
  const tables = readStandingsTables(input, file);
  if (tables === null || tables.players.length === 0)
    throw new InvalidFileError(file, null, "has no points of players. Give an export with a column FPTS.");
  return pastContest(tables, catalog.contest(slate.sport, slate.book, slate.contest), slate);
}
