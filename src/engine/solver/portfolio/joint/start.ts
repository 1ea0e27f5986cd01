import { TimeLimitError } from "../../../../shared/errors.ts";
import type { PortfolioLineup, PortfolioPlan, PortfolioProgress } from "../../../model/portfolio-plan.ts";
import { type Interrupt, partOfLeft, timeLeft } from "../../interrupt.ts";
import type { PathEngine } from "../../paths/index.ts";
import type { OrderedStart } from "../../paths/ordered/branch-search.ts";
import type { PortfolioTools } from "../lineup-source.ts";
import { pacedReport, SequentialSearch } from "../sequential/sequential.ts";
import { bestFirst } from "./incumbent.ts";
import { doubleAbove } from "./totals.ts";

/** The sequential search ends after this fraction of the time left; the rest is for column generation. */
const TIME_TO_BUILD = 0.6;

interface JointStart {
  /** Lineups that keep all of the plan except, maybe, their number and minimum shares. */
  readonly lineups: readonly PortfolioLineup[];
  /** Upper bound on the points of any lineup, in units; undefined if no lineup was found. */
  readonly mostOfOne: number | undefined;
}

/**
 * Builds a portfolio lineup by lineup, as the start of a joint search.
 * @throws AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError
 */
export async function sequentialStart(
  plan: PortfolioPlan,
  tools: PortfolioTools & { readonly pathEngine: PathEngine },
  interrupt: Interrupt,
  report: (progress: PortfolioProgress) => void,
  memory: OrderedStart,
): Promise<JointStart> {
  const most = { ...plan, shares: plan.shares.map((share) => ({ ...share, least: 0 })) };
  const reportStart = ({ lineups, ...built }: PortfolioProgress) => {
    const { mostOfOne } = search;
    const bound = mostOfOne === undefined ? null : doubleAbove(BigInt(plan.count) * BigInt(mostOfOne));
    report({ ...built, lineups: bestFirst(lineups), bound, isStart: true });
  };
  const paced = pacedReport(reportStart);
  const part = partOfLeft(interrupt, TIME_TO_BUILD);
  const search = new SequentialSearch(most, tools, part, {
    start: memory,
    onLineup: () => paced(search.record.lineups),
  });
  try {
    await search.run(part);
  } catch (error) {
    reportStart({ lineups: search.record.lineups, sum: null, bound: null, gap: null });
    if (!(error instanceof TimeLimitError) || timeLeft(interrupt) <= 0) throw error;
  } finally {
    search.close();
  }
  return { lineups: search.record.lineups, mostOfOne: search.mostOfOne };
}
