import type { BookName } from "../../shared/books.ts";
import type { FantasyPerformance } from "../../shared/schema/performances.ts";

/** Whether a stat line is what happened or a prediction. */
export type LineKind = "actual" | "projected";

/** The points that one scoring term gives a stat line. */
export interface ScoredTerm {
  /** The scoring term's label in the table. */
  readonly term: string;
  readonly stats: readonly string[];
  /**
   * The sum of the stats. For a bonus: on an actual line 1 if it is paid, else 0; on a projected line its
   * chance.
   */
  readonly amount: number;
  readonly points: number;
  /** How a projected amount was found, or why nothing was counted; null if the figures need no note. */
  readonly note: string | null;
}

const ATTRIBUTE = "scoring";

/** The attributes to add to a projection so that it carries the breakdowns of its points. */
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
