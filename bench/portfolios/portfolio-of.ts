import type { PortfolioLineup, PortfolioPlan } from "../../src/engine/model/portfolio-plan.ts";
import { WrongAnswerError } from "../check/wrong-answer.ts";
import { createRunner, createSearch } from "../engine.ts";

/**
 * A plan's portfolio, solved in the calling thread, where the rival runs as well: jointly up to a gap, or lineup by
 * lineup without one.
 */
export function portfolioOf(plan: PortfolioPlan, gap?: number) {
  const search = createSearch(createRunner(0));
  const how = gap === undefined ? { method: "sequential" as const } : { method: "joint" as const, gap };
  return {
    async answer(): Promise<{ readonly lineups: readonly PortfolioLineup[]; readonly solver: string }> {
      const { outcome, solver } = await search.portfolio(plan, how, "auto", {});
      if (outcome.kind === "short")
        throw new WrongAnswerError(`There are ${outcome.lineups.length} of ${plan.count} lineups.`);
      const { bound } = outcome.solution;
      const sum = outcome.solution.lineups.reduce((all, { points }) => all + points, 0);
      if (gap !== undefined && (bound === null || bound < sum || bound - sum > gap * bound))
        throw new WrongAnswerError(`The sum is ${sum}, and its bound is ${bound}.`);
      return { lineups: outcome.solution.lineups, solver };
    },
    close: () => search.close(),
  };
}
