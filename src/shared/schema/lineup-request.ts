import { books } from "../books.ts";
import { plainGuid } from "../guid-bytes.ts";
import { MAXIMUM_COUNT } from "./fields.ts";
import { parseInput, refuseProtoKeys } from "./parse.ts";
import { type FantasyPerformanceDocument, fantasyPerformanceDocumentSchema } from "./performances.ts";
import { hasOnly, isMoney, isName, isPlain, isWhole, listOf, readPlayers, readTeams } from "./plain.ts";
import { type LineupRequest, lineupRequestSchema, MOST_OF_A_POSITION } from "./request.ts";

/**
 * Parses a projections document. Plain, valid documents are accepted unchanged, about ten times as fast as
 * the schema copies them; the schema handles all others.
 * @throws InvalidRequestError whose source is the parameter `projections`.
 */
export function parseProjections(value: unknown): FantasyPerformanceDocument {
  if (isPlainProjections(value)) return value;
  return parseInput(fantasyPerformanceDocumentSchema, value, { parameter: "projections" });
}

/** True if the schema would certainly accept the document unchanged; if false, only the schema can decide. */
export function isPlainProjections(value: unknown): value is FantasyPerformanceDocument {
  if (!isPlain(value)) return false;
  const { links, meta, data, included } = value;
  return (
    (links === undefined || isPlain(links)) &&
    (meta === undefined || isPlain(meta)) &&
    isListOf(data, isProjection) &&
    (included === undefined || isListOf(included, isResource))
  );
}

function isListOf(value: unknown, test: (item: unknown) => boolean): boolean {
  if (!Array.isArray(value)) return false;
  for (let index = 0; index < value.length; index += 1) if (!test(value[index])) return false;
  return true;
}

const POINTS = books.map(({ pointsAttribute }) => pointsAttribute);

function isProjection(value: unknown): boolean {
  if (!isPlain(value)) return false;
  const { id, type, attributes, relationships } = value;
  if (typeof id !== "string" || type !== "FantasyPerformance") return false;
  if (!isPlain(attributes) || !isPlain(relationships)) return false;
  const { uuid, position, updatedAt } = attributes;
  if (typeof uuid !== "string" || !isTextOrNone(position) || !isTextOrNone(updatedAt)) return false;
  for (let index = 0; index < POINTS.length; index += 1) {
    const points = attributes[POINTS[index]!];
    if (points != null && !Number.isFinite(points)) return false;
  }
  const { player, event, team } = relationships;
  return isToOneOrNone(player) && isToOneOrNone(event) && isToOneOrNone(team);
}

function isTextOrNone(value: unknown): boolean {
  return value == null || typeof value === "string";
}

function isToOneOrNone(value: unknown): boolean {
  if (value == null) return true;
  if (!isPlain(value)) return false;
  const { data } = value;
  return (
    data == null || (isPlain(data) && typeof data["type"] === "string" && typeof data["id"] === "string")
  );
}

function isResource(value: unknown): boolean {
  if (!isPlain(value)) return false;
  const { id, type, attributes, relationships } = value;
  if (typeof id !== "string" || typeof type !== "string") return false;
  if (attributes !== undefined && !isPlain(attributes)) return false;
  return (
    relationships === undefined || (isPlain(relationships) && Object.values(relationships).every(isPlain))
  );
}

/**
 * Parses a lineup request's body. Plain, valid bodies are read by hand, fifteen times as fast as by the
 * schema; the schema handles all others.
 * @throws InvalidRequestError with one issue per fault.
 */
export function parseLineupRequest(body: unknown): LineupRequest {
  const plain = readPlainRequest(body);
  if (plain !== null) return plain;
  refuseProtoKeys(body);
  return parseInput(lineupRequestSchema, body);
}

const KEYS = Object.keys(lineupRequestSchema.shape);

/** The body as its schema would parse it; null if only the schema can decide whether it is valid. */
export function readPlainRequest(body: unknown): LineupRequest | null {
  if (!isPlain(body) || !hasOnly(body, KEYS)) return null;
  const { book, contest, cap, count, stack = false } = body;
  if (!isName(book) || !isName(contest) || typeof stack !== "boolean") return null;
  if (cap !== undefined && !isMoney(cap)) return null;
  if (count !== undefined && !isWhole(count, 1, MAXIMUM_COUNT)) return null;
  const include = readInclude(body["include"]);
  const exclude = readExclude(body["exclude"]);
  const players = readPlayers(body["players"]);
  const teams = readTeams(body["teams"]);
  const games = listOf(body["games"], plainGuid);
  const positions = readPositions(body["positions"]);
  if (!include || !exclude || !players || !teams || !games || !positions) return null;
  return {
    book,
    contest,
    include,
    exclude,
    players,
    teams,
    games,
    ...(cap !== undefined && { cap }),
    positions,
    ...(count !== undefined && { count }),
    stack,
  };
}

const LIST_KEYS = ["players", "teams"];

/**
 * Reads an object's optional lists `players` and `teams`; null if only the schema can decide whether it is
 * valid.
 */
function readLists<Player, Team>(
  value: unknown,
  readOne: (item: unknown) => Player | null,
  readOther: (item: unknown) => Team | null,
): { players: Player[]; teams: Team[] } | null {
  if (value === undefined) return { players: [], teams: [] };
  if (!isPlain(value) || !hasOnly(value, LIST_KEYS)) return null;
  const players = value["players"] === undefined ? [] : listOf(value["players"], readOne);
  const teams = value["teams"] === undefined ? [] : listOf(value["teams"], readOther);
  return players && teams && { players, teams };
}

function readInclude(value: unknown): LineupRequest["include"] | null {
  return readLists(
    value,
    (item) => readIncluded(item, "player"),
    (item) => readIncluded(item, "team"),
  );
}

function readIncluded<Who extends "player" | "team">(
  item: unknown,
  who: Who,
): ({ [Key in Who]: string } & { position?: string }) | null {
  if (!isPlain(item) || !hasOnly(item, [who, "position"])) return null;
  const guid = plainGuid(item[who]);
  const { position } = item;
  if (guid === null || (position !== undefined && !isName(position))) return null;
  return { [who]: guid, ...(position !== undefined && { position }) } as { [Key in Who]: string };
}

function readExclude(value: unknown): LineupRequest["exclude"] | null {
  return readLists(value, plainGuid, plainGuid);
}

function readPositions(value: unknown): LineupRequest["positions"] | null {
  if (value === undefined) return {};
  if (!isPlain(value)) return null;
  const positions: Record<string, number> = {};
  for (const [name, minimum] of Object.entries(value)) {
    if (name === "__proto__" || !isName(name) || !isWhole(minimum, 0, MOST_OF_A_POSITION)) return null;
    positions[name] = minimum;
  }
  return positions;
}
