import { DEFAULT_COUNT } from "../shared/schema/fields.ts";
import type { FantasyLineupDocument } from "../shared/schema/lineups.ts";
import type { BuildStrategy, DrawnRequest, OptimizeOptions, Optimizer } from "./contract.ts";

export function strategyLineups(
  optimizer: Pick<Optimizer, "optimize" | "portfolio" | "portfolioFromDraws" | "chooseEntries">,
  { from, choose, draws, seed, portfolio, ...strategy }: BuildStrategy,
  { ownership = [], ...request }: DrawnRequest,
  options: Pick<OptimizeOptions, "signal" | "include" | "timeLimit" | "updatedAt">,
): Promise<FantasyLineupDocument> {
  const described = portfolio === undefined ? {} : { portfolio };
  const count = strategy.count ?? request.count;
  if (from !== undefined)
    return optimizer.portfolioFromDraws(
      { portfolio: {}, ...request, ...described, count },
      { ...options, draws, seed },
    );
  if (choose !== undefined) {
    const { payouts, field: size, goal, candidates } = choose;
    const choice = { count: count ?? DEFAULT_COUNT, goal, candidates };
    const field = { size, ownership: ownership.length === 0 ? undefined : [...ownership], others: 0 };
    const staged = { ...request, ...described, payouts, field, choice };
    return optimizer.chooseEntries(staged, { ...options, draws, seed }).then(({ document }) => document);
  }
  const asked = { ...request, ...described, count };
  return "portfolio" in asked && asked.portfolio !== undefined
    ? optimizer.portfolio({ ...asked, portfolio: asked.portfolio }, options)
    : optimizer.optimize(asked, options);
}
