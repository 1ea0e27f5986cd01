import type { Lock } from "../contests/problem/problem.ts";
import type { Exposure, Portfolio } from "../shared/schema/portfolio.ts";
import { findPerson, splitAtSlot } from "./named.ts";
import type { People, PoolFacts } from "./people.ts";
import { isWholeRange } from "./ranges.ts";

/** Entries with a more specific share, which replaces the shares of all players. */
export interface Replaced {
  /** Locked entries and those named by an exposure: exposure columns do not apply to these. */
  readonly byDescription: ReadonlySet<number>;
  /** The entries above and those limited by an exposure column: `each: player` does not apply to these. */
  readonly byAny: ReadonlySet<number>;
}

/**
 * Finds the entries with a share of their own. The plan and the check of finished portfolios both use this,
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

/** The single entry that an exposure names, in any slot; null for other exposures. */
export function entryNamed({ each, of, times = 1 }: Exposure, people: People): number | null {
  if (each !== undefined || times !== 1) return null;
  if (typeof of !== "string" && typeof of !== "number") return null;
  if (splitAtSlot(String(of)).slot !== null) return null;
  const found = findPerson(people, String(of));
  return found.kind === "person" && !found.asCaptain ? found.entry : null;
}
