import { POINT_UNITS } from "../engine/model/model.ts";
import type { PortfolioLineup, PortfolioProgress } from "../engine/model/portfolio-plan.ts";
import { sumOf } from "../engine/solver/portfolio/joint/totals.ts";
import { lateSeatingOf } from "../lineup/document/late-seats.ts";
import { type FoundLineup, type PricedLineup, sortLineups } from "../lineup/document/priced-lineup.ts";
import { checkedLineups } from "../lineup/document/seat-solutions.ts";
import { REPORT_IT } from "../shared/errors/message-parts.ts";
import { AbortedError, SolverFailedError } from "../shared/errors.ts";
import type { PortfolioResult, RuleCost } from "../shared/schema/portfolio-result.ts";
import { counted } from "../shared/words.ts";
import { checkPortfolio } from "./check/check-portfolio.ts";
import { costsOf, partOfTime } from "./costs.ts";
import { endedEarly, keptOf, TIME_TO_SOLVE, wholeOf } from "./ended-early.ts";
import { withKept } from "./kept.ts";
import { type Answered, portfolioResult, reportOf, type SolvedPortfolio, type Solving } from "./outcome.ts";
import type { PlannedPortfolio } from "./plan.ts";
import { answeredOf } from "./shortfall.ts";

/** The lineups that are most often the best of a simulated draw, in that order. */
export interface TakenLineups {
  readonly answered: Answered;
  readonly optimal: readonly number[];
  readonly simulation: NonNullable<PortfolioResult["simulation"]>;
}

/**
 * Solves a planned portfolio. Independent checks verify every lineup against the contest's rules, and the
 * portfolio against every field of the description.
 * @throws InfeasibleError, AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError,
 * ClosedError
 */
export async function solvePortfolio(planned: PlannedPortfolio, solving: Solving): Promise<SolvedPortfolio> {
  const { answered: found, solver } = await answerOf(planned, solving);
  const answered = withKept(found, planned.kept);
  const whole = planned.kept === null ? planned : { ...planned, plan: planned.kept.whole };
  const lineups = seatedLineups(whole, answered.lineups);
  judge(whole, lineups, answered);
  const { gains, margins } = answered;
  const result = portfolioResult(whole, answered);
  const solved = {
    lineups: inOrder(
      planned,
      margins ? lineups.map((lineup, at) => ({ ...lineup, margin: margins[at]! })) : lineups,
    ),
    ...{ solver, result, gains },
  };
  await solving.onSolved?.(solved);
  const costs = await costsAsked(planned, found, solved, solving);
  return { ...solved, result: { ...result, ...costs } };
}

/** Checks these lineups like those of a solver. @throws SolverFailedError */
export function takenPortfolio(
  planned: PlannedPortfolio,
  { answered, optimal, simulation }: TakenLineups,
): SolvedPortfolio {
  const lineups = seatedLineups(planned, answered.lineups);
  judge(planned, lineups, answered);
  return {
    lineups: lineups.map((lineup, index) => ({ ...lineup, optimal: optimal[index]! })),
    solver: "paths",
    result: { ...portfolioResult(planned, answered), method: "simulation", simulation },
  };
}

/** The costs of rules, if requested; after an interrupt, those computed so far. */
async function costsAsked(
  planned: PlannedPortfolio,
  answered: Answered,
  { lineups, result: { lineups: asked, sum, bound, gap } }: SolvedPortfolio,
  solving: Solving,
): Promise<Pick<PortfolioResult, "costs">> {
  if (planned.asked.costs !== true || answered.shortfall !== undefined) return {};
  const report = { lineups: asked, asked, sum, bound, gap };
  let last: readonly RuleCost[] = [];
  const onCost = (found: readonly RuleCost[], of: number) => {
    last = found;
    solving.onProgress?.({ ...report, costs: { done: found.length, of, found } }, () => lineups);
  };
  try {
    return { costs: await costsOf(planned, answered, solving, onCost) };
  } catch (error) {
    if (!(error instanceof AbortedError) || (planned.asked.onInterrupt ?? "refuse") === "refuse") throw error;
    return last.length === 0 ? {} : { costs: [...last] };
  }
}

