import type { ScoringTerm } from "../../schema/scoring.ts";
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

/** One term's lines of the breakdown. */
export function scoreTerm(term: ScoringTerm, values: StatValues, kind: LineKind): readonly ScoredTerm[] {
  // The table pairs each kind with its own scorer, which an index by a union cannot express.
  return (scorers[term.kind] as TermScorer<ScoringTerm["kind"]>)(term, values, kind);
}
