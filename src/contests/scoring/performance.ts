import type { ScoringTable } from "../../shared/schema/scoring.ts";
import { predictingStat, termStats } from "../catalog/term-stats.ts";
import { type LineKind, type ScoredTerm, sum } from "./breakdown.ts";
import { groupOf } from "./group.ts";
import { readStats, type StatLine } from "./line.ts";
import { missingStats, withMissing } from "./missing.ts";
import { scoreTerm } from "./terms/index.ts";

/** Options for scoring a stat line. */
export interface ScoreOptions {
  /** Whether the line is what happened or a prediction: bonuses are paid differently. */
  readonly kind: LineKind;
  /** One position, or several joined by `/`; selects the group of terms. */
  readonly position?: string | null;
  /** Whether the line is a player's or a team's; selects the group if no position is given. */
  readonly entry?: "player" | "team" | null;
  /** The JSON pointer of the line, a prefix of the pointers in errors; "" by default. */
  readonly pointer?: string;
}

/** The score of a stat line. */
export interface PerformanceScore {
  /** The group of terms that scored it; null if the table does not score the position. */
  readonly group: string | null;
  /** The breakdown's sum, unrounded; null if the line has none of the group's stats and cannot be scored. */
  readonly points: number | null;
  /** One line for each term of which the stat line has a stat or should have one, in the table's order. */
  readonly breakdown: readonly ScoredTerm[];
}

/**
 * Scores a stat line, such as a Performance's attributes, with a book's table. On an actual line a bonus is
 * paid if its threshold is reached. On a projected line its expectation is paid, or nothing, which its note
 * then explains.
 * @throws InvalidRequestError if a stat is not a number or several position groups fit the line.
 */
export function scorePerformance(
  table: ScoringTable,
  line: StatLine,
  options: ScoreOptions,
): PerformanceScore {
  const pointer = options.pointer ?? "";
  const values = readStats(table, line, pointer);
  const group = groupOf(table, values, {
    position: options.position ?? null,
    entry: options.entry ?? null,
    pointer,
  });
  if (group === null) return { group: null, points: null, breakdown: [] };
  const stats = group.terms.flatMap((term) => [...termStats(term), predictingStat(term) ?? []].flat());
  if (!stats.some((name) => values.has(name))) return { group: group.name, points: null, breakdown: [] };
  const missing = missingStats(table, line, values);
  const breakdown = group.terms.flatMap((term) =>
    withMissing(term, scoreTerm(term, values, options.kind), missing),
  );
  return { group: group.name, points: sum(breakdown.map(({ points }) => points)), breakdown };
}
