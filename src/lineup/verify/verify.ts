import { judgeOf } from "../../contests/constraints/readers/contest-table.ts";
import type { Problem } from "../../contests/problem/problem.ts";
import { SolverFailedError } from "../../shared/errors.ts";
import type { PricedLineup } from "../document/priced-lineup.ts";

/** Checks every lineup independently of the solver and recomputes its totals. */
export function verifyAll(
  problem: Problem,
  lineups: readonly PricedLineup[],
  claimed: readonly number[],
): void {
  const brokenBy = judgeOf(problem);
  for (let index = 0; index < lineups.length; index += 1) {
    const lineup = lineups[index]!;
    const violations = brokenBy(lineup.seats);
    if (violations.length > 0)
      throw new SolverFailedError(
        `A solver returned an illegal lineup: ${violations.map((violation) => violation.detail).join(" ")}`,
      );
    if (lineup.points !== claimed[index])
      throw new SolverFailedError(
        `A solver claimed ${claimed[index]} units of points for a lineup of ${lineup.points}.`,
      );
  }
}
