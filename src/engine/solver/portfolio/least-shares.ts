import { InvalidRequestError } from "../../../shared/errors.ts";
import type { PortfolioPlan } from "../../model/portfolio-plan.ts";

/**
 * Refuses minimum shares: a sequential search cannot ensure that enough of the later lineups will pass.
 * @throws InvalidRequestError for a plan with minimum shares.
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
