import type { ContestTable } from "../../catalog/contest-table.ts";
import { InfeasibleError } from "../../errors.ts";
import type { Optimizer } from "../../optimizer.ts";
import type { Portfolio } from "../../schema/portfolio.ts";
import type { PortfolioResult } from "../../schema/portfolio-result.ts";
import { hold, type Property, property } from "../property.ts";
import { type SmallRequest, smallRequest } from "../requests/small-request.ts";
import { portfolioOf } from "./portfolio.ts";

/** Sums are rounded to 4 decimals. */
const ROUNDED = 1e-3;

/**
 * A share that allows one lineup more is no worse: the bound of the looser portfolio is no less than the sum of the
 * tighter one, which it allows as well, and where a portfolio is proved best its sum is.
 */
export function looserShareProperty(optimizer: Optimizer, contest: ContestTable, runs: number): Property {
  return property<[SmallRequest, Portfolio]>({
    name: "a share loosened is no worse",
    runs,
    drawn: [smallRequest(contest, { teams: [6] }).map(roomy), portfolioOf(contest)],
    async check(tally, _runs, request, portfolio) {
      const tight = await portfolioResult(optimizer, request, portfolio);
      if (tight === null) return tally.add("infeasible");
      const loose = await portfolioResult(optimizer, request, loosened(portfolio));
      hold(loose !== null, () => "The looser portfolio has no lineups.");
      hold(
        loose.bound === null || loose.bound >= tight.sum - ROUNDED,
        () => `The looser portfolio is bounded by ${loose.bound}, but the tighter one sums to ${tight.sum}.`,
      );
      if (loose.bound !== null && loose.bound - loose.sum < ROUNDED) {
        hold(loose.sum >= tight.sum - ROUNDED, () => `The sum falls from ${tight.sum} to ${loose.sum}.`);
        tally.add("proved best");
      }
      tally.add("told");
    },
  });
}

/** The request with a cap that seldom binds, and without fields that leave few lineups. */
function roomy({ body, ...request }: SmallRequest): SmallRequest {
  const { include: _locks, exclude: _out, positions: _minimums, stack: _pairs, ...kept } = body;
  return { ...request, body: { ...kept, cap: Math.floor((body.cap ?? 0) * 1.2) }, excludedSlots: [] };
}

/** Every exposure allows one lineup more. */
function loosened(portfolio: Portfolio): Portfolio {
  const exposure = (portfolio.exposure ?? []).map((one) =>
    typeof one.most === "number" ? { ...one, most: one.most + 1 } : one,
  );
  return { ...portfolio, exposure };
}

async function portfolioResult(
  optimizer: Optimizer,
  { sport, body, projections, excludedSlots }: SmallRequest,
  portfolio: Portfolio,
): Promise<PortfolioResult | null> {
  try {
    const document = await optimizer.portfolio({
      ...{ sport, body, excludedSlots, portfolio },
      projections: { data: [...projections] },
    });
    return document.meta?.portfolio ?? null;
  } catch (error) {
    if (error instanceof InfeasibleError) return null;
    throw error;
  }
}
