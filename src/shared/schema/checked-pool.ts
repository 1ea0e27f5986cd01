import { deepFreeze } from "../deep-freeze.ts";
import { keptLists, readPlayers, readTeams } from "./plain-pool.ts";

/** Reads each list of a request's pool. Many requests share these lists. */
const READERS = { players: readPlayers, teams: readTeams } as const;

export type PoolField = keyof typeof READERS;
export const POOL_FIELDS = Object.keys(READERS) as readonly PoolField[];

/**
 * Parses and freezes one list of a pool that many requests share, so that it is not parsed again and derived
 * values can be cached. Null if the list is not plainly valid; the request's schema then decides.
 */
export function checkPoolList(field: PoolField, value: unknown): readonly object[] | null {
  const list = READERS[field](value);
  if (list !== null) keptLists.add(deepFreeze(list));
  return list;
}
