import { UnsupportedModelError } from "../../errors.ts";
import type {
  PortfolioMethod,
  PortfolioOutcome,
  PortfolioPlan,
  PortfolioProgress,
} from "../../model/portfolio-plan.ts";
import type { Interrupt } from "../interrupt.ts";
import type { PortfolioTools } from "./lineup-source.ts";
import { solveSequential } from "./sequential/sequential.ts";

/**
 * Solves a plan by the method asked for.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function solvePortfolio(
  plan: PortfolioPlan,
  { method }: PortfolioMethod,
  tools: PortfolioTools,
  interrupt: Interrupt,
  report: (progress: PortfolioProgress) => void,
): Promise<PortfolioOutcome> {
  if (method === "joint") throw new UnsupportedModelError("paths", "joint portfolios are not built in");
  return solveSequential(plan, tools, interrupt, report);
}
