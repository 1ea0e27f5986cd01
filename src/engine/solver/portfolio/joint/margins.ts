import type { PortfolioLineup, PortfolioPlan, PortfolioSolution } from "../../../model/portfolio-plan.ts";
import { type Column, columnsOf } from "./columns.ts";
import { type Prices, worthOf } from "./prices.ts";

/**
 * What other numbers of lineups with an entry would change, estimated at the prices of a bound. A lineup that leaves is
 * replaced by the best known one that is not chosen; one more lineup with an entry replaces the worst chosen one.
 */
export function marginsOf(
  plan: PortfolioPlan,
  columns: readonly Column[],
  lineups: readonly PortfolioLineup[],
  prices: Prices,
): Pick<PortfolioSolution, "gains" | "margins"> {
  const columnOf = columnsOf(plan);
  const chosen = lineups.map(({ picks }) => columnOf(picks));
  const worths = chosen.map((column) => worthOf(prices, column));
  const worst = Math.min(...worths);
  const isChosen = new Set(chosen.map(({ key }) => key));
  const { entries: size, picks } = plan.model;
  const gains = new Float64Array(size).fill(Number.NaN);
  let next = Number.NEGATIVE_INFINITY;
  for (const column of columns) {
    if (isChosen.has(column.key)) continue;
    const worth = worthOf(prices, column);
    next = Math.max(next, worth);
    const gain = Math.min(0, worth - worst);
    for (const entry of column.entries)
      gains[entry] = Number.isNaN(gains[entry]) ? gain : Math.max(gain, gains[entry]!);
  }
  // A limit of an entry's own gives way to the other number of lineups.
  for (const { row, amount } of prices.list) {
    if (row.kind !== "picks" || row.share?.plain?.passes !== "some") continue;
    const [entry, ...more] = new Set(Array.from(row.picks, (pick) => picks.entry[pick]!));
    if (more.length === 0) gains[entry!]! += amount;
  }
  const margins = Float64Array.from(worths, (worth) =>
    next === Number.NEGATIVE_INFINITY ? Number.NaN : Math.max(0, worth - next),
  );
  return { gains, margins };
}
