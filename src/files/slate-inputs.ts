import type { FileSeats } from "../contests/problem/file-seats.ts";
import type { ScoredTerm } from "../contests/scoring/breakdown.ts";
import { carriedBreakdowns } from "../contests/scoring/breakdown.ts";
import { resourceId, TYPES } from "../lineup/document/priced-lineup.ts";
import type { PoolFacts } from "../portfolio/people.ts";
import { bookNamed } from "../shared/books/index.ts";
import type { FantasyPerformance, FantasyPerformanceDocument } from "../shared/schema/performances.ts";
import type { LineupRequestInput } from "../shared/schema/request.ts";
import type { Resource } from "../shared/schema/resource.ts";
import { markedPeople, poolFacts, type RowsOfPeople } from "./pool-facts.ts";
import type { Listing, Slate, SlateEntry } from "./slate.ts";
import { gameUuid, projectionUuid, teamUuid } from "./slate.ts";
import { comparablePositions, isPositionOf } from "./sports.ts";

/**
 * A player's position in the request, which decides the possible slots: the sport's positions among the slots
 * in the file, else the player's own position.
 */
export function seatedPosition(
  sport: string,
  { position, slots }: Pick<Listing, "position" | "slots">,
): string {
  const named = (slots ?? []).filter((slot) => isPositionOf(sport, slot));
  return named.length === 0 || isSame(sport, named.join("/"), position) ? position : named.join("/");
}

/** The number of players that the file seats by other positions than their own. */
export function seatedElsewhere({ sport, entries }: Slate): number {
  return entries.filter((entry) => entry.kind === "player" && seatedPosition(sport, entry) !== entry.position)
    .length;
}

function isSame(sport: string, one: string, other: string): boolean {
  const [a, b] = [comparablePositions(sport, one), comparablePositions(sport, other)];
  return a.size === b.size && [...a].every((position) => b.has(position));
}

/**
 * `cap` replaces the contest's salary cap. `projections`: points by pool player GUID, instead of the file's
 * averages; `breakdowns`: their scored terms; `rows`: their rows from `matchProjections`, so that portfolios
 * can use other columns.
 */
export interface SlateInputOptions {
  readonly cap?: number | undefined;
  readonly projections?: ReadonlyMap<string, number> | undefined;
  readonly breakdowns?: ReadonlyMap<string, readonly ScoredTerm[]> | undefined;
  readonly rows?: RowsOfPeople | undefined;
}

/** The optimizer's inputs. */
export interface SlateInputs {
  readonly sport: string;
  readonly body: LineupRequestInput;
  readonly projections: FantasyPerformanceDocument;
  /** Makes lineups follow the book's own published rules too. */
  readonly origin: "book-file";
  /** The slots of each player in the file, which override positions; positions still count for stacks. */
  readonly seats: FileSeats;
  /** Facts about players from the files, apart from points, for portfolios. */
  readonly facts: PoolFacts;
}

/**
 * A slate as the optimizer's inputs. A player's projection is the given one or, if no projections are given,
 * the file's average points; players with neither have none. `included` has players and teams with their
 * names and book ids, which lineups then carry. Usage: `optimize({ ...slateInputs(slate) })`.
 */
export function slateInputs(slate: Slate, options: SlateInputOptions = {}): SlateInputs {
  const { cap, projections, breakdowns, rows = new Map() } = options;
  const { book, sport, contest, entries } = slate;
  const games = gameUuids(slate);
  const pointsOf = (entry: SlateEntry) =>
    projections === undefined ? entry.averagePoints : (projections.get(entry.uuid) ?? null);
  const body: LineupRequestInput = {
    book,
    contest,
    players: entries
      .filter(({ kind }) => kind === "player")
      .map((entry) => ({
        player: entry.uuid,
        position: seatedPosition(sport, entry),
        ...salariesOf(entry),
      })),
    teams: entries
      .filter(({ kind }) => kind === "team")
      .map(({ uuid, ...entry }) => ({ team: uuid, ...salariesOf(entry) })),
    games: [...new Set(games.values())],
    ...marksOf(slate, rows),
    ...(cap !== undefined && { cap }),
  };
  return {
    sport,
    body,
    origin: "book-file",
    facts: poolFacts(slate, rows, new Map([...games].map(([name, uuid]) => [uuid, name]))),
    seats: {
      slotRow: slate.slotRow,
      slotsOf: new Map(
        entries.flatMap(({ kind, uuid, slots }) =>
          kind === "player" && slots !== null ? [[uuid, slots]] : [],
        ),
      ),
      startsOf: new Map(
        entries.flatMap(({ uuid, startsAt }) => (startsAt === null ? [] : [[uuid, startsAt]])),
      ),
    },
    projections: {
      data: entries.map((entry) =>
        projectionOf(slate, entry, games.get(entry.game)!, pointsOf(entry), breakdowns?.get(entry.uuid)),
      ),
      included: [
        ...entries.filter(({ kind }) => kind === "player").map((entry) => playerOf(slate, entry)),
        ...teamsOf(slate),
      ],
    },
  };
}

