import { buildModel } from "../constraints/readers/build-model.ts";
import type { AvoidedLineup } from "../portfolio/avoided.ts";
import { parsePortfolio } from "../portfolio/parse-portfolio.ts";
import type { PoolFacts } from "../portfolio/people.ts";
import { planPortfolio } from "../portfolio/plan.ts";
import type { FileSeats } from "../problem/file-seats.ts";
import type { Problem } from "../problem/problem.ts";
import type { FantasyPerformance } from "../schema/performances.ts";
import type { Portfolio } from "../schema/portfolio.ts";
import type { Resource } from "../schema/resource.ts";
import { type SwapInputs, type SwappedLineups, swapLineups } from "./swap-lineups.ts";

/** A request to swap entries, its problem read. */
interface SwapAsked extends Omit<SwapInputs, "startsOf"> {
  readonly portfolio?: Portfolio | undefined;
  readonly portfolioLines?: ReadonlyMap<string, number> | undefined;
  readonly facts?: PoolFacts | undefined;
  readonly avoided?: ReadonlyMap<string, readonly AvoidedLineup[]> | undefined;
  readonly seats?: FileSeats | undefined;
  readonly resources: readonly Resource[];
  readonly projections: readonly FantasyPerformance[];
}

/** Swaps entries under a portfolio, or with no more asked than that lineups differ. */
export function swapOf(
  problem: Problem,
  { portfolio, portfolioLines: lines, facts, avoided, resources, projections, seats, ...inputs }: SwapAsked,
  solve: Parameters<typeof swapLineups>[3],
): Promise<SwappedLineups> {
  const swap = { ...inputs, startsOf: seats?.startsOf };
  if (portfolio === undefined) {
    const model = buildModel(problem);
    return swapLineups(problem, { model, unique: 0, choices: null, avoid: [], shares: [] }, swap, solve);
  }
  const planned = planPortfolio(parsePortfolio(portfolio, lines), {
    problem,
    count: inputs.entries.length,
    resources,
    projections,
    facts,
    avoided,
    lines,
  });
  return swapLineups(planned.problem, planned.plan, swap, solve);
}
