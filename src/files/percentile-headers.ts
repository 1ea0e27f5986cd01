import { type BookName, bookNamed, books } from "../shared/books/index.ts";
import { headerKey } from "../shared/header-key.ts";

/** What a floor and a ceiling stand for. */
export const FLOOR_AND_CEILING = {
  floor: 15,
  ceiling: 85,
  source:
    "FantasyLabs, Understanding Ceiling Projections for NFL DFS Tournaments: a player meets or surpasses his ceiling 15 times of 100 and scores under his floor 15 times; 4for4, NFL DFS Floor & Ceiling Projections: 85% are at least the floor, 15% at least the ceiling.",
} as const;

/** `dk_25_percentile`, `25th Percentile`, `90th Pct`, `P90`, `dk_p90`, `Percentile 90`, once punctuation is gone. */
const HEADER =
  /^(?<site>[a-z]*?)(?:p(\d{2})|(\d{1,2})(?:st|nd|rd|th)?(?:percentile|pctile|pctl|pct)|percentile(\d{1,2}))$/;

/** Which percentile a column states, of points at this book; null for any other column. */
export function percentileOf(header: string, book: BookName): number | null {
  const found = HEADER.exec(headerKey(header));
  if (found === null) return null;
  const [, site, ...numbers] = found;
  const isOfAll = site === "" || site === "points" || site === "proj" || site === "fpts";
  if (!isOfAll && site !== bookNamed(book).site && site !== bookNamed(book).vendor.toLowerCase()) return null;
  const at = Number(numbers.find((number) => number !== undefined));
  return at > 0 ? at : null;
}

/** Whether a header names the book, in a file that may have both. */
export function namesBook(header: string): boolean {
  return books.some(({ site }) => headerKey(header).startsWith(site));
}
