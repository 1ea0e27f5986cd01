/** Loaded with the first file: the start page needs no readers. */
import {
  contestsOfEntries,
  eveningOf,
  isSamePool,
  readAny,
  refuseStrangers,
  slotsFor,
  standingsFacts,
} from "dfs-lineups/browser";

// The build finds names in imports, not in re-exports.
export { contestsOfEntries, eveningOf, isSamePool, readAny, refuseStrangers, slotsFor, standingsFacts };
