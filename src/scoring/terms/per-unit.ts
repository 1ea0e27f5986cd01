import { pay, presentValues, sum, type TermScorer } from "../breakdown.ts";

/** So many points for each unit of the stats, predicted ones alike; a stat the line lacks adds nothing. */
export const scorePerUnit: TermScorer<"per-unit"> = (term, values) => {
  const present = presentValues(term.stats, values);
  if (present.length === 0) return [];
  const amount = sum(present);
  return [{ term: term.label, stats: term.stats, amount, points: pay(amount, term.points), note: null }];
};
