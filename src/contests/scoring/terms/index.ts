import type { ScoringTerm } from "../../../shared/schema/scoring.ts";
import type { LineKind, ScoredTerm, TermScorer } from "../breakdown.ts";
import type { StatValues } from "../line.ts";
import { scoreBracket } from "./bracket.ts";
import { scoreCategories } from "./categories.ts";
import { scorePerUnit } from "./per-unit.ts";
import { scoreSplit } from "./split.ts";
import { scoreThreshold } from "./threshold.ts";

const scorers: { readonly [Kind in ScoringTerm["kind"]]: TermScorer<Kind> } = {
  "per-unit": scorePerUnit,
  split: scoreSplit,
  threshold: scoreThreshold,
  categories: scoreCategories,
  bracket: scoreBracket,
};

/** The breakdown lines of one term. */
export function scoreTerm(term: ScoringTerm, values: StatValues, kind: LineKind): readonly ScoredTerm[] {
  // The table pairs each kind with its scorer, which TypeScript cannot express for an index of a union type.
  return (scorers[term.kind] as TermScorer<ScoringTerm["kind"]>)(term, values, kind);
}
