import { ChosenLineups } from "./chosen-lineups.ts";
import { passesAll } from "./lineup-test.ts";
import type { PlanShare, PortfolioPlan } from "./portfolio-plan.ts";

/**
 * Whether lineups together keep a plan: they have as many contest entries as `plan.count`, none conflicts
 * with another or with one of `plan.avoid`, and all shares are kept. Whether each lineup is legal is not
 * checked. Lineups are ascending picks of the model; `entered` is the number of contest entries of each
 * lineup, 1 by default.
 */
export function keepsPlan(
  plan: PortfolioPlan,
  lineups: readonly (readonly number[])[],
  entered: readonly number[] = lineups.map(() => 1),
): boolean {
  if (entered.reduce((sum, times) => sum + times, 0) !== plan.count) return false;
  const chosen = new ChosenLineups(plan);
  for (const [at, picks] of lineups.entries()) {
    if (chosen.conflicts.hasConflict(picks)) return false;
    chosen.add({ picks, points: 0 }, entered[at]);
  }
  return plan.shares.every(
    ({ least, most }, share) => chosen.passing[share]! >= least && chosen.passing[share]! <= most,
  );
}

/** Whether a share is kept: the number of lineups that pass its tests is within its limits. */
export function keepsShare(
  { tests, least, most }: Pick<PlanShare, "tests" | "least" | "most">,
  lineups: readonly (readonly number[])[],
): boolean {
  const passing = lineups.filter((picks) => passesAll(tests, picks)).length;
  return passing >= least && passing <= most;
}