/** The players that the files' columns lock and exclude, as request fields. */
function marksOf(slate: Slate, rows: RowsOfPeople): Pick<LineupRequestInput, "include" | "exclude"> {
  const { locked, excluded } = markedPeople(slate, rows);
  if (locked.length + excluded.length === 0) return {};
  const teams = new Set(slate.entries.filter(({ kind }) => kind === "team").map(({ uuid }) => uuid));
  const players = (uuids: readonly string[]) => uuids.filter((uuid) => !teams.has(uuid));
  const defenses = (uuids: readonly string[]) => uuids.filter((uuid) => teams.has(uuid));
  return {
    include: {
      players: players(locked).map((player) => ({ player })),
      teams: defenses(locked).map((team) => ({ team })),
    },
    exclude: { players: players(excluded), teams: defenses(excluded) },
  };
}

function salariesOf({ salary, captainSalary }: Pick<SlateEntry, "salary" | "captainSalary">) {
  return { salary, ...(captainSalary !== null && { captainSalary }) };
}

/** GUIDs by game; the start time is the first one found among the game's players. */
function gameUuids({ book, sport, entries }: Slate): Map<string, string> {
  const starts = new Map<string, string | null>();
  for (const { game, startsAt } of entries) starts.set(game, starts.get(game) ?? startsAt);
  return new Map([...starts].map(([game, startsAt]) => [game, gameUuid(book, sport, game, startsAt)]));
}

function projectionOf(
  { book, sport }: Slate,
  entry: SlateEntry,
  game: string,
  points: number | null,
  breakdown: readonly ScoredTerm[] | undefined,
): FantasyPerformance {
  const uuid = projectionUuid(entry.uuid, game);
  return {
    id: `/${sport}/v2/fantasy_performances/${uuid}`,
    type: "FantasyPerformance",
    attributes: {
      uuid,
      position: entry.position,
      [bookNamed(book).pointsAttribute]: points,
      ...(breakdown && carriedBreakdowns([[book, breakdown]])),
    },
    relationships: {
      player:
        entry.kind === "player"
          ? { data: { type: TYPES.player, id: resourceId(sport, entry) } }
          : { data: null },
      event: { data: { type: "Event", id: `/${sport}/v2/events/${game}` } },
      team: { data: teamIdentifier(book, sport, entry.team) },
    },
  };
}

function playerOf({ book, sport }: Slate, entry: SlateEntry): Resource {
  return {
    id: resourceId(sport, entry),
    type: TYPES.player,
    attributes: {
      uuid: entry.uuid,
      firstName: entry.firstName,
      lastName: entry.lastName,
      fullName: entry.name,
      uniform: null,
      teamAbbreviation: entry.team,
      bookId: entry.bookId,
      captainBookId: entry.captainBookId,
    },
    relationships: { team: { data: teamIdentifier(book, sport, entry.team) } },
  };
}

/** Every team of the pool, named after its defense if the pool has one. */
function teamsOf({ book, sport, entries }: Slate): Resource[] {
  const defenses = new Map(entries.filter(({ kind }) => kind === "team").map((entry) => [entry.team, entry]));
  return [...new Set(entries.map(({ team }) => team))].map((team) => {
    const defense = defenses.get(team);
    return {
      ...teamIdentifier(book, sport, team),
      attributes: {
        uuid: teamUuid(book, sport, team),
        abbreviation: team,
        location: defense?.firstName ?? null,
        nickName: defense?.lastName ?? defense?.name ?? null,
        bookId: defense?.bookId ?? null,
        captainBookId: defense?.captainBookId ?? null,
      },
    };
  });
}

function teamIdentifier(book: Slate["book"], sport: string, team: string) {
  return { type: TYPES.team, id: resourceId(sport, { kind: "team", uuid: teamUuid(book, sport, team) }) };
}
