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
 * smaller `count`, its lineups repeat. It is never larger, because its shares would then count lineups that
 * are not entered.
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