/** Nothing is left to be found. */
const ALL_KEPT: Answered = { lineups: [], bound: 0, prices: null };

async function answerOf(planned: PlannedPortfolio, solving: Solving) {
  const { plan, method } = planned;
  const { gap, costs, preview: isPreview, solver: wanted = "auto" } = planned.asked;
  const { search, onProgress } = solving;
  if (plan.count === 0) return { answered: ALL_KEPT, solver: "paths" as const };
  const control = costs === true ? partOfTime(solving.control, TIME_TO_SOLVE) : solving.control;
  let last: PortfolioProgress | null = null;
  const report = (progress: PortfolioProgress) => {
    last = better(last, progress);
    onProgress?.(reportOf(progress, plan.count), () =>
      inOrder(planned, seatedLineups(planned, progress.lineups)),
    );
  };
  try {
    const { outcome, solver } = await search.portfolio(
      plan,
      { method, gap, isPreview },
      wanted,
      control,
      report,
    );
    return { answered: await answeredOf(outcome, planned, solving, report), solver };
  } catch (error) {
    const kept = wholeOf(error, last, plan) ?? keptOf(error, last, planned);
    if (kept === null) throw endedEarly(error, last, planned);
    return { answered: kept, solver: wanted === "auto" ? ("paths" as const) : wanted };
  }
}

/**
 * The better of two progress reports. The later one can be worse, because another solver, or the search
 * without minimum shares, starts from nothing.
 */
function better(before: PortfolioProgress | null, next: PortfolioProgress): PortfolioProgress {
  if (before === null || next.sum !== null) return next;
  return before.sum === null && next.lineups.length >= before.lineups.length ? next : before;
}

function inOrder({ plan, problem }: PlannedPortfolio, lineups: readonly FoundLineup[]) {
  return plan.random === null && plan.decay === undefined ? sortLineups(problem, lineups) : lineups;
}

function seatedLineups(
  { plan: { model }, problem, asked: { startsOf } }: PlannedPortfolio,
  lineups: readonly PortfolioLineup[],
) {
  const reseat = startsOf && lateSeatingOf(problem, model, startsOf);
  return checkedLineups(problem, model, lineups, reseat).map((lineup, index) => {
    const { drawn } = lineups[index]!;
    return drawn === undefined ? lineup : { ...lineup, drawn };
  });
}

function judge(
  { asked: { facts }, description, problem, people, plan, avoided }: PlannedPortfolio,
  lineups: readonly PricedLineup[],
  answered: Answered,
): void {
  const isShort = answered.shortfall !== undefined;
  const [first, ...others] = checkPortfolio(
    lineups.map(({ seats }) => seats),
    { description, problem, people, count: plan.count, avoided, facts, isShort },
  );
  if (first !== undefined)
    throw new SolverFailedError(
      `A solver returned a portfolio that breaks its description (${first.pointer}): ${first.detail}` +
        `${others.length > 0 ? ` More violations: ${others.length}.` : ""} ${REPORT_IT}`,
    );
  // Beyond 2^53 units, sums of doubles are not exact.
  const sum = sumOf(lineups);
  if (answered.bound !== null && !isShort && sum > BigInt(answered.bound))
    throw new SolverFailedError(
      `A solver claimed that no portfolio has more than ${answered.bound / POINT_UNITS} points, but its own has ${Number(sum) / POINT_UNITS}. ${REPORT_IT}`,
    );
  if (!isShort && lineups.length !== plan.count)
    throw new SolverFailedError(
      `A solver reported a complete portfolio, but returned ${lineups.length} of ${counted(plan.count, "lineup")}. ${REPORT_IT}`,
    );
}
