import type { ScoringTerm } from "../../../shared/schema/scoring.ts";
import { notCounted, pay, presentValues, sum, type TermScorer } from "../breakdown.ts";
import type { StatValues } from "../line.ts";
import { poissonAtLeast } from "../poisson.ts";

/**
 * A bonus paid once if the stats' sum reaches the minimum. A projected line is paid the bonus times its
 * chance: the predicted one, else the Poisson tail of a count (for several counts, of their sum, assuming
 * independence).
 */
export const scoreThreshold: TermScorer<"threshold"> = (term, values, kind) => {
  const present = presentValues(term.stats, values);
  const chance = kind === "actual" ? reached(term, present) : projected(term, present, values);
  if (chance === null) return [];
  const { amount, note } = chance;
  return [{ term: term.label, stats: term.stats, amount, points: pay(amount, term.points), note }];
};

type Threshold = ScoringTerm & { kind: "threshold" };
type Chance = { readonly amount: number; readonly note: string | null };

function reached(term: Threshold, present: readonly number[]): Chance | null {
  return present.length === 0 ? null : { amount: sum(present) >= term.minimum ? 1 : 0, note: null };
}

function projected(term: Threshold, present: readonly number[], values: StatValues): Chance | null {
  const { probability, poisson } = term.projection;
  const predicted = probability === null ? undefined : values.get(probability);
  if (predicted !== undefined) return { amount: predicted, note: `chance predicted by ${probability}` };
  if (present.length === 0) return null;
  const missing = term.stats.filter((name) => !values.has(name));
  if (poisson && missing.length === 0) {
    const mean = sum(present);
    return { amount: poissonAtLeast(term.minimum, mean), note: `Poisson chance of ${term.minimum} or more` };
  }
  return { amount: 0, note: notCounted(poisson ? missing : [probability ?? "predicted chance"]) };
}
