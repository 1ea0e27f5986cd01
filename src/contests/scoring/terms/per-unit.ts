import { pay, presentValues, sum, type TermScorer } from "../breakdown.ts";

/** Points for each unit of the stats, on actual and projected lines alike; a missing stat adds nothing. */
export const scorePerUnit: TermScorer<"per-unit"> = (term, values) => {
  const present = presentValues(term.stats, values);
  if (present.length === 0) return [];
  const amount = sum(present);
  return [{ term: term.label, stats: term.stats, amount, points: pay(amount, term.points), note: null }];
};
