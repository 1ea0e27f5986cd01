import { comparablePositions, isPositionOf } from "../contests/catalog/sports.ts";
import type { FileSeats } from "../contests/problem/problem.ts";
import type { ScoredTerm } from "../contests/scoring/line.ts";
import { carriedBreakdowns } from "../contests/scoring/point-source.ts";
import { resourceId, TYPES } from "../lineup/document/priced-lineup.ts";
import type { AbsentPerson, ColumnExposure, FilePlace, PoolFacts } from "../portfolio/people.ts";
import { bookNamed, captainAttribute, type ProjectionColumn } from "../shared/books.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { headerKey } from "../shared/header-key.ts";
import { type Scoring, withPoints } from "../shared/roster.ts";
import type { FantasyPerformance, FantasyPerformanceDocument } from "../shared/schema/performances.ts";
import type { LineupRequestInput } from "../shared/schema/request.ts";
import type { Resource, ResourceIdentifier } from "../shared/schema/resource.ts";
import { type CellsByHeader, numberIn } from "./columns.ts";
import { allZero, isExposure, MARKS, projectionColumns, toPercent } from "./projection-columns.ts";
import type { ProjectionRow } from "./projections.ts";
import { gameUuid, type Listing, projectionUuid, type Slate, type SlateEntry, teamUuid } from "./slate.ts";

type RowsOfPeople = ReadonlyMap<string, Partial<ProjectionRow>>;

const EXPOSURES = ["minimumExposure", "maximumExposure"] as const;
type Share = "ownership" | (typeof EXPOSURES)[number];

/** The header under which portfolios always find the ownership, whatever the file's own header. */
const OWNERSHIP = "Ownership";

const YES = /^(x|✓|✔|1|y|yes|true|lock(ed)?|excluded?|ban(ned)?)$/i;
const NO = /^(0|n|no|false)$/i;

/** The rows take precedence over the salary file. */
function poolFacts(
  { entries, leftOut }: Slate,
  rows: RowsOfPeople,
  games: ReadonlyMap<string, string>,
): PoolFacts {
  const headers = headersOf(entries, new Map());
  const shares = (share: Share) => sharesOf(share, entries, rows, headers);
  const ownerships = shares("ownership");
  const minimums = shares("minimumExposure");
  const asked = shares("maximumExposure");
  const projected = entries.filter(({ uuid }) => rows.size === 0 || rows.has(uuid));
  const maximums = allZero(projected.map(({ uuid }) => asked.get(uuid) ?? null))
    ? new Map<string, number>()
    : asked;
  const columns = new Map<string, CellsByHeader>();
  const exposures = new Map<string, ColumnExposure>();
  const ownershipKeys = keysOf("ownership");
  const exposureKeys = EXPOSURES.flatMap(keysOf);
  for (const entry of entries) {
    const { uuid } = entry;
    const ownership = ownerships.get(uuid);
    const cells = cellsOf(entry, rows);
    columns.set(uuid, ownership === undefined ? cells : withOwnership(cells, ownership, ownershipKeys));
    const minimum = minimums.get(uuid) ?? null;
    const maximum = maximums.get(uuid) ?? null;
    const { captain } = rows.get(uuid) ?? {};
    const asCaptain = captain && { minimum: captain.minimumExposure, maximum: captain.maximumExposure };
    if ((minimum ?? maximum ?? asCaptain?.minimum ?? asCaptain?.maximum ?? null) !== null)
      exposures.set(uuid, {
        ...{ minimum, maximum, captain: asCaptain },
        place: placeOf(entry, rows, exposureKeys),
      });
  }
  const absent = leftOut.map(({ listing: { name, bookId, captainBookId }, reason, detail }): AbsentPerson => {
    const ids = [bookId, captainBookId].filter((id) => id !== null);
    return { name, ids, why: `${reason}: ${detail}` };
  });
  return { columns, exposures, games, absent };
}

/** The players that the files' columns lock and exclude. @throws InvalidFileError for an invalid mark */
function marksOf(
  { entries }: Slate,
  rows: RowsOfPeople,
  headers: Headers,
): Pick<LineupRequestInput, "include" | "exclude"> {
  const marked = (keys: readonly string[]) => {
    const named = withKeys(headers, keys);
    const found = entries.filter((entry) => named.size > 0 && isMarked(entry, rows, named, keys));
    const uuids = (kind: SlateEntry["kind"]) =>
      found.flatMap((entry) => (entry.kind === kind ? entry.uuid : []));
    return { isNone: found.length === 0, players: uuids("player"), teams: uuids("team") };
  };
  const [locked, excluded] = [marked(MARKS.locked), marked(MARKS.excluded)];
  if (locked.isNone && excluded.isNone) return {};
  return {
    include: {
      players: locked.players.map((player) => ({ player })),
      teams: locked.teams.map((team) => ({ team })),
    },
    exclude: { players: excluded.players, teams: excluded.teams },
  };
}

