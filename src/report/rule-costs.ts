import type { PortfolioResult } from "../schema/portfolio-result.ts";

/** What a rule of a portfolio costs. Points. */
export interface ReportedCost {
  readonly pointer: string;
  readonly what: string;
  /** Mean of a lineup without the rule; null where it is unknown. */
  readonly meanWithout: number | null;
  /** By how much that is more than with it. */
  readonly perLineup: number | null;
  /** Whether time ran out, so that both may be greater. */
  readonly atLeast: boolean;
}

/** Means are rounded each for itself; what that leaves between equal ones is nothing, and no -0 either. */
function settled(points: number): number {
  return Math.round(points * 1e6) / 1e6 + 0;
}

/** The rules that cost most first; empty where costs were not asked for. */
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

/** The mean and the cost of a rule as `text` writes points. */
export function ruleCostCells(
  { meanWithout, perLineup, atLeast }: ReportedCost,
  text: (points: number) => string,
): [mean: string, cost: string] {
  const cell = (points: number | null) =>
    points === null ? "unknown" : `${atLeast ? "at least " : ""}${text(points)}`;
  return [cell(meanWithout), cell(perLineup)];
}
