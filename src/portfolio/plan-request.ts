import type { Problem } from "../contests/problem/problem.ts";
import type { FantasyPerformanceDocument } from "../shared/schema/performances.ts";
import type { Portfolio } from "../shared/schema/portfolio.ts";
import type { AvoidedLineup } from "./avoided.ts";
import type { DrawSourceOf, PlanInputs } from "./description.ts";
import { parsePortfolio } from "./parse-portfolio.ts";
import type { PoolFacts } from "./people.ts";
import { type PlannedPortfolio, planPortfolio } from "./plan.ts";

/** The portfolio fields of a request. */
export interface DescribedRequest {
  readonly portfolio?: unknown;
  /**
   * The line of each field of the description, by JSON pointer as from `readPortfolio`, for error messages.
   */
  readonly portfolioLines?: ReadonlyMap<string, number> | undefined;
  /** Further facts from the pool's files, as from `slateInputs`: extra columns, exposures and games. */
  readonly facts?: PoolFacts | undefined;
  /** Lineups entered earlier, by the file names that the description's `avoid` lists. */
  readonly avoided?: ReadonlyMap<string, readonly AvoidedLineup[]> | undefined;
}

/** The slate of a request: its problem and the document of its projections. */
export interface PlannedSlate {
  readonly problem: Problem;
  readonly projections: FantasyPerformanceDocument;
  /** Returns the source of random draws; see `PlanInputs`. */
  readonly drawSourceOf?: DrawSourceOf | undefined;
}

/**
 * Plans the portfolio of a request for its slate; `countOf` returns the number of lineups.
 * @throws InvalidRequestError as `parsePortfolio` and `planPortfolio`
 */
export function planRequest(
  {
    portfolio = {},
    portfolioLines: lines,
    facts,
    avoided,
    earlier,
    closed,
  }: DescribedRequest & Pick<PlanInputs, "closed" | "earlier">,
  { problem, projections, drawSourceOf }: PlannedSlate,
  countOf: (description: Portfolio) => number,
): { readonly description: Portfolio; readonly inputs: PlanInputs; readonly planned: PlannedPortfolio } {
  const description = parsePortfolio(portfolio, lines);
  const inputs: PlanInputs = {
    problem,
    count: countOf(description),
    resources: projections.included ?? [],
    projections: projections.data,
    facts,
    avoided,
    earlier,
    closed,
    lines,
    drawSourceOf,
  };
  return { description, inputs, planned: planPortfolio(description, inputs) };
}
