import type { PortfolioLineup, PortfolioPlan } from "../../src/engine/model/portfolio-plan.ts";
import { WrongAnswerError } from "../check/wrong-answer.ts";
import { createRunner, createSearch } from "../engine.ts";

/** A plan's portfolio, built lineup by lineup in the calling thread, where the rival runs as well. */
export function portfolioOf(plan: PortfolioPlan) {
  const search = createSearch(createRunner(0));
  return {
    async answer(): Promise<{ readonly lineups: readonly PortfolioLineup[]; readonly solver: string }> {
      const { outcome, solver } = await search.portfolio(plan, { method: "sequential" }, "auto", {});
      if (outcome.kind === "short")
        throw new WrongAnswerError(`There are ${outcome.lineups.length} of ${plan.count} lineups.`);
      return { lineups: outcome.solution.lineups, solver };
    },
    close: () => search.close(),
  };
}
