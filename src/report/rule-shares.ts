import type { PortfolioResult, PortfolioShareResult } from "../shared/schema/portfolio-result.ts";
import { percentOf } from "./numbers.ts";

/** The result of an exposure or a rule of a portfolio, and its cost. */
export interface RuleShare {
  readonly pointer: string;
  readonly what: string;
  readonly asked: string;
  readonly lineups: number;
  /** Percent of the lineups. */
  readonly share: number;
  readonly least: number;
  readonly most: number;
  readonly boundBy: "least" | "most" | null;
  /**
   * Points that the sum's bound would gain if one percent more of the lineups were allowed; null if unknown.
   */
  readonly perPercent: number | null;
}

/** The shares that no player's exposure shows, by cost, then in the description's order. */
export function ruleSharesOf(portfolio: PortfolioResult | undefined, lineups: number): RuleShare[] {
  return splitShares(portfolio)
    .others.map(({ pointer, what, asked, lineups: held, least, most, boundBy, price }) => ({
      pointer,
      what,
      asked,
      lineups: held,
      share: percentOf(held, lineups),
      least,
      most,
      boundBy,
      perPercent: perPercent(price, lineups),
    }))
    .sort((a, b) => (b.perPercent ?? 0) - (a.perPercent ?? 0));
}

/** The tightest share of each single player, by uuid, and all others except those that always hold. */
export function splitShares(portfolio: PortfolioResult | undefined): {
  readonly ofPlayers: ReadonlyMap<string, PortfolioShareResult>;
  readonly others: readonly PortfolioShareResult[];
} {
  const shares = portfolio?.shares ?? [];
  const ofPlayers = new Map<string, PortfolioShareResult>();
  for (const share of shares) {
    if (share.uuid === undefined) continue;
    const known = ofPlayers.get(share.uuid);
    if (known === undefined || isTighter(share, known)) ofPlayers.set(share.uuid, share);
  }
  const others = shares.filter((share) => {
    const shown = share.uuid === undefined ? undefined : ofPlayers.get(share.uuid);
    return shown === undefined || share.least > shown.least || share.most < shown.most;
  });
  return { ofPlayers, others };
}

/** Whether only this share is reached, or else allows a smaller range of lineups. */
function isTighter(one: PortfolioShareResult, other: PortfolioShareResult): boolean {
  const [isReached, isOtherReached] = [one.boundBy !== null, other.boundBy !== null];
  if (isReached !== isOtherReached) return isReached;
  return one.most - one.least < other.most - other.least;
}

/** Converts a price per lineup to a price per percent of the lineups. */
export function perPercent(price: number | null, lineups: number): number | null {
  return price === null ? null : (price * lineups) / 100;
}

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
