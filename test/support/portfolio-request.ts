import type { PortfolioRequest } from "../../src/optimizer/optimizer.ts";
import { POOLS } from "./portfolio-arbitraries.ts";
import { tinyFacts, tinyResources } from "./tiny-portfolio.ts";
import { tinyProjections, tinyRequest } from "./tiny-problem.ts";

export type Contest = "classic" | "showdown";

/** A request for a portfolio of a tiny pool, with all data of its files. */
export function requestOf(
  portfolio: unknown,
  contest: Contest = "classic",
  more: Partial<PortfolioRequest> = {},
): PortfolioRequest {
  const rows = POOLS[contest];
  return {
    sport: "tiny",
    body: tinyRequest(contest, rows),
    projections: { data: tinyProjections(rows), included: tinyResources(rows) },
    facts: tinyFacts(rows),
    portfolio: portfolio as PortfolioRequest["portfolio"],
    ...more,
  } as PortfolioRequest;
}
