import type { FileEntry } from "./read-entries.ts";

/**
 * How lineups are dealt out: `entries`, one portfolio over all entries; `contest`, one of its own for each contest;
 * `same`, the same lineups for every contest.
 */
export const DEALS = ["entries", "contest", "same"] as const;

/** One of the ways in which lineups are dealt out. */
export type Deal = (typeof DEALS)[number];

/** Which lineup of which portfolio an entry gets. */
export interface Dealt {
  readonly portfolio: number;
  /** By rank, the best lineup being 0. */
  readonly lineup: number;
}

/** What it takes to fill entries, and who gets what. */
export interface Dealing {
  /** How many lineups each portfolio has. */
  readonly sizes: readonly number[];
  /** One for each entry. */
  readonly entries: readonly Dealt[];
}

/**
 * Deals lineups out to entries in the order of the file, the best first. A portfolio has a lineup for each of its entries,
 * or `count` where that is fewer: its lineups go round then. It never has more than are entered, as its shares would
 * count lineups that are not.
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
