import { greatestCommonDivisor } from "../../../../shared/greatest-common-divisor.ts";
import type { Instance } from "../../paths/instance.ts";

/** Salaries in whole steps, so that what is left to spend is a small number. */
export interface SalaryGrid {
  /** Per option of the instance, and 0 for `nobody`. */
  readonly cost: Int32Array;
  /** What there is to spend, and the most of it that may be left. */
  readonly budget: number;
  readonly mostLeft: number;
  /** How much salary a step is; 0 where any lineup is within the budget, so that nothing is saved up. */
  readonly step: number;
}

/** How many sums of states and steps are kept at the most. */
const MOST_CELLS = 12_000_000;

/**
 * The grid of a trellis with so many states, of lineups that cost at least `least`. Steps are the largest that all
 * salaries are whole numbers of; where that is too fine, salaries are rounded up to larger ones, which keeps the cap.
 */
export function salaryGrid(
  { salary, budget, openSeats, fixed, model }: Instance,
  states: number,
  least: number,
): SalaryGrid {
  const cost = new Int32Array(salary.length);
  const most = salary.reduce((high, one) => Math.max(high, one), 0) * openSeats;
  const spendable = Math.min(budget, most);
  const seated = fixed.reduce((sum, pick) => sum + model.picks.salary[pick]!, 0);
  const mostLeft = Math.max(0, spendable - Math.max(0, least - seated));
  if (spendable === 0) return { cost, budget: 0, mostLeft: 0, step: 0 };
  const exact = salary.reduce((divisor, one) => greatestCommonDivisor(divisor, one), 0);
  const steps = Math.max(1, Math.floor(MOST_CELLS / states));
  const step = Math.max(exact, spendable / steps);
  for (let option = 0; option < salary.length; option += 1) cost[option] = Math.ceil(salary[option]! / step);
  return {
    ...{ cost, budget: Math.floor(spendable / step), mostLeft: Math.floor(mostLeft / step) },
    step: budget < most ? step : 0,
  };
}
