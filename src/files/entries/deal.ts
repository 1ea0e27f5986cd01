import type { Deal } from "../../shared/schema/fields.ts";
import type { FileEntry } from "./read-entries.ts";

/** The portfolio and the lineup of an entry. */
export interface Dealt {
  readonly portfolio: number;
  /** The lineup's rank; the best lineup is 0. */
  readonly lineup: number;
}

/** The portfolios needed to fill the entries, and the lineup of each entry. */
export interface Dealing {
  /** The number of lineups in each portfolio. */
  readonly sizes: readonly number[];
  readonly entries: readonly Dealt[];
}

/**
 * Assigns lineups to entries in file order, the best first. A portfolio has one lineup per entry; with a
 * smaller `count`, its lineups repeat. A larger `count` has no effect, because the portfolio's shares would then count
 * lineups that are not entered.
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

/** Lineups added to each set's number when time is divided, because small sets take time too. */
const OWN_SHARE = 10;
/** The part of each later set's share of the time that stays reserved; most sets need less than a share. */
const KEPT_PART = 0.5;
/** The fraction of the limit that a set gets even if earlier sets took all of the time. */
const LEAST_PART = 0.02;

/**
 * Divides a time limit in milliseconds among sets that are solved one after another, by their numbers of lineups.
 * Call the function with a set's number when its solve starts: it returns the set's limit, in whole milliseconds.
 * Later sets have at least half of their share, and the unused time of earlier ones.
 */
export function dividedLimit(limit: number | undefined, sizes: readonly number[]) {
  if (limit === undefined) return () => undefined;
  const end = performance.now() + limit;
  let left = sizes.reduce((sum, size) => sum + size + OWN_SHARE, 0);
  return (size: number) => {
    const part = (size + OWN_SHARE) / left;
    left -= size + OWN_SHARE;
    const own = (1 - KEPT_PART * (1 - part)) * (end - performance.now());
    return Math.ceil(Math.max(LEAST_PART * limit, own));
  };
}
