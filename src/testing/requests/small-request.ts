import type { Catalog } from "../../contests/catalog/catalog.ts";
import type { ContestTable } from "../../contests/constraints/readers/contest-table.ts";
import { readProblem } from "../../contests/constraints/readers/read-problem.ts";
import type { Problem } from "../../contests/problem/problem.ts";
import { bookNamed } from "../../shared/books.ts";
import { seatCount } from "../../shared/roster.ts";
import type { ExcludedSlot } from "../../shared/schema/options.ts";
import type { FantasyPerformance } from "../../shared/schema/performances.ts";
import { type LineupRequestInput, lineupRequestSchema } from "../../shared/schema/request.ts";
import fc from "../fast-check.ts";

/** A request of a contest over a small pool, with its projections. */
export interface SmallRequest {
  readonly sport: string;
  readonly body: LineupRequestInput;
  readonly projections: readonly FantasyPerformance[];
  readonly excludedSlots: readonly ExcludedSlot[];
}

/** The request as the problem of its contest. @throws InvalidRequestError */
export function problemOf(
  catalog: Pick<Catalog, "contestOf">,
  { sport, body, projections, excludedSlots }: SmallRequest,
  origin?: Problem["origin"],
): Problem {
  const request = lineupRequestSchema.parse(body);
  return readProblem(catalog.contestOf(sport, request), request, projections, { excludedSlots, origin });
}

interface DrawnEntry {
  readonly position: string;
  readonly second: number;
  readonly team: number;
  readonly salary: number;
  readonly points: number;
}

/** The number of players beyond one per seat: few, because exhaustive search lists every lineup. */
const SPARE_PLAYERS = 4;

/**
 * Random requests of `contest` with a player for every seat and a few more. Often almost all players are from
 * one team or game, so that rules about teams and games bind. Positions, locks (also to slots), exclusions,
 * minimums, stacks and caps are random, and so are exclusions from slots if `unseated` allows them.
 */
export function smallRequest(
  contest: ContestTable,
  {
    teams = contest.gameLimits.length > 0 ? [mostTeams(contest)] : [1, 2, 6, 6],
    crowd = 75,
    unseated = 0,
  }: Drawing = {},
): fc.Arbitrary<SmallRequest> {
  const seats = contest.slots.flatMap((slot) => new Array<typeof slot>(slot.count).fill(slot));
  const allPositions = contest.positions.map((position) => position.name);
  const points = fc.oneof(
    fc.integer({ min: -200, max: 3000 }).map((cents) => cents / 100),
    fc.integer({ min: -1, max: 3 }).map((whole) => 5 * whole),
    fc.double({ min: 0, max: 30, noNaN: true }),
  );
  const entry = (positions: readonly string[]): fc.Arbitrary<DrawnEntry> =>
    fc.record({
      position: fc.constantFrom(...positions),
      second: fc.nat(3 * allPositions.length),
      team: fc.nat(99),
      salary: fc.integer({ min: 30, max: 95 }).map((hundreds) => hundreds * 100),
      points,
    });
  return fc
    .record({
      entries: fc.tuple(
        ...seats.map((slot) => entry(slot.accepts)),
        ...Array.from({ length: SPARE_PLAYERS }, () => entry(allPositions)),
      ),
      teams: fc.constantFrom(...teams),
      capShare: fc.double({ min: 0.9, max: 1.15, noNaN: true }),
      locks: fc.array(fc.record({ entry: fc.nat(100), slot: fc.option(fc.nat(20)) }), { maxLength: 2 }),
      excluded: fc.array(fc.nat(100), { maxLength: 2 }),
      unseated: fc.array(fc.record({ entry: fc.nat(100), slot: fc.nat(20) }), { maxLength: unseated }),
      minimum: fc.option(
        fc.record({ position: fc.constantFrom(...allPositions), minimum: fc.constantFrom(1, 2) }),
      ),
      stack: fc.boolean(),
    })
    .map((drawn) => requestOf(contest, { ...drawn, crowd }));
}

/** Options of `smallRequest`. */
export interface Drawing {
  /**
   * The possible numbers of teams. Each request draws one of them, and most of its players are from that many
   * teams.
   */
  readonly teams?: readonly number[];
  /** The percentage of players who are surely from these teams; the others are from any team. */
  readonly crowd?: number;
  /** The most exclusions of a player from a slot (`excludedSlots`) in a request; 0 by default. */
  readonly unseated?: number;
}

interface Drawn {
  readonly crowd: number;
  readonly teams: number;
  readonly entries: readonly DrawnEntry[];
  readonly capShare: number;
  readonly locks: readonly { readonly entry: number; readonly slot: number | null }[];
  readonly excluded: readonly number[];
  readonly unseated: readonly { readonly entry: number; readonly slot: number }[];
  readonly minimum: { readonly position: string; readonly minimum: number } | null;
  readonly stack: boolean;
}

