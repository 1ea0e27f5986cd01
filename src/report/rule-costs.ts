import type { PortfolioResult } from "../shared/schema/portfolio-result.ts";

/** What a rule of a portfolio costs, in points. */
export interface ReportedCost {
  readonly pointer: string;
  readonly what: string;
  /** Mean points of a lineup without the rule; null if unknown. */
  readonly meanWithout: number | null;
  /** The difference to the mean with the rule. */
  readonly perLineup: number | null;
  /** Whether the time limit was reached, so that both may be larger. */
  readonly atLeast: boolean;
}

/** Treats the rounding difference of two equal means as 0, and never returns -0. */
function settled(points: number): number {
  return Math.round(points * 1e6) / 1e6 + 0;
}

/** The rules by cost, highest first; empty if costs were not requested. */
export function ruleCostsOf(portfolio: PortfolioResult | undefined, lineups: number): ReportedCost[] {
  if (portfolio?.costs === undefined || lineups === 0) return [];
  const mean = portfolio.sum / lineups;
  return portfolio.costs
    .map(({ pointer, what, meanWithout, atLeast = false }) => ({
      pointer,
      what,
      meanWithout,
      perLineup: meanWithout === null ? null : settled(meanWithout - mean),
      atLeast,
    }))
    .sort((a, b) => (b.perLineup ?? Number.NEGATIVE_INFINITY) - (a.perLineup ?? Number.NEGATIVE_INFINITY));
}

/** The mean and the cost of a rule, with points formatted by `text`. */
export function ruleCostCells(
  { meanWithout, perLineup, atLeast }: ReportedCost,
  text: (points: number) => string,
): [mean: string, cost: string] {
  const cell = (points: number | null) =>
    points === null ? "unknown" : `${atLeast ? "at least " : ""}${text(points)}`;
  return [cell(meanWithout), cell(perLineup)];
}
