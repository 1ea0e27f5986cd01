import { InvalidRequestError } from "../../../shared/errors.ts";
import type { PortfolioPlan } from "../../model/portfolio-plan.ts";

/**
 * Lineup by lineup, nobody sees to it that enough of the last ones can still pass.
 * @throws InvalidRequestError for a plan with least shares, none of which a sequential portfolio takes.
 */
export function refuseLeastShares({ shares }: PortfolioPlan): void {
  const share = shares.find(({ least }) => least > 0);
  if (share === undefined) return;
  throw new InvalidRequestError([
    {
      code: "least-share",
      detail: `${share.origin.pointer}: ${share.origin.words} cannot be kept lineup by lineup; use method: joint.`,
    },
  ]);
}
