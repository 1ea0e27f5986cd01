import { predictingStat, termStats } from "../catalog/term-stats.ts";
import type { ScoringTable } from "../schema/scoring.ts";
import { type LineKind, type ScoredTerm, sum } from "./breakdown.ts";
import { groupOf } from "./group.ts";
import { readStats, type StatLine } from "./line.ts";
import { missingStats, withMissing } from "./missing.ts";
import { scoreTerm } from "./terms/index.ts";

/** How a stat line is scored. */
export interface ScoreOptions {
  /** Whether the line tells what happened or what is predicted: bonuses are paid differently. */
  readonly kind: LineKind;
  /** One position, or several joined by `/`; picks the group of terms. */
  readonly position?: string | null;
  /** Whether the line is a player's or a team's; picks the group where no position is given. */
  readonly entry?: "player" | "team" | null;
  /** The JSON pointer of the line, which errors begin theirs with; "" by default. */
  readonly pointer?: string;
}

/** What a stat line is worth. */
export interface PerformanceScore {
  /** The group of terms it was scored by; null if the table scores no such position. */
  readonly group: string | null;
  /** The breakdown's sum, unrounded; null if the line has none of the group's stats, so that there is nothing to score. */
  readonly points: number | null;
  /**
   * A line for each term that the stat line has a stat of, or should have by what else it has, in the table's order.
   */
  readonly breakdown: readonly ScoredTerm[];
}

/**
 * Scores a stat line, such as a Performance's attributes, by a book's table. A bonus is paid on an actual line
 * when its threshold is reached; on a projected one in expectation, or not at all, and then its note says so.
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
