import type { PastContest } from "../../simulation/backtest/past-contest.ts";
import type { LineupsContext } from "../lineups-file.ts";
import { type StandingsTables, standingsSeats } from "./read-standings.ts";

/** The contest of standings, with the seats of each entry by the slots of its rules table. */
export function pastContest(tables: StandingsTables, contest: LineupsContext["contest"]): PastContest {
  const seatsOf = standingsSeats(contest);
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
    players: tables.players,
  };
}
