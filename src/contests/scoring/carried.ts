import type { BookName } from "../../shared/books/index.ts";
import type { FantasyPerformance } from "../../shared/schema/performances.ts";
import type { ScoredTerm } from "./breakdown.ts";

/** The attribute of a projection that holds the breakdown of its points, by book. */
const ATTRIBUTE = "scoring";

/** The attributes that add the breakdowns of its points to a projection. */
export function carriedBreakdowns(
  breakdowns: readonly (readonly [BookName, readonly ScoredTerm[]])[],
): Readonly<Record<string, unknown>> {
  return { [ATTRIBUTE]: Object.fromEntries(breakdowns) };
}

/** The breakdown of a projection's points for a book; null if they were not scored from a stat line. */
export function readBreakdown(
  attributes: FantasyPerformance["attributes"],
  book: BookName,
): readonly ScoredTerm[] | null {
  const carried = attributes[ATTRIBUTE];
  if (typeof carried !== "object" || carried === null) return null;
  const breakdown = (carried as Record<string, unknown>)[book];
  return Array.isArray(breakdown) ? (breakdown as readonly ScoredTerm[]) : null;
}
