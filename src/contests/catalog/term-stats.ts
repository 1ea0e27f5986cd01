import type { ScoringTerm } from "../../shared/schema/scoring.ts";

/** In the table's order, without those that predict it. */
export function termStats(term: ScoringTerm): readonly string[] {
  if (term.kind === "split") return [term.whole, ...term.parts.map(({ stat }) => stat)];
  if (term.kind === "categories") return term.of.stats;
  if (term.kind === "bracket" || term.kind === "place") return [term.stat];
  return term.kind === "per-unit" && term.minus ? [...term.stats, ...term.minus] : term.stats;
}

/** The stats that predict a term's points on a projected stat line. */
export function predictingStats(term: ScoringTerm): readonly string[] {
  if (term.kind === "place" && term.projection.expected !== null)
    return [term.projection.expected, ...chanceStats(term)];
  return chanceStats(term);
}

/** From 0 to 1. */
export function chanceStats(term: ScoringTerm): readonly string[] {
  if (term.kind === "place") return term.projection.chances.map(({ stat }) => stat);
  const probability = "projection" in term ? term.projection.probability : null;
  return probability === null ? [] : [probability];
}
