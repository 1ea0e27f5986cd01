import type {
  PortfolioLineup,
  PortfolioOutcome,
  PortfolioPlan,
  PortfolioProgress,
} from "../../../model/portfolio-plan.ts";
import { type Interrupt, throwIfInterrupted } from "../../interrupt.ts";
import type { PortfolioTools } from "../lineup-source.ts";
import { BySteps } from "./by-steps.ts";
import { drawer } from "./draws.ts";
import { Record } from "./record.ts";
import { stoppedBy } from "./stopped-by.ts";
import { telling } from "./telling.ts";

/**
 * Builds a portfolio lineup by lineup: each is the best that the rules leave, given those before it, by points, then
 * less salary, then the order of entries. What was built is kept where there is no next.
 * The plan has no least shares. @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function solveSequential(
  plan: PortfolioPlan,
  { best }: PortfolioTools,
  interrupt: Interrupt,
  report: (progress: PortfolioProgress) => void,
): Promise<PortfolioOutcome> {
  const record = new Record(plan);
  const steps = new BySteps(plan, best);
  const tell = telling(report);
  const draw = drawer(plan);
  const { points } = plan.model.picks;
  while (record.lineups.length < plan.count) {
    throwIfInterrupted(interrupt);
    const found = await steps.next(draw === null ? plan.model : draw(), record);
    if (found === null) return shortOf(record, steps);
    const plain = found.picks.reduce((sum, pick) => sum + points[pick]!, 0);
    record.add({ picks: found.picks, points: plain, ...(draw !== null && { drawn: found.points }) });
    tell(record.lineups);
  }
  return { kind: "solved", solution: { lineups: record.lineups, bound: null, prices: null } };
}

async function shortOf(record: Record, steps: BySteps): Promise<PortfolioOutcome> {
  const lineups: readonly PortfolioLineup[] = record.lineups;
  return { kind: "short", lineups, proved: lineups.length === 0, stoppedBy: await stoppedBy(record, steps) };
}
