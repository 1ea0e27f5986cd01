import type { Model, Rule } from "../model/model.ts";
import type { Search } from "../search/search.ts";
import type { Control } from "../solver/contract.ts";

/** Points per unit of currency where the sums stay exact; solvers tell totals well apart at that. */
const MOST_PER_UNIT = 1e7;

/** What the cheapest choice of picks that keeps the rules costs, or null when there is none. */
export async function cheapestCost(
  model: Model,
  rules: readonly Rule[],
  search: Pick<Search, "best">,
  control: Control,
): Promise<number | null> {
  const { salary } = model.picks;
  const seats = model.slots.reduce((sum, { count }) => sum + count, 0);
  const most = salary.reduce((highest, cost) => Math.max(highest, cost), 1) * seats;
  const perUnit = Math.max(1, Math.min(MOST_PER_UNIT, Math.floor(Number.MAX_SAFE_INTEGER / most)));
  const points = salary.map((cost) => -cost * perUnit);
  const priced = { ...model, picks: { ...model.picks, points }, rules };
  const { solutions } = await search.best(priced, 1, "auto", control);
  return solutions[0]?.picks.reduce((sum, pick) => sum + salary[pick]!, 0) ?? null;
}
