import { TimeLimitError } from "../../../../shared/errors.ts";
import { ChosenLineups } from "../../../model/chosen-lineups.ts";
import type { PortfolioLineup, PortfolioPlan, PortfolioProgress } from "../../../model/portfolio-plan.ts";
import { type Interrupt, partOfLeft, throwIfInterrupted, timeLeft } from "../../interrupt.ts";
import { unpackSolutions } from "../../packed-solutions.ts";
import type { PathEngine } from "../../paths/index.ts";
import type { OrderedStart } from "../../paths/ordered/branch-search.ts";
import type { LineupSource, PortfolioTools } from "../lineup-source.ts";
import { fillUp } from "../sequential/fill-up.ts";
import { pacedReport, SequentialSearch } from "../sequential/sequential.ts";
import { bestFirst } from "./incumbent.ts";
import { streamByPaths } from "./lineup-stream.ts";
import { doubleAbove } from "./totals.ts";

/** The sequential search is paused, and adding other lineups ends, after these fractions of the time left. */
const TIME_TO_BUILD = 0.6;
const TIME_TO_FILL = 0.8;
/**
 * How long, as a fraction of the time left, other lineups may be added without being faster than the
 * sequential search.
 */
const TIME_TO_TRY = 0.1;
/** In this last fraction of the time, the sequential search is no longer paused. */
const LAST_PART = 0.05;

/** What a joint search starts from. */
export interface JointStart {
  /** Lineups that keep all of the plan except, maybe, their number and minimum shares. */
  readonly lineups: readonly PortfolioLineup[];
  /** Upper bound on the points of any lineup, in units; undefined if no lineup was found. */
  readonly mostOfOne: number | undefined;
}

/**
 * Builds a portfolio lineup by lineup, as the start of a joint search. If that is so slow that lineups would
 * be missing at the end, it is paused, and other good lineups are added while that is faster. Returns the
 * largest portfolio that was built.
 * @throws AbortedError; TimeLimitError if time ends before there are enough lineups; UnsupportedModelError,
 * SolverFailedError
 */
export async function sequentialStart(
  plan: PortfolioPlan,
  tools: PortfolioTools & { readonly pathEngine: PathEngine },
  interrupt: Interrupt,
  report: (progress: PortfolioProgress) => void,
  memory: OrderedStart,
): Promise<JointStart> {
  const { pathEngine } = tools;
  const most = { ...plan, shares: plan.shares.map((share) => ({ ...share, least: 0 })) };
  const reportStart = ({ lineups, ...built }: PortfolioProgress) => {
    const { mostOfOne } = search;
    const bound = mostOfOne === undefined ? null : doubleAbove(BigInt(plan.count) * BigInt(mostOfOne));
    report({ ...built, lineups: bestFirst(lineups), bound, isStart: true });
  };
  const paced = pacedReport(reportStart);
  let longest: readonly PortfolioLineup[] = [];
  const keep = ({ lineups }: ChosenLineups) => {
    if (lineups.length < longest.length) return;
    longest = lineups;
    paced(longest);
  };
  /**
   * The sequential lineups, and those of `longest` that are compatible with them; slow for thousands of
   * lineups.
   */
  const joined = () => {
    const record = new ChosenLineups(most);
    for (const lineup of search.record.lineups) record.add(lineup);
    for (const lineup of longest)
      if (record.lineups.length < plan.count && record.hasRoomFor(lineup.picks)) record.add(lineup);
    return record;
  };
  const total = timeLeft(interrupt);
  let toFirst: number | undefined;
  const search = new SequentialSearch(most, tools, interrupt, {
    start: memory,
    onLineup() {
      toFirst ??= total - timeLeft(interrupt);
      keep(search.record);
    },
  });
  let spent = 0;
  let doOthersPay = true;
  try {
    for (;;) {
      const left = timeLeft(interrupt);
      const isLast = !doOthersPay || left <= LAST_PART * total;
      const part = isLast ? interrupt : partOfLeft(interrupt, TIME_TO_BUILD);
      const isDone = await endsIn(part, () => search.run(part));
      throwIfInterrupted(interrupt);
      if (isDone) {
        if (longest !== search.record.lineups) keep(joined());
        return { lineups: longest, mostOfOne: search.mostOfOne };
      }
      spent += left - timeLeft(interrupt);
      const built = search.record.lineups.length;
      const perLineup = spent / built;
      if (toFirst === undefined || (plan.count - built) * perLineup <= TIME_TO_FILL * timeLeft(interrupt))
        continue;
      const toTry = Math.min(TIME_TO_TRY * timeLeft(interrupt), perLineup);
      // Each of the others takes about as long as the first lineup.
      if (toTry < toFirst) continue;
      const record = joined();
      const before = record.lineups.length;
      const others = earning(interrupt, toTry, () => (record.lineups.length - before) * perLineup);
      const best: LineupSource = async (model, count) =>
        unpackSolutions(await pathEngine.best(model, count, others));
      const stream = streamByPaths(pathEngine, best, others, memory);
      await endsIn(others, () => fillUp(most, record, stream, others, () => keep(record)));
      throwIfInterrupted(interrupt);
      if (record.lineups.length === plan.count) return { lineups: longest, mostOfOne: search.mostOfOne };
      doOthersPay = record.lineups.length > before;
    }
  } catch (error) {
    if (longest !== search.record.lineups) keep(joined());
    reportStart({ lineups: longest, sum: null, bound: null, gap: null });
    throw error;
  } finally {
    search.close();
  }
}

/** An interrupt whose deadline moves: work gets `toTry` milliseconds, plus those that `earned` returns. */
function earning(interrupt: Interrupt, toTry: number, earned: () => number): Interrupt {
  const left = timeLeft(interrupt);
  return {
    ...interrupt,
    get deadline() {
      return interrupt.deadline - left + Math.min(TIME_TO_FILL * left, toTry + earned());
    },
  };
}

/**
 * Does the work, and returns whether it ended before the deadline of `part`.
 * @throws the work's errors, except the time limit of `part`
 */
async function endsIn(part: Interrupt, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof TimeLimitError) || timeLeft(part) > 0) throw error;
    return false;
  }
}
