import { judgeOf } from "../contests/constraints/readers/apply.ts";
import type { PricedLineup } from "../lineup/document/priced-lineup.ts";
import { SolverFailedError } from "../shared/errors.ts";
import type { Portfolio } from "../shared/schema/portfolio.ts";
import { checkPortfolio } from "./check/check-portfolio.ts";
import type { PlanInputs } from "./description.ts";
import type { Answered } from "./outcome.ts";
import type { PlannedPortfolio } from "./plan.ts";

/**
 * Checks every lineup and the whole portfolio independently of the solver, and recomputes the totals.
 * @throws SolverFailedError
 */
export function judge(
  description: Portfolio,
  { problem, people, plan, avoided }: PlannedPortfolio,
  { facts }: PlanInputs,
  lineups: readonly PricedLineup[],
  answered: Answered,
): void {
  const brokenBy = judgeOf(problem);
  for (const [index, { seats, points }] of lineups.entries()) {
    const [violation] = brokenBy(seats);
    if (violation !== undefined)
      throw new SolverFailedError(`A solver returned an illegal lineup: ${violation.detail}`);
    const claimed = answered.lineups[index]!.points;
    if (points !== claimed)
      throw new SolverFailedError(`A solver claimed ${claimed} units of points for a lineup of ${points}.`);
  }
  const isShort = answered.shortfall !== undefined;
  const [first, ...others] = checkPortfolio(
    lineups.map(({ seats }) => seats),
    { description, problem, people, count: plan.count, avoided, facts, isShort },
  );
  if (first !== undefined)
    throw new SolverFailedError(
      `A solver returned a portfolio that breaks its description (${first.pointer}): ${first.detail}` +
        (others.length > 0 ? ` There is more of it: ${others.length}.` : ""),
    );
  const sum = lineups.reduce((so, lineup) => so + lineup.points, 0);
  if (answered.bound !== null && !isShort && sum > answered.bound)
    throw new SolverFailedError(
      `A solver claimed that no portfolio has more than ${answered.bound}; one has ${sum}.`,
    );
  if (!isShort && lineups.length !== plan.count)
    throw new SolverFailedError(
      `A solver returned ${lineups.length} of ${plan.count} lineups as a whole portfolio.`,
    );
}
