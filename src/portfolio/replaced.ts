import type { Lock } from "../contests/problem/problem.ts";
import type { Exposure, Portfolio } from "../shared/schema/portfolio.ts";
import { findPerson, splitAtSlot } from "./named.ts";
import type { People, PoolFacts } from "./people.ts";
import { isWholeRange } from "./ranges.ts";

/** Entries that have a share of their own, in place of what others say of everybody. */
export interface Replaced {
  /** Locked, or named by an exposure: an exposure column says nothing of these. */
  readonly byDescription: ReadonlySet<number>;
  /** These, and entries that an exposure column limits: `each: player` says nothing of these. */
  readonly byAny: ReadonlySet<number>;
}

/**
 * Which entries have a share of their own. The plan and the check of finished portfolios both ask this, so that the
 * description means the same in both.
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

/** The entry that an exposure names by itself, in any slot; null where it is about anything else. */
export function entryNamed({ each, of, times = 1 }: Exposure, people: People): number | null {
  if (each !== undefined || times !== 1) return null;
  if (typeof of !== "string" && typeof of !== "number") return null;
  if (splitAtSlot(String(of)).slot !== null) return null;
  const found = findPerson(people, String(of));
  return found.kind === "person" && !found.asCaptain ? found.entry : null;
}
