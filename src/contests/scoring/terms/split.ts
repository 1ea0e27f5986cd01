import { pay, presentValues, type ScoredTerm, sum, type TermScorer } from "../breakdown.ts";

/** Remainders below this are rounding errors of sums. */
const ROUNDING = 1e-9;

/** Points by part; the excess of the whole over the given parts is of an unknown part. */
export const scoreSplit: TermScorer<"split"> = (term, values) => {
  const parts = term.parts.flatMap(({ label, stat, points }): ScoredTerm[] => {
    const amount = values.get(stat);
    return amount === undefined
      ? []
      : [{ term: label, stats: [stat], amount, points: pay(amount, points), note: null }];
  });
  const whole = values.get(term.whole);
  if (whole === undefined) return parts;
  const partStats = term.parts.map(({ stat }) => stat);
  const unknown = whole - sum(presentValues(partStats, values));
  const isAccounted = unknown <= ROUNDING;
  if (isAccounted && parts.length > 0) return parts;
  return [
    ...parts,
    {
      term: term.unknown.label,
      stats: [term.whole],
      amount: unknown,
      points: pay(unknown, term.unknown.points),
      note: isAccounted
        ? null
        : `at ${term.unknown.points} each, because the line has no ${partStats.join(", ")} for them`,
    },
  ];
};
