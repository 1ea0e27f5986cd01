import type { ScoringTerm } from "../../shared/schema/scoring.ts";

/** The stats a term scores, except the stat that predicts it; in the table's order. */
export function termStats(term: ScoringTerm): readonly string[] {
  if (term.kind === "split") return [term.whole, ...term.parts.map(({ stat }) => stat)];
  if (term.kind === "categories") return term.of.stats;
  return term.kind === "bracket" ? [term.stat] : term.stats;
}

/** The stat that predicts the chance of a bonus; null if the term has none. */
export function predictingStat(term: ScoringTerm): string | null {
  return "projection" in term ? term.projection.probability : null;
}
