import { deepFreeze } from "../shared/deep-freeze.ts";
import { keptLists, readPlayers, readTeams } from "./plain-pool.ts";

/** How the lists of a request's pool are read, which many requests have in common. */
const READERS = { players: readPlayers, teams: readTeams } as const;

export type PoolField = keyof typeof READERS;
export const POOL_FIELDS = Object.keys(READERS) as readonly PoolField[];

/**
 * A list of a pool that many requests will share, in this field alone: parsed once and frozen, so that it is never parsed
 * again and what is made of it may be kept. Null for a list that is not plainly sound, which the request's schema has to
 * judge.
 */
export function checkPoolList(field: PoolField, value: unknown): readonly object[] | null {
  const list = READERS[field](value);
  if (list !== null) keptLists.add(deepFreeze(list));
  return list;
}
