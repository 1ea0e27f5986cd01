import { notCounted, type TermScorer } from "../breakdown.ts";
import { poissonAtLeast } from "../poisson.ts";

/**
 * The points of the bracket that contains the count. A projected count is a mean: the line is paid the
 * expectation over the brackets of a Poisson count with that mean. A line without the count is paid nothing,
 * with a note, since 0 would be in a bracket too.
 */
export const scoreBracket: TermScorer<"bracket"> = (term, values, kind) => {
  const amount = values.get(term.stat);
  const line = (points: number, note: string | null) => [
    { term: term.label, stats: [term.stat], amount: amount ?? 0, points, note },
  ];
  if (amount === undefined) return line(0, notCounted([term.stat]));
  const paid = (chanceOf: (from: number) => number) =>
    term.brackets.reduce((points, { from, points: own }, at) => {
      const next = term.brackets[at + 1];
      return points + own * (chanceOf(from) - (next === undefined ? 0 : chanceOf(next.from)));
    }, 0);
  if (kind === "projected") {
    return line(
      paid((from) => poissonAtLeast(from, amount)),
      "expectation of a Poisson count",
    );
  }
  return line(
    paid((from) => (from <= Math.max(amount, 0) ? 1 : 0)),
    null,
  );
};
