import type { ContestTable } from "../../contests/constraints/readers/contest-table.ts";
import { seatCount } from "../../engine/roster.ts";
import { bookNamed } from "../../shared/books.ts";
import type { FantasyPerformance } from "../../shared/schema/performances.ts";
import type { LineupRequestInput } from "../../shared/schema/request.ts";

export interface PoolEntry {
  readonly uuid: string;
  /** Whether this is a team's defense rather than a player. */
  readonly isTeam: boolean;
  /** The positions that decide which slots accept the player; the projection gives the first one. */
  readonly positions: readonly string[];
  /** The team's number: teams 0 and 1 play game 0, teams 2 and 3 game 1, and so on. */
  readonly team: number;
  readonly salary: number;
  readonly points: number;
}

export interface Pool {
  readonly body: LineupRequestInput;
  readonly projections: readonly FantasyPerformance[];
}

const GAMES = 3;

export function mostTeams(contest: ContestTable): number {
  return 2 * gamesOf(contest);
}

/** A pool's number of games: three, or more for limits per game, as far as the contest allows. */
function gamesOf({ games, gameLimits, slots }: ContestTable): number {
  const wanted = gameLimits.length > 0 ? 2 * seatCount(slots) : GAMES;
  return Math.max(games.minimum, Math.min(wanted, games.maximum ?? wanted));
}

/** The pool fields of a request for the contest, and nothing else. */
export function poolOf(contest: ContestTable, entries: readonly PoolEntry[]): Pool {
  const isPaidAsCaptain = contest.slots.some((slot) => slot.salary === "captainSalary");
  const cost = ({ salary }: PoolEntry) => ({
    salary,
    ...(isPaidAsCaptain && { captainSalary: Math.floor((salary * 3) / 2) }),
  });
  return {
    body: {
      book: contest.book,
      contest: contest.contest,
      players: entries
        .filter(({ isTeam }) => !isTeam)
        .map((one) => ({ player: one.uuid, position: one.positions.join("/"), ...cost(one) })),
      teams: entries.filter(({ isTeam }) => isTeam).map((one) => ({ team: one.uuid, ...cost(one) })),
      games: Array.from({ length: gamesOf(contest) }, (_, game) => gameId(game)),
    },
    projections: entries.map((entry, index) => projectionOf(contest, entry, index)),
  };
}

function projectionOf(contest: ContestTable, entry: PoolEntry, index: number): FantasyPerformance {
  const uuid = guid(9, index);
  return {
    id: uuid,
    type: "FantasyPerformance",
    attributes: {
      uuid,
      position: entry.positions[0],
      [bookNamed(contest.book).pointsAttribute]: entry.points,
    },
    relationships: {
      ...(!entry.isTeam && { player: { data: { type: "Player", id: entry.uuid } } }),
      team: { data: { type: "Team", id: teamId(entry.team) } },
      event: { data: { type: "Event", id: gameId(entry.team >> 1) } },
    },
  };
}

export const playerId = (index: number) => guid(1, index);
export const teamId = (team: number) => guid(2, team);
const gameId = (game: number) => guid(3, game);

function guid(kind: number, index: number): string {
  return `0000000${kind}-0000-4000-8000-${String(index).padStart(12, "0")}`;
}

/** What a request is made from: a lineup, the pool that contains it, and the request's other fields. */
export interface Stage {
  readonly people: readonly PoolEntry[];
  readonly lineup: readonly Seated[];
  readonly body: Partial<LineupRequestInput>;
}

interface Seated {
  readonly person: PoolEntry;
  /** The seat's slot, as an index into the contest's slots. */
  readonly slot: number;
}

/** Returns random numbers in [0, 1). */
export type Random = () => number;

export function oneOf<Item>(items: readonly Item[], random: Random): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new RangeError("Nothing to choose from.");
  return item;
}

/**
 * A random player of the position, with number `index` in the pool, mostly from one of the first `teams`
 * teams.
 */
export function personOf(
  contest: ContestTable,
  { position, index, teams }: { position: string; index: number; teams: number },
  random: Random,
): PoolEntry {
  const isTeam = contest.positions.some((one) => one.name === position && one.entry === "team");
  // One player in five is from any team, so that lineups also have players of other teams.
  const team = Math.floor(random() * (random() < 0.2 ? mostTeams(contest) : teams));
  return {
    uuid: isTeam ? teamId(team) : playerId(index),
    isTeam,
    positions: [position],
    team,
    salary: 100 * Math.floor(30 + 65 * random()),
    points: Math.floor(3000 * random()) / 100,
  };
}

/**
 * A random stage: the lineup's players are the whole pool, and its cost is the cap. Null if a defense is
 * drawn twice.
 */
export function stageOf(contest: ContestTable, random: Random): Stage | null {
  const teams = 1 + Math.floor(random() * mostTeams(contest));
  const seats = contest.slots.flatMap(({ count }, slot) => Array.from({ length: count }, () => slot));
  const lineup = seats.map((slot, index) => {
    const position = oneOf(contest.slots[slot]!.accepts, random);
    return { slot, person: personOf(contest, { position, index, teams }, random) };
  });
  const people = lineup.map(({ person }) => person);
  if (new Set(people.map(({ uuid }) => uuid)).size < people.length) return null;
  return { people, lineup, body: { cap: costOf(contest, lineup) } };
}

export function costOf(contest: ContestTable, lineup: readonly Seated[]): number {
  return lineup.reduce((sum, { person, slot }) => {
    const isCaptain = contest.slots[slot]?.salary === "captainSalary";
    return sum + (isCaptain ? Math.floor((person.salary * 3) / 2) : person.salary);
  }, 0);
}

interface Named extends Pick<PoolEntry, "uuid" | "isTeam"> {
  readonly slot?: string | undefined;
}

/** A request's `include`, each player in the slot if one is given. */
export function included(people: readonly Named[]) {
  const position = ({ slot }: Named) => (slot === undefined ? {} : { position: slot });
  return {
    players: people.filter((one) => !one.isTeam).map((one) => ({ player: one.uuid, ...position(one) })),
    teams: people.filter((one) => one.isTeam).map((one) => ({ team: one.uuid, ...position(one) })),
  };
}

/** A request's `exclude`. */
export function excluded(people: readonly Named[]) {
  return {
    players: people.filter(({ isTeam }) => !isTeam).map(({ uuid }) => uuid),
    teams: people.filter(({ isTeam }) => isTeam).map(({ uuid }) => uuid),
  };
}
