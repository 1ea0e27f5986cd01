import type { ScoringTable, ScoringTerm } from "../../shared/schema/scoring.ts";
import { termStats } from "../catalog/term-stats.ts";
import { notCounted, type ScoredTerm } from "./breakdown.ts";
import type { StatLine, StatValues } from "./line.ts";

/** The table's stats that the line should have, given its other stats, but lacks. */
export function missingStats(table: ScoringTable, line: StatLine, values: StatValues): ReadonlySet<string> {
  const has = (name: string) => Object.hasOwn(line, name) && typeof line[name] === "number";
  return new Set(
    table.stats
      .filter(({ name, expectedWith }) => !values.has(name) && expectedWith.some(has))
      .map(({ name }) => name),
  );
}

/** A term's breakdown lines, with a note if the term lacks a stat that the line should have. */
export function withMissing(
  term: ScoringTerm,
  lines: readonly ScoredTerm[],
  missing: ReadonlySet<string>,
): readonly ScoredTerm[] {
  const lacking = termStats(term).filter((name) => missing.has(name));
  if (lacking.length === 0) return lines;
  if (lines.length === 0)
    return [{ term: term.label, stats: termStats(term), amount: 0, points: 0, note: notCounted(lacking) }];
  return lines.map((line) => (line.note === null ? { ...line, note: countedWithout(lacking) } : line));
}

function countedWithout(missing: readonly string[]): string {
  return `counted without ${missing.join(" and ")}, which the line lacks`;
}
