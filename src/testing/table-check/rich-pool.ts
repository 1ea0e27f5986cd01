import type { ContestTable } from "../../contests/catalog/contest-table.ts";
import type { Entry, Problem } from "../../contests/problem/problem.ts";
import { seatCount } from "../../engine/roster/room.ts";
import { lineupRequestSchema } from "../../shared/schema/request.ts";

/** The most players of each position and team; a team has one defense. */
const MOST_OF_A_KIND = 40;

/**
 * A pool with plenty of everything: for every team, enough players of every position to fill each seat, at no
 * salary. What no lineup of it can do, no lineup of the contest can do.
 */
export function richProblem(contest: ContestTable): Problem {
  const seats = seatCount(contest.slots);
  const teams = 2 * (contest.games.maximum ?? gamesFor(contest, seats));
  const entries = Array.from({ length: teams }, (_, team) =>
    contest.positions.flatMap(({ name, entry }) =>
      Array.from({ length: entry === "team" ? 1 : Math.min(seats, MOST_OF_A_KIND) }, (_one, index) =>
        entryOf(name, entry, team, index),
      ),
    ),
  ).flat();
  const request = lineupRequestSchema.parse({
    book: contest.book,
    contest: contest.contest,
    ...{ players: [], games: [] },
  });
  return {
    ...{
      sport: contest.sport,
      contest,
      request,
      origin: "book-file",
      cap: contest.salaryCap.default,
      entries,
    },
    ...{ locks: [], excluded: [], slotBans: [], minimums: [] },
    ...{ withoutProjection: [], withoutSlot: [], unavailable: [] },
  };
}

/** Games with more teams than seats, and more games than a lineup needs. */
function gamesFor({ games, minimumGames, bookOnly }: ContestTable, seats: number): number {
  const needed = Math.max(minimumGames?.minimum ?? 0, bookOnly.minimumGames?.minimum ?? 0);
  return Math.max(games.minimum, Math.ceil((seats + 1) / 2), needed + 1);
}

function entryOf(position: string, kind: Entry["kind"], team: number, index: number): Entry {
  const positions = [position];
  return {
    ...{ kind, positions, plays: positions, salary: 0, captainSalary: 0, points: 0 },
    uuid: `${position} ${index + 1} of team ${team + 1}`,
    team: `team ${team + 1}`,
    event: `game ${(team >> 1) + 1}`,
  };
}
