import type { Deal } from "../../shared/schema/fields.ts";
import type { FileEntry } from "./read-entries.ts";

export interface Dealt {
  readonly portfolio: number;
  /** The best lineup is 0. */
  readonly lineup: number;
}

export interface Dealing {
  readonly sizes: readonly number[];
  readonly entries: readonly Dealt[];
}

/**
 * Assigns lineups to entries in file order, the best first. By `deal`, all entries share one portfolio
 * (`entries`), each contest has a portfolio of its own (`contest`), or all contests get the lineups of one
 * portfolio (`same`). A portfolio has one lineup for each entry that it fills (with `same`, for each entry of
 * the largest contest). With a smaller `count`, its lineups repeat; a larger `count` has no effect.
 */
export function dealLineups(
  entries: readonly Pick<FileEntry, "contestId" | "contestName">[],
  { deal = "entries", count }: { readonly deal?: Deal | undefined; readonly count?: number | undefined } = {},
): Dealing {
  const contests = new Map<string, number>();
  const places = entries.map(({ contestId, contestName }) => {
    const key = deal === "entries" ? "" : (contestId ?? contestName ?? "");
    const place = contests.get(key) ?? 0;
    contests.set(key, place + 1);
    return { contest: [...contests.keys()].indexOf(key), place };
  });
  const own = [...contests.values()];
  const sizes = (deal === "same" ? [Math.max(0, ...own)] : own).map((size) => Math.min(count ?? size, size));
  return {
    sizes,
    entries: places.map(({ contest, place }) => {
      const portfolio = deal === "same" ? 0 : contest;
      return { portfolio, lineup: place % sizes[portfolio]! };
    }),
  };
}

/** Small sets take time, too. */
const FIXED_LINEUPS = 10;
/** The part of the later sets' time that stays reserved for them: most sets need less than theirs. */
const KEPT_PART = 0.5;
/** What a set gets even if earlier sets used up all of the time. */
const LEAST_PART = 0.02;

/**
 * Divides a time limit in milliseconds among sets that are solved one after another, by their numbers of
 * lineups. Call the returned function with a set's number when its solve starts. Later sets keep at least
 * half of their time, and get what earlier ones did not use.
 */
export function dividedLimit(limit: number | undefined, sizes: readonly number[]) {
  if (limit === undefined) return () => undefined;
  const end = performance.now() + limit;
  let left = sizes.reduce((sum, size) => sum + size + FIXED_LINEUPS, 0);
  return (size: number) => {
    const part = (size + FIXED_LINEUPS) / left;
    left -= size + FIXED_LINEUPS;
    const own = (1 - KEPT_PART * (1 - part)) * (end - performance.now());
    return Math.ceil(Math.max(LEAST_PART * limit, own));
  };
}
