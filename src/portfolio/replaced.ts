import type { Lock } from "../contests/problem/problem.ts";
import type { Exposure, Portfolio } from "../shared/schema/portfolio.ts";
import { findPerson, splitAtSlot } from "./named.ts";
import type { People, PoolFacts } from "./people.ts";
import { isWholeRange } from "./ranges.ts";

/** Players with a limit of their own, which replaces limits for all players; indices in the pool. */
export interface Replaced {
  /**
   * Players with a lock or an exposure in the description: the file's exposure columns do not apply to them.
   */
  readonly byDescription: ReadonlySet<number>;
  /**
   * Players in `byDescription` or with a limit in an exposure column: `each: player` does not apply to them.
   */
  readonly byAny: ReadonlySet<number>;
}

/**
 * Finds the players with a limit of their own. The plan and the check of finished portfolios both use this,
 * so that they read the description in the same way.
 */
export function replacedOf(
  exposures: Portfolio["exposure"],
  locks: readonly Lock[],
  people: People,
  facts: PoolFacts | undefined,
): Replaced {
  const named = (exposures ?? []).flatMap((exposure) => entryNamed(exposure, people) ?? []);
  const byDescription = new Set([...locks.map(({ entry }) => entry), ...named]);
  const columns = facts?.exposures;
  const limited = people.all.flatMap(({ uuid }, entry) => {
    const column = columns?.get(uuid);
    return column === undefined || isWholeRange(column) ? [] : [entry];
  });
  return { byDescription, byAny: new Set([...byDescription, ...limited]) };
}

/** The index of the one player that an exposure names without a slot; null for other exposures. */
export function entryNamed({ each, of, times = 1 }: Exposure, people: People): number | null {
  if (each !== undefined || times !== 1) return null;
  if (typeof of !== "string" && typeof of !== "number") return null;
  if (splitAtSlot(String(of)).slot !== null) return null;
  const found = findPerson(people, String(of));
  return found.kind === "person" && !found.asCaptain ? found.entry : null;
}
