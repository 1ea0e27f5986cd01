import { BOOK_NAMES } from "../books/index.ts";
import { plainGuid } from "../guid-bytes.ts";
import { MAXIMUM_COUNT } from "./fields.ts";
import { parseInput, refuseProtoKeys } from "./parse.ts";
import { hasOnly, isMoney, isName, isPlain, isWhole, listOf, readPlayers, readTeams } from "./plain.ts";
import { type LineupRequest, lineupRequestSchema, MOST_OF_A_POSITION } from "./request.ts";

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

/** The body as its schema would parse it; null if it is not plainly valid. */
export function readPlainRequest(body: unknown): LineupRequest | null {
  if (!isPlain(body) || !hasOnly(body, KEYS)) return null;
  const { book, contest, cap, count, stack = false } = body;
  if (!BOOKS.has(book) || !isName(contest) || typeof stack !== "boolean") return null;
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
    book: book as LineupRequest["book"],
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

const BOOKS = new Set<unknown>(BOOK_NAMES);

const LIST_KEYS = ["players", "teams"];

/** The two optional lists of an object, each read by its own function. */
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