function isMarked(entry: SlateEntry, rows: RowsOfPeople, named: Headers, keys: readonly string[]): boolean {
  for (const [header, cell] of Object.entries(cellsOf(entry, rows))) {
    if (!named.has(header) || NO.test(cell)) continue;
    if (YES.test(cell)) return true;
    const { file = "a file", line = null } = placeOf(entry, rows, keys);
    throw new InvalidFileError(
      file,
      line,
      `column ${header} has "${cell}" for ${entry.name}. Write x, or leave the cell empty.`,
    );
  }
  return false;
}

/** The projection row if it has any of the columns `keys`, else the salary row. */
function placeOf(entry: SlateEntry, rows: RowsOfPeople, keys: readonly string[]): FilePlace {
  const row = rows.get(entry.uuid) ?? {};
  const isOfRow = Object.keys(row.columns ?? {}).some((header) => keys.includes(headerKey(header)));
  const { file, line } = isOfRow ? row : entry;
  return { file, line };
}

function cellsOf({ uuid, columns }: SlateEntry, rows: RowsOfPeople): CellsByHeader {
  const own = rows.get(uuid)?.columns;
  return own === undefined ? (columns ?? {}) : { ...columns, ...own };
}

type Headers = ReadonlySet<string>;

function headersOf(entries: readonly SlateEntry[], rows: RowsOfPeople): Headers {
  const headers = new Set<string>();
  for (const entry of entries) for (const header of Object.keys(cellsOf(entry, rows))) headers.add(header);
  return headers;
}

function withKeys(headers: Headers, keys: readonly string[]): Headers {
  return new Set([...headers].filter((header) => keys.includes(headerKey(header))));
}

/** Under the file's own header and under `OWNERSHIP`. */
function withOwnership(cells: CellsByHeader, ownership: number, keys: readonly string[]): CellsByHeader {
  const own = Object.keys(cells).filter((header) => keys.includes(headerKey(header)));
  return {
    ...cells,
    ...Object.fromEntries([...own, OWNERSHIP].map((header) => [header, String(ownership)])),
  };
}

function keysOf(column: ProjectionColumn): readonly string[] {
  return projectionColumns(undefined)[column].names.map(headerKey);
}

/** In percent: from the projection row, else from the cells of the salary file and of files of attributes. */
function sharesOf(
  share: Share,
  entries: readonly SlateEntry[],
  rows: RowsOfPeople,
  headers: Headers,
): ReadonlyMap<string, number> {
  const wanted = withKeys(headers, keysOf(share));
  const cells = new Map(
    (wanted.size === 0 ? [] : [...headers]).map((header) => [
      header,
      entries.flatMap(({ columns }) => columns?.[header] ?? []),
    ]),
  );
  const named = [...wanted].filter((header) => isExposure(header, cells));
  const listed = entries.flatMap(({ uuid, columns = {} }) =>
    named.flatMap((header) => {
      const cell = columns[header] ?? "";
      const number = numberIn(cell.replace("%", "")) ?? Number.NaN;
      return Number.isNaN(number) ? [] : [{ uuid, header, cell, number }];
    }),
  );
  const isPercent = listed.some(
    ({ header, cell, number }) => header.includes("%") || cell.includes("%") || number > 1,
  );
  const found = new Map(listed.map(({ uuid, number }) => [uuid, toPercent(number, isPercent ? 1 : 100)]));
  for (const [uuid, row] of rows) {
    const value = row[share] ?? null;
    if (value !== null) found.set(uuid, value);
  }
  return found;
}

/** Points with the captain's own; points that replace the file's change those in proportion. */
export function scoringOf(points: number, row: Partial<ProjectionRow> | undefined, times = 1): Scoring {
  const captain = row?.captain?.points ?? null;
  if (captain === null) return { points };
  const own = { points: row!.points ?? points, captain: { times, points: captain } };
  return withPoints(own, points);
}

/** The player's slots in the file that are positions of the sport, joined; else the file's position. */
export function seatedPosition(
  sport: string,
  { position, slots }: Pick<Listing, "position" | "slots">,
): string {
  const named = (slots ?? []).filter((slot) => isPositionOf(sport, slot)).join("/");
  return named === "" || named === position || isSame(sport, named, position) ? position : named;
}

export function seatedElsewhere({ sport, entries }: Slate): number {
  return entries.filter((entry) => entry.kind === "player" && seatedPosition(sport, entry) !== entry.position)
    .length;
}

function isSame(sport: string, one: string, other: string): boolean {
  const [a, b] = [comparablePositions(sport, one), comparablePositions(sport, other)];
  return a.size === b.size && [...a].every((position) => b.has(position));
}

/**
 * `cap` replaces the contest's salary cap. `projections`: points by player GUID, instead of the file's
 * averages; `breakdowns`: how they were scored; `rows`: the players' rows from `matchProjections`, so that
 * portfolios can use the other columns.
 */
