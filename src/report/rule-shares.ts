import type { PortfolioResult, PortfolioShareResult } from "../schema/portfolio-result.ts";
import { percentOf } from "./percent.ts";

/** What became of an exposure or a rule of a portfolio, and what it cost. */
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
  /** Points that the sum's bound would gain if one percent more of the lineups were allowed; null where unknown. */
  readonly perPercent: number | null;
}

/** Shares that no player's exposure shows, those that cost most first, then in the description's order. */
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

/** The first share of each single player, by uuid, and all others. */
export function splitShares(portfolio: PortfolioResult | undefined): {
  readonly ofPlayers: ReadonlyMap<string, PortfolioShareResult>;
  readonly others: readonly PortfolioShareResult[];
} {
  const ofPlayers = new Map<string, PortfolioShareResult>();
  const others: PortfolioShareResult[] = [];
  for (const share of portfolio?.shares ?? []) {
    if (share.uuid === undefined || ofPlayers.has(share.uuid)) others.push(share);
    else ofPlayers.set(share.uuid, share);
  }
  return { ofPlayers, others };
}

/** A price per lineup as one per percent of the lineups. */
export function perPercent(price: number | null, lineups: number): number | null {
  return price === null ? null : (price * lineups) / 100;
}
