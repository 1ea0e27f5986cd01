import { buildModel } from "../constraints/readers/build-model.ts";
import type { AvoidedLineup } from "../portfolio/avoided.ts";
import { portfolioResult } from "../portfolio/outcome.ts";
import { parsePortfolio } from "../portfolio/parse-portfolio.ts";
import type { PoolFacts } from "../portfolio/people.ts";
import { Findings, type Lines } from "../portfolio/places.ts";
import { type PlannedPortfolio, planPortfolio } from "../portfolio/plan.ts";
import type { FileSeats } from "../problem/file-seats.ts";
import type { Problem } from "../problem/problem.ts";
import type { FantasyPerformance } from "../schema/performances.ts";
import type { Portfolio } from "../schema/portfolio.ts";
import type { PortfolioResult } from "../schema/portfolio-result.ts";
import type { Resource } from "../schema/resource.ts";
import { type SwapInputs, type SwappedLineups, type SwapTogether, swapLineups } from "./swap-lineups.ts";

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
export async function swapOf(
  problem: Problem,
  { portfolio, portfolioLines: lines, facts, avoided, resources, projections, seats, ...inputs }: SwapAsked,
  solve: Parameters<typeof swapLineups>[3],
): Promise<SwappedLineups> {
  const swap = { ...inputs, startsOf: seats?.startsOf };
  if (portfolio === undefined) {
    const model = buildModel(problem);
    const plain = { model, unique: 0, choices: null, avoid: [], shares: [], method: "joint" } as const;
    const { swapped } = await swapLineups(problem, plain, swap, solve);
    return { ...swapped, portfolio: null };
  }
  const description = parsePortfolio(portfolio, lines);
  refuseDraws(description, lines);
  const planned = planPortfolio(description, {
    problem,
    count: inputs.entries.length,
    resources,
    projections,
    facts,
    avoided,
    lines,
  });
  const { plan, method } = planned;
  const { swapped, together } = await swapLineups(planned.problem, { ...plan, method }, swap, solve);
  return { ...swapped, portfolio: resultOf(planned, swapped, together) };
}

/** Draws would give every entry other points than it was built for, and so change it without any news. */
function refuseDraws({ points }: Portfolio, lines: Lines | undefined): void {
  if (points?.random === undefined) return;
  const findings = new Findings(lines);
  findings.refuse(
    "invalid-random",
    ["points", "random"],
    "draws points anew for each lineup, so that every entry would change without news. Remove it for a swap.",
  );
  findings.throwIfAny();
}

/** What the portfolio came to over all entries, and what of it the locked seats leave unkept. */
function resultOf(
  planned: PlannedPortfolio,
  { bound }: Pick<SwappedLineups, "bound">,
  { lineups, alike }: SwapTogether,
): PortfolioResult {
  const { points } = planned.plan.model.picks;
  const result = portfolioResult(planned, {
    lineups: lineups.map((picks) => ({ picks, points: picks.reduce((sum, pick) => sum + points[pick]!, 0) })),
    bound: null,
    prices: null,
  });
  const unkept = [
    ...result.shares
      .filter(({ lineups: held, least, most }) => held < least || held > most)
      .map(
        ({ what, asked, lineups: held }) => `${what} is in ${held} of ${lineups.length}, ${asked} asked for`,
      ),
    ...(alike === 0 ? [] : [`${alike} ${alike === 1 ? "pair" : "pairs"} of lineups are too much alike`]),
  ];
  return {
    ...result,
    bound,
    gap: bound === null ? null : Math.max(0, bound - result.sum) / Math.abs(bound),
    ...(unkept.length > 0 && {
      shortfall: { reason: `Not all of the portfolio is kept: ${unkept.join("; ")}.`, isProved: false },
    }),
  };
}
