import { plainGuid } from "./guid.ts";
import { hasOnly, isName, isPlain, isWhole, listOf } from "./plain.ts";
import { type LineupRequest, MOST_MONEY } from "./request.ts";

/** Frozen lists that were already read by their field's function. */
export const keptLists = new WeakSet<object>();

/** Returns a kept list unchanged; otherwise reads it with `read`. */
function keptOr<List extends readonly object[]>(
  value: unknown,
  read: (item: unknown) => List[number] | null,
): List | null {
  return (keptLists.has(value as object) ? value : listOf(value, read)) as List | null;
}

/** The pool's players as their schema would parse them; null if they are not plainly valid. */
export function readPlayers(value: unknown): LineupRequest["players"] | null {
  return keptOr(value, readPlayer);
}

/** Like `readPlayers`, for the pool's team defenses; empty without a list. */
export function readTeams(value: unknown): LineupRequest["teams"] | null {
  return value === undefined ? NO_TEAMS : keptOr(value, readTeam);
}

/** The shared empty list. */
const NO_TEAMS: LineupRequest["teams"] = Object.freeze([]);

const PLAYER_KEYS = ["player", "salary", "position", "captainSalary"];

function readPlayer(item: unknown): LineupRequest["players"][number] | null {
  if (!isPlain(item) || !hasOnly(item, PLAYER_KEYS)) return null;
  const { salary, position, captainSalary } = item;
  const player = plainGuid(item["player"]);
  if (player === null || !isMoney(salary) || !isName(position)) return null;
  if (captainSalary === undefined) return { player, salary, position };
  return isMoney(captainSalary) ? { player, salary, position, captainSalary } : null;
}

const TEAM_KEYS = ["team", "salary", "captainSalary"];

function readTeam(item: unknown): LineupRequest["teams"][number] | null {
  if (!isPlain(item) || !hasOnly(item, TEAM_KEYS)) return null;
  const { salary, captainSalary } = item;
  const team = plainGuid(item["team"]);
  if (team === null || !isMoney(salary)) return null;
  if (captainSalary === undefined) return { team, salary };
  return isMoney(captainSalary) ? { team, salary, captainSalary } : null;
}

export function isMoney(value: unknown): value is number {
  return isWhole(value, 0, MOST_MONEY);
}