function requestOf(contest: ContestTable, drawn: Drawn): SmallRequest {
  const ofTeams = contest.positions.filter((position) => position.entry === "team").map(({ name }) => name);
  const seats = seatCount(contest.slots);
  const most = mostTeams(contest);
  const all = drawn.entries.map((raw, index) => {
    const entry = { ...raw, team: raw.team % (raw.team < drawn.crowd ? Math.min(drawn.teams, most) : most) };
    const isTeam = ofTeams.includes(entry.position);
    return {
      ...entry,
      isTeam,
      uuid: isTeam ? teamId(entry.team) : playerId(index),
      positions: positionsOf(contest, entry),
    };
  });
  // A team has one defense; a second one drawn is dropped.
  const entries = all.filter((one, index) => all.findIndex((other) => other.uuid === one.uuid) === index);
  const pool = poolOf(contest, entries);
  const mean = entries.reduce((sum, entry) => sum + entry.salary, 0) / entries.length;
  const slotOf = (chosen: (typeof all)[number], slot: number) => {
    const open = contest.slots.filter((one) => chosen.positions.some((name) => one.accepts.includes(name)));
    return open[slot % open.length]!.name;
  };
  const locked = new Map(
    drawn.locks.map(({ entry, slot }) => {
      const chosen = entries[entry % entries.length]!;
      return [chosen.uuid, { ...chosen, slot: slot === null ? undefined : slotOf(chosen, slot) }] as const;
    }),
  );
  const out = [...new Set(drawn.excluded.map((entry) => entries[entry % entries.length]!))].filter(
    (entry) => !locked.has(entry.uuid),
  );
  const unseated = new Map(
    drawn.unseated.flatMap(({ entry, slot }) => {
      const chosen = entries[entry % entries.length]!;
      const name = slotOf(chosen, slot);
      const isNamed = out.includes(chosen) || locked.get(chosen.uuid)?.slot === name;
      return isNamed ? [] : [[`${chosen.uuid} ${name}`, { uuid: chosen.uuid, slot: name }] as const];
    }),
  );
  return {
    sport: contest.sport,
    body: {
      ...pool.body,
      include: included([...locked.values()]),
      exclude: excluded(out),
      cap: Math.floor(mean * seats * drawn.capShare),
      ...(drawn.minimum && { positions: minimumOf(contest, drawn.minimum) }),
      ...(contest.stack && { stack: drawn.stack }),
    },
    projections: pool.projections,
    excludedSlots: [...unseated.values()],
  };
}

function minimumOf(contest: ContestTable, { position, minimum }: NonNullable<Drawn["minimum"]>) {
  const seats = contest.slots
    .filter((slot) => slot.accepts.includes(position))
    .reduce((sum, slot) => sum + slot.count, 0);
  return { [position]: Math.min(minimum, seats) };
}

/** The drawn position, plus the second one if the two are different positions of players. */
function positionsOf(contest: ContestTable, { position, second }: DrawnEntry): string[] {
  const other = contest.positions[second];
  const own = contest.positions.find(({ name }) => name === position)!;
  if (own.entry === "team" || other === undefined || other === own || other.entry === "team")
    return [position];
  return [position, other.name];
}

/**
 * Random requests that contain nothing but their pool, so that only the contest's own rules apply. Salaries
 * are such that lineups are often within the contest's cap, and often not.
 */
export function plainRequest(contest: ContestTable): fc.Arbitrary<SmallRequest> {
  return smallRequest(contest, { crowd: 90 }).map((request) => {
    const { book, contest: name, games, players = [], teams = [], cap } = request.body;
    const factor = contest.salaryCap === null ? 1 : contest.salaryCap.default / Math.max(1, cap ?? 1);
    const cost = ({ salary, captainSalary }: { salary: number; captainSalary?: number | undefined }) => {
      // Even, so that one and a half times it is whole.
      const own = 2 * Math.round((salary * factor) / 2);
      return { salary: own, ...(captainSalary !== undefined && { captainSalary: (own * 3) / 2 }) };
    };
    return {
      ...request,
      body: {
        ...{ book, contest: name, games },
        players: players.map((one) => ({ ...one, ...cost(one) })),
        teams: teams.map((one) => ({ ...one, ...cost(one) })),
      },
      excludedSlots: [],
    };
  });
}

interface PoolEntry {
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

interface Pool {
  readonly body: LineupRequestInput;
  readonly projections: readonly FantasyPerformance[];
}

const GAMES = 3;

function mostTeams(contest: ContestTable): number {
  return 2 * gamesOf(contest);
}

/** A pool's number of games: three, or more for limits per game, as far as the contest allows. */
function gamesOf({ games, gameLimits, slots }: ContestTable): number {
  const wanted = gameLimits.length > 0 ? 2 * seatCount(slots) : GAMES;
  return Math.max(games.minimum, Math.min(wanted, games.maximum ?? wanted));
}

/** The pool fields of a request for the contest, and nothing else. */
function poolOf(contest: ContestTable, entries: readonly PoolEntry[]): Pool {
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

const playerId = (index: number) => guid(1, index);
const teamId = (team: number) => guid(2, team);
const gameId = (game: number) => guid(3, game);

function guid(kind: number, index: number): string {
  return `0000000${kind}-0000-4000-8000-${String(index).padStart(12, "0")}`;
}

interface Named extends Pick<PoolEntry, "uuid" | "isTeam"> {
  readonly slot?: string | undefined;
}

/** A request's `include`, each player in the slot if one is given. */
function included(people: readonly Named[]) {
  const position = ({ slot }: Named) => (slot === undefined ? {} : { position: slot });
  return {
    players: people.filter((one) => !one.isTeam).map((one) => ({ player: one.uuid, ...position(one) })),
    teams: people.filter((one) => one.isTeam).map((one) => ({ team: one.uuid, ...position(one) })),
  };
}

/** A request's `exclude`. */
function excluded(people: readonly Named[]) {
  return {
    players: people.filter(({ isTeam }) => !isTeam).map(({ uuid }) => uuid),
    teams: people.filter(({ isTeam }) => isTeam).map(({ uuid }) => uuid),
  };
}
