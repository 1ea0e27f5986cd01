import type { PortfolioReport } from "../../portfolio/outcome.ts";
import { gapText } from "./portfolio-figures.ts";

/** How far a portfolio has come, in few words: they share a line with the seconds. */
export function portfolioProgress(report: PortfolioReport | null): string {
  if (report === null) return "building the portfolio";
  const { lineups, asked, sum, bound, gap, costs } = report;
  if (costs !== undefined) return `${asked} lineups, what ${costs.done + 1} of ${costs.of} rules cost`;
  const points = (what: string, value: number | null) =>
    value === null ? "" : `, ${what} ${value.toLocaleString("en-US", { maximumFractionDigits: 1 })}`;
  return `${lineups}/${asked} lineups${points("sum", sum)}${points("bound", bound)}${gap === null ? "" : `, gap ${gapText(gap)}`}`;
}
