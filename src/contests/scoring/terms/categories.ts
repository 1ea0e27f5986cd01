import { notCounted, pay, presentValues, type TermScorer } from "../breakdown.ts";

/**
 * A bonus paid once if enough of the stats reach the mark, such as a double-double; a projected line is paid
 * the bonus times its predicted chance.
 */
export const scoreCategories: TermScorer<"categories"> = (term, values, kind) => {
  const { stats, each } = term.of;
  const present = presentValues(stats, values);
  const line = (amount: number, note: string | null) => [
    { term: term.label, stats, amount, points: pay(amount, term.points), note },
  ];
  if (kind === "actual") {
    if (present.length === 0) return [];
    return line(present.filter((value) => value >= each).length >= term.count ? 1 : 0, null);
  }
  const { probability } = term.projection;
  const predicted = probability === null ? undefined : values.get(probability);
  if (predicted !== undefined) return line(predicted, `chance predicted by ${probability}`);
  return present.length === 0 ? [] : line(0, notCounted([probability ?? "predicted chance"]));
};