export interface SlateInputOptions {
  readonly cap?: number | undefined;
  readonly projections?: ReadonlyMap<string, number> | undefined;
  readonly breakdowns?: ReadonlyMap<string, readonly ScoredTerm[]> | undefined;
  readonly rows?: RowsOfPeople | undefined;
}

export interface SlateInputs {
  readonly sport: string;
  readonly body: LineupRequestInput;
  readonly projections: FantasyPerformanceDocument;
  /** Makes the book's published limits apply to the lineups too. */
  readonly origin: "book-file";
  /** They override the positions, which still count for stacks. */
  readonly seats: FileSeats;
  readonly facts: PoolFacts;
}

/**
 * Converts a slate to the optimizer's inputs. A player's projection is the given one or, if no projections
 * are given, the file's average points; it is null if the source has none for the player. `included` has
 * players and teams with their names and book ids, which lineups then contain. Usage:
 * `optimize({ ...slateInputs(slate) })`.
 */
export function slateInputs(slate: Slate, options: SlateInputOptions = {}): SlateInputs {
  const { cap, projections, breakdowns, rows = new Map() } = options;
  const { book, sport, contest, entries } = slate;
  const own = bookNamed(book);
  const starts = new Map<string, string | null>();
  for (const { game, startsAt } of entries) starts.set(game, starts.get(game) ?? startsAt);
  const games = new Map([...starts].map(([game, startsAt]) => [game, gameUuid(book, sport, game, startsAt)]));
  const teams = new Map<string, ResourceIdentifier>();
  for (const { team } of entries) if (!teams.has(team)) teams.set(team, teamIdentifier(book, sport, team));
  const teamOf = (team: string) => teams.get(team)!;
  const [players = [], defenses = []] = (["player", "team"] as const).map((kind) =>
    entries.filter((entry) => entry.kind === kind),
  );
  const salariesOf = ({ salary, captainSalary }: SlateEntry) => ({
    salary,
    ...(captainSalary !== null && { captainSalary }),
  });
  const projectionOf = (entry: SlateEntry): FantasyPerformance => {
    const game = games.get(entry.game)!;
    const uuid = projectionUuid(entry.uuid, game);
    const breakdown = breakdowns?.get(entry.uuid);
    const points = projections === undefined ? entry.averagePoints : projections.get(entry.uuid);
    const row = projections && rows.get(entry.uuid);
    const captain = points == null ? undefined : scoringOf(points, row).captain;
    const player = entry.kind === "player" ? { type: TYPES.player, id: resourceId(sport, entry) } : null;
    return {
      id: `/${sport}/v2/fantasy_performances/${uuid}`,
      type: "FantasyPerformance",
      attributes: {
        uuid,
        position: entry.position,
        [own.pointsAttribute]: points ?? null,
        ...(captain !== undefined && { [captainAttribute(own)]: captain.points }),
        ...(breakdown && carriedBreakdowns([[book, breakdown]])),
      },
      relationships: {
        player: { data: player },
        event: { data: { type: "Event", id: `/${sport}/v2/events/${game}` } },
        team: { data: teamOf(entry.team) },
      },
    };
  };
  return {
    sport,
    body: {
      book,
      contest,
      players: players.map((entry) => ({
        player: entry.uuid,
        position: [...(entry.tiers ?? []), seatedPosition(sport, entry)].join("/"),
        ...salariesOf(entry),
      })),
      teams: defenses.map((entry) => ({ team: entry.uuid, ...salariesOf(entry) })),
      games: [...new Set(games.values())],
      ...marksOf(slate, rows, headersOf(entries, rows)),
      ...(cap !== undefined && { cap }),
    },
    origin: "book-file",
    facts: poolFacts(slate, rows, new Map([...games].map(([name, uuid]) => [uuid, name]))),
    seats: {
      slotRow: slate.slotRow,
      slotsOf: new Map(players.flatMap(({ uuid, slots }) => (slots === null ? [] : [[uuid, slots]]))),
      startsOf: new Map(
        entries.flatMap(({ uuid, startsAt }) => (startsAt === null ? [] : [[uuid, startsAt]])),
      ),
    },
    projections: {
      data: entries.map(projectionOf),
      included: [...players.map((entry) => playerOf(sport, entry, teamOf(entry.team))), ...teamsOf(slate)],
    },
  };
}

function playerOf(sport: string, entry: SlateEntry, team: ResourceIdentifier): Resource {
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
    relationships: { team: { data: team } },
  };
}

/** Named after its defense if the pool has one. */
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

function teamIdentifier(book: Slate["book"], sport: string, team: string): ResourceIdentifier {
  return { type: TYPES.team, id: resourceId(sport, { kind: "team", uuid: teamUuid(book, sport, team) }) };
}
