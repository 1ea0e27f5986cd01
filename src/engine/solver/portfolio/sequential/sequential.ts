import { UnsupportedModelError } from "../../../../shared/errors.ts";
import { ChosenLineups } from "../../../model/chosen-lineups.ts";
import type {
  PortfolioLineup,
  PortfolioOutcome,
  PortfolioPlan,
  PortfolioProgress,
  StoppedBy,
} from "../../../model/portfolio-plan.ts";
import { type Interrupt, throwIfInterrupted } from "../../interrupt.ts";
import { loadOrdered } from "../../paths/ordered/load.ts";
import type { PortfolioTools } from "../lineup-source.ts";
import { ByPaths } from "./by-paths.ts";
import { BySteps, type Finder } from "./by-steps.ts";
import { drawer } from "./draws.ts";

/** A smallest set of what leaves no lineup beside those recorded: whatever can be done without is dropped in turn. */
async function stoppedBy(record: ChosenLineups, finder: Finder): Promise<StoppedBy> {
  let shares: readonly number[] = record.fullShares();
  const different = await finder.exists(record, shares, false);
  for (const share of shares) {
    const others = shares.filter((other) => other !== share);
    if (!(await finder.exists(record, others, different))) shares = others;
  }
  return { shares, different };
}

/** Milliseconds between two reports. */
const PACE = 100;

/** Reports the lineups built so far: the first at once, then now and then. */
export function telling(
  report: (progress: PortfolioProgress) => void,
): (lineups: readonly PortfolioLineup[]) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (lineups) => {
    if (performance.now() < last + PACE) return;
    last = performance.now();
    report({ lineups: [...lineups], sum: null, bound: null, gap: null });
  };
}

/**
 * Builds a portfolio lineup by lineup, of a plan without least shares: each is the best that the rules leave, given those
 * before it, by points, then less salary, then the order of entries. What was built is kept where there is no next.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function solveSequential(
  plan: PortfolioPlan,
  tools: PortfolioTools,
  interrupt: Interrupt,
  report: (progress: PortfolioProgress) => void,
): Promise<PortfolioOutcome> {
  const { record, finder, isHandedOver } = await lineupByLineup(plan, tools, interrupt, report);
  const { lineups } = record;
  if (lineups.length === plan.count)
    return { kind: "solved", solution: { lineups, bound: null, prices: null }, isHandedOver };
  return {
    kind: "short",
    lineups,
    proved: lineups.length === 0,
    witness: null,
    stoppedBy: await stoppedBy(record, finder),
    isHandedOver,
  };
}

/**
 * The lineups of a plan without least shares, as many as there is room for, and what found the last of them: where the
 * path engine gives up on the way, another solver goes on. `near` as that of `OrderedStart`.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function lineupByLineup(
  plan: PortfolioPlan,
  tools: PortfolioTools,
  interrupt: Interrupt,
  report: (progress: PortfolioProgress) => void,
  near = 0,
): Promise<{ readonly record: ChosenLineups; readonly finder: Finder; readonly isHandedOver?: boolean }> {
  await loadOrdered();
  const record = new ChosenLineups(plan);
  const told = telling(report);
  try {
    return await built(plan, record, tools, interrupt, () => told(record.lineups), near);
  } catch (error) {
    // Whoever keeps what is finished hears of all of it.
    report({ lineups: [...record.lineups], sum: null, bound: null, gap: null });
    throw error;
  }
}

async function built(
  plan: PortfolioPlan,
  record: ChosenLineups,
  { best, pathEngine, otherwise }: PortfolioTools,
  interrupt: Interrupt,
  tell: () => void,
  near: number,
): ReturnType<typeof lineupByLineup> {
  const draw = await drawer(plan);
  const steps = { draw, tell, interrupt };
  if (pathEngine !== null) {
    const finder = new ByPaths(plan, pathEngine, interrupt, near);
    try {
      if (draw === null) await finder.all(record, tell);
      else await oneByOne(plan, record, { finder, ...steps });
      return { record, finder };
    } catch (error) {
      if (!(error instanceof UnsupportedModelError) || otherwise === null || draw !== null) throw error;
    }
  }
  const finder = new BySteps(plan, pathEngine === null ? best : (otherwise ?? best));
  await oneByOne(plan, record, { finder, ...steps });
  return { record, finder, isHandedOver: pathEngine !== null };
}

interface Steps {
  readonly finder: Finder;
  readonly draw: Awaited<ReturnType<typeof drawer>>;
  readonly tell: () => void;
  readonly interrupt: Interrupt;
}

/** Solves a model for each lineup. */
async function oneByOne(
  plan: PortfolioPlan,
  record: ChosenLineups,
  { finder, draw, tell, interrupt }: Steps,
): Promise<void> {
  const { points } = plan.model.picks;
  while (record.lineups.length < plan.count) {
    throwIfInterrupted(interrupt);
    const found = await finder.next(draw === null ? plan.model : draw(), record);
    if (found === null) return;
    const plain = found.picks.reduce((sum, pick) => sum + points[pick]!, 0);
    record.add({ picks: found.picks, points: plain, ...(draw !== null && { drawn: found.points }) });
    tell();
  }
}
