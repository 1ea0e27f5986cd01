import { judgeOf } from "../../contests/constraints/readers/contest-table.ts";
import type { Problem } from "../../contests/problem/problem.ts";
import type { Model } from "../../engine/model/model.ts";
import type { Solution } from "../../engine/solver/contract.ts";
import { plain } from "../../shared/errors/message-parts.ts";
import { SolverFailedError } from "../../shared/errors.ts";
import type { Reseat } from "../document/late-seats.ts";
import { type PricedLineup, priceLineup } from "../document/priced-lineup.ts";
import { seatSolutions } from "../document/seat-solutions.ts";

/**
 * Seats a solver's solutions, by `reseat` if given, checks them and sums their totals again.
 * @throws SolverFailedError for an illegal lineup or a wrong total.
 */
export function checkedLineups(
  problem: Problem,
  model: Model,
  solutions: readonly Solution[],
  reseat?: Reseat,
): PricedLineup[] {
  const brokenBy = judgeOf(problem);
  return seatSolutions(model, solutions).map((seats, index) => {
    const lineup = priceLineup(problem, reseat?.(seats) ?? seats);
    const violations = brokenBy(lineup.seats);
    if (violations.length > 0)
      throw new SolverFailedError(
        `A solver returned an illegal lineup: ${violations.map(({ detail }) => plain(detail)).join(" ")}`,
      );
    const claimed = solutions[index]!.points;
    if (lineup.points !== claimed)
      throw new SolverFailedError(
        `A solver claimed ${claimed} units of points for a lineup of ${lineup.points}.`,
      );
    return lineup;
  });
}
