import { TimeLimitError } from "../../errors.ts";
import type {
  PortfolioMethod,
  PortfolioOutcome,
  PortfolioPlan,
  PortfolioProgress,
} from "../../model/portfolio-plan.ts";
import { type Interrupt, now } from "../interrupt.ts";
import { GAP, solveJoint } from "./joint/joint.ts";
import { streamByPaths, streamOf } from "./joint/lineup-stream.ts";
import type { PortfolioTools } from "./lineup-source.ts";
import { fillUp } from "./sequential/fill-up.ts";
import { Record } from "./sequential/record.ts";
import { lineupByLineup, solveSequential } from "./sequential/sequential.ts";

/** The part of the time that a joint portfolio waits for a sequential one to start from, then that for the rest of it. */
const TIME_TO_START = 0.25;
const TIME_TO_FILL = 0.5;

/** The part of the gap that lineups may be short of a limit of their points. */
const NEAR = 0.5;

/**
 * Solves a plan by the method asked for. A joint portfolio starts from the sequential one and is never worse.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function solvePortfolio(
  plan: PortfolioPlan,
  { method, gap }: PortfolioMethod,
  tools: PortfolioTools,
  interrupt: Interrupt,
  report: (progress: PortfolioProgress) => void,
): Promise<PortfolioOutcome> {
  if (method === "sequential") return solveSequential(plan, tools, interrupt, report);
  const near = NEAR * (gap ?? GAP);
  const start = await startOf(plan, tools, interrupt, report, near);
  const { best, pathEngine } = tools;
  const stream = pathEngine === null ? streamOf(best) : streamByPaths(pathEngine, best, interrupt, near);
  return solveJoint(plan, { gap, start }, { stream, highs: await tools.highs() }, interrupt, report);
}

/**
 * Lineups that keep everything but least shares: a sequential portfolio, as far as there is time for one, and where that
 * is not all of it good lineups for the rest; none where no path engine makes them fast.
 */
async function startOf(
  plan: PortfolioPlan,
  tools: PortfolioTools,
  interrupt: Interrupt,
  report: (progress: PortfolioProgress) => void,
  near: number,
): Promise<readonly (readonly number[])[]> {
  if (tools.pathEngine === null) return [];
  const most = { ...plan, shares: plan.shares.map((share) => ({ ...share, least: 0 })) };
  const until = (part: number) => ({ ...interrupt, deadline: now() + part * (interrupt.deadline - now()) });
  let built: PortfolioProgress["lineups"] = [];
  const keep = (progress: PortfolioProgress) => {
    built = progress.lineups;
    report(progress);
  };
  try {
    built = (await lineupByLineup(most, tools, until(TIME_TO_START), keep, near)).record.lineups;
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    built = await filledUp(most, built, tools, until(TIME_TO_FILL));
  }
  return built.map(({ picks }) => picks);
}

/** Lineups with as many more as there is time for. */
async function filledUp(
  plan: PortfolioPlan,
  lineups: PortfolioProgress["lineups"],
  { best }: PortfolioTools,
  interrupt: Interrupt,
): Promise<PortfolioProgress["lineups"]> {
  const record = new Record(plan);
  for (const lineup of lineups) record.add(lineup);
  try {
    await fillUp(plan, record, best, interrupt);
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
  }
  return record.lineups;
}
