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
import type { OrderedStart } from "../../paths/ordered/branch-search.ts";
import { loadOrdered } from "../../paths/ordered/load.ts";
import type { PortfolioTools } from "../lineup-source.ts";
import { ByPaths } from "./by-paths.ts";
import { BySteps, type Finder } from "./by-steps.ts";
import { drawer } from "./draws.ts";

/** A minimal set of conditions that together allow no further lineup: drops each one that is not needed, in turn. */
async function stoppedBy(record: ChosenLineups, finder: Finder): Promise<StoppedBy> {
  let shares: readonly number[] = record.fullShares();
  const different = await finder.exists(record, shares, false);
  for (const share of shares) {
    const others = shares.filter((other) => other !== share);
    if (!(await finder.exists(record, others, different))) shares = others;
  }
  return { shares, different };
}

/** The least time between two reports. */
const REPORT_INTERVAL_MS = 100;

/** Returns a function that reports the lineups built so far: at the first call, then at most once per interval. */
export function pacedReport(
  report: (progress: PortfolioProgress) => void,
): (lineups: readonly PortfolioLineup[]) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (lineups) => {
    if (performance.now() < last + REPORT_INTERVAL_MS) return;
    last = performance.now();
    report({ lineups: [...lineups], sum: null, bound: null, gap: null });
  };
}

/**
 * Builds a portfolio lineup by lineup, for a plan without minimum shares: each is the first in the contract's order that
 * the rules allow, given those before it. If none is left, returns the lineups found and the conditions that stop it.
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
 * Builds the lineups of a plan without minimum shares, as many as the rules allow, and returns the finder of the last
 * one: if the path engine gives up, another solver continues.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function lineupByLineup(
  plan: PortfolioPlan,
  tools: PortfolioTools,
  interrupt: Interrupt,
  report: (progress: PortfolioProgress) => void,
  start: OrderedStart = {},
  record: ChosenLineups = new ChosenLineups(plan),
): Promise<{ readonly record: ChosenLineups; readonly finder: Finder; readonly isHandedOver?: boolean }> {
  await loadOrdered();
  const paced = pacedReport(report);
  try {
    return await built(plan, record, tools, interrupt, () => paced(record.lineups), start);
  } catch (error) {
    // After an error, the lineups found so far may be kept; report all of them.
    report({ lineups: [...record.lineups], sum: null, bound: null, gap: null });
    throw error;
  }
}

async function built(
  plan: PortfolioPlan,
  record: ChosenLineups,
  { best, pathEngine, otherwise }: PortfolioTools,
  interrupt: Interrupt,
  onLineup: () => void,
  start: OrderedStart,
): ReturnType<typeof lineupByLineup> {
  const draw = await drawer(plan);
  const steps = { draw, onLineup, interrupt };
  if (pathEngine !== null) {
    const finder = new ByPaths(plan, pathEngine, interrupt, start);
    try {
      if (draw === null) await finder.all(record, onLineup);
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
  readonly onLineup: () => void;
  readonly interrupt: Interrupt;
}

/** Solves a model for each lineup. */
async function oneByOne(
  plan: PortfolioPlan,
  record: ChosenLineups,
  { finder, draw, onLineup, interrupt }: Steps,
): Promise<void> {
  const { points } = plan.model.picks;
  while (record.lineups.length < plan.count) {
    throwIfInterrupted(interrupt);
    const found = await finder.next(draw === null ? plan.model : draw(), record);
    if (found === null) return;
    const plain = found.picks.reduce((sum, pick) => sum + points[pick]!, 0);
    record.add({ picks: found.picks, points: plain, ...(draw !== null && { drawn: found.points }) });
    onLineup();
  }
}
