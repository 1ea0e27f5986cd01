import type { BookName } from "../books/index.ts";
import type { FantasyPerformance } from "../schema/performances.ts";
import type { ScoredTerm } from "./breakdown.ts";

/** The attribute of a projection that holds what its points are made of, by book. */
const ATTRIBUTE = "scoring";

/** The attributes of a projection that carry the breakdowns of its points. */
export function carriedBreakdowns(
  breakdowns: readonly (readonly [BookName, readonly ScoredTerm[]])[],
): Readonly<Record<string, unknown>> {
  return { [ATTRIBUTE]: Object.fromEntries(breakdowns) };
}

/** What a projection's points of a book are made of; null where they were not scored from a stat line. */
export function readBreakdown(
  attributes: FantasyPerformance["attributes"],
  book: BookName,
): readonly ScoredTerm[] | null {
  const carried = attributes[ATTRIBUTE];
  if (typeof carried !== "object" || carried === null) return null;
  const breakdown = (carried as Record<string, unknown>)[book];
  return Array.isArray(breakdown) ? (breakdown as readonly ScoredTerm[]) : null;
}
