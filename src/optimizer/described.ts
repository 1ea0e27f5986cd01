import type { Catalog } from "../contests/catalog/catalog.ts";
import type { ReadRequest } from "../contests/problem/read-request.ts";
import { asksForDraws } from "../portfolio/random-points.ts";
import { DEFAULT_COUNT } from "../shared/schema/fields.ts";
import type { DescribedPortfolio, DrawnDescription } from "../simulation/described-portfolio.ts";
import type { PortfolioOptions, PortfolioRequest, SimulateRequest } from "./contract.ts";
import { checkedCount } from "./options.ts";

/** Joins a portfolio request, its slate as read, and the settings of its options into plain data to solve. */
export async function describedOf(
  { portfolio: description, portfolioLines, facts, avoided, seats, count, ...request }: PortfolioRequest,
  { body, problem, projections }: ReadRequest,
  settings: Pick<PortfolioOptions, "gap" | "onShortfall" | "onInterrupt" | "costs" | "include" | "updatedAt">,
  { solver, catalog }: { readonly solver: DescribedPortfolio["solver"]; readonly catalog: Catalog },
): Promise<DescribedPortfolio> {
  return {
    ...{ portfolio: description, portfolioLines, facts, avoided, startsOf: seats?.startsOf },
    slate: { problem, projections },
    count: count === undefined ? undefined : checkedCount(count),
    defaultCount: body.count ?? DEFAULT_COUNT,
    drawn: asksForDraws(description) ? await drawnDescription(request, body.contest, catalog) : undefined,
    ...settings,
    solver,
    include: settings.include ?? [],
    updatedAt: settings.updatedAt ?? new Date(),
  };
}

/**
 * Reads how points are drawn, for a portfolio description that asks for drawn points (see `asksForDraws`).
 * @throws UnknownScoringError for a sport without a table of outcomes
 */
async function drawnDescription(
  request: SimulateRequest,
  contest: string,
  catalog: Catalog,
): Promise<DrawnDescription> {
  const { readSimulated, readSpreadTerms } = await import("./spread-terms.ts");
  if (request.simulated !== undefined) return { simulated: readSimulated(request) };
  const { tableOf } = await import("./drawn-slates.ts");
  return { ...readSpreadTerms(request), table: await tableOf(request, contest, catalog) };
}
