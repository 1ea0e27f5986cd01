import { judgeOf } from "../constraints/readers/apply.ts";
import { AbortedError, InfeasibleError, SolverFailedError, TimeLimitError } from "../errors.ts";
import { lateSeatingOf } from "../lineup/late-seats.ts";
import { type FoundLineup, type PricedLineup, priceLineup, sortLineups } from "../lineup/priced-lineup.ts";
import { seatSolutions } from "../lineup/seat-solutions.ts";
import type { Model } from "../model/model.ts";
import type { PortfolioLineup, PortfolioOutcome, PortfolioProgress } from "../model/portfolio-plan.ts";
import type { FileSeats } from "../problem/file-seats.ts";
import type { Portfolio } from "../schema/portfolio.ts";
import type { PortfolioResult } from "../schema/portfolio-result.ts";
import type { Search } from "../search/search.ts";
import type { Control } from "../solver/contract.ts";
import type { SolverName } from "../solver/registry.ts";
import { checkPortfolio } from "./check/check-portfolio.ts";
import { costsOf } from "./costs.ts";
import { inPlaces, type ShortReason, whatStopped, whatTakesLong } from "./explain-short.ts";
import { type Answered, gapOf, type PortfolioReport, portfolioResult, reportOf } from "./outcome.ts";
import type { Lines } from "./places.ts";
import type { PlanInputs, PlannedPortfolio } from "./plan.ts";

/** Milliseconds that it may take to find what stands in a portfolio's way. */
const EXPLAINING = 30_000;

/** How a portfolio is solved, and what becomes of one that is not whole. */
export interface PortfolioSolving {
  readonly search: Search;
  /** Says why a model of the planned problem has no lineup. */
  readonly explain: (model: Model) => Promise<InfeasibleError>;
  readonly solver: SolverName | "auto";
  readonly control: Control;
  /** A joint portfolio is good enough within this part of the bound. */
  readonly gap?: number | undefined;
  /** `keep` takes what could be built, where not all could. */
  readonly onShortfall?: "refuse" | "keep" | undefined;
  /** `keep` takes what is finished when the signal comes. */
  readonly onInterrupt?: "refuse" | "keep" | undefined;
  /** Whether to say what each rule costs, by portfolios without it. */
  readonly costs?: boolean | undefined;
  readonly onProgress?: ((report: PortfolioReport) => void) | undefined;
  readonly startsOf?: FileSeats["startsOf"];
}

/** Lineups that were not built for a plan but taken by how often they are the best of a draw, in their order. */
export interface TakenLineups {
  readonly answered: Answered;
  /** Per lineup, in which part of the draws it is the best. */
  readonly optimal: readonly number[];
  readonly simulation: NonNullable<PortfolioResult["simulation"]>;
}

/** A portfolio's lineups, checked and in order, and how it came about. */
export interface SolvedPortfolio {
  readonly lineups: readonly FoundLineup[];
  readonly solver: SolverName;
  readonly result: PortfolioResult;
}

/**
 * Solves a planned portfolio. Every lineup is held against every rule of the contest, and all of them against every
 * field of the description, by checks that solvers have no part in.
 * @throws InfeasibleError, AbortedError, TimeLimitError, UnsupportedModelError, SolverFailedError, ClosedError
 */
export async function solvePortfolio(
  description: Portfolio,
  planned: PlannedPortfolio,
  inputs: PlanInputs,
  solving: PortfolioSolving,
): Promise<SolvedPortfolio> {
  const { answered, solver } = await answerOf(planned, inputs, solving);
  const lineups = seatedLineups(planned, answered.lineups, solving);
  judge(description, planned, inputs, lineups, answered);
  return {
    lineups: planned.plan.random === null ? sortLineups(planned.problem, lineups) : lineups,
    solver,
    result: {
      ...portfolioResult(planned, answered),
      ...(await costsAsked({ description, planned, inputs, answered }, solving)),
    },
  };
}

/** A portfolio of lineups that were taken, which are held against all that built ones are. @throws SolverFailedError */
export function takenPortfolio(
  description: Portfolio,
  planned: PlannedPortfolio,
  inputs: PlanInputs,
  { answered, optimal, simulation, startsOf }: TakenLineups & Pick<PortfolioSolving, "startsOf">,
): SolvedPortfolio {
  const lineups = seatedLineups(planned, answered.lineups, { startsOf });
  judge(description, planned, inputs, lineups, answered);
  return {
    lineups: lineups.map((lineup, index) => ({ ...lineup, optimal: optimal[index]! })),
    solver: "paths",
    result: { ...portfolioResult(planned, answered), method: "simulation", simulation },
  };
}

/** What each rule costs, where that is asked for and the portfolio is whole; what is finished is kept where that is. */
async function costsAsked(
  whole: Parameters<typeof costsOf>[0],
  solving: PortfolioSolving,
): Promise<Pick<PortfolioResult, "costs">> {
  const { lineups, bound, shortfall } = whole.answered;
  if (solving.costs !== true || shortfall !== undefined) return {};
  const { count } = whole.planned.plan;
  const sum = lineups.reduce((so, { points }) => so + points, 0);
  const gap = bound === null ? null : gapOf(sum, bound);
  const report = reportOf({ lineups, sum, bound, gap }, count);
  try {
    return {
      costs: await costsOf(whole, solving, (done, of) =>
        solving.onProgress?.({ ...report, costs: { done, of } }),
      ),
    };
  } catch (error) {
    if (error instanceof AbortedError && solving.onInterrupt === "keep") return {};
    throw error;
  }
}

async function answerOf(planned: PlannedPortfolio, inputs: PlanInputs, solving: PortfolioSolving) {
  const { plan, method } = planned;
  const { search, control, gap, onProgress } = solving;
  let last: PortfolioProgress | null = null;
  try {
    const { outcome, solver } = await search.portfolio(
      plan,
      { method, gap },
      solving.solver,
      control,
      (progress) => {
        last = progress;
        onProgress?.(reportOf(progress, plan.count));
      },
    );
    return { answered: await answeredOf(outcome, planned, inputs, solving), solver };
  } catch (error) {
    const kept = keptOf(error, last, solving, planned, inputs.lines);
    if (kept === null)
      throw error instanceof TimeLimitError ? tookTooLong(error, last, planned, inputs) : error;
    return { answered: kept, solver: solving.solver === "auto" ? ("paths" as const) : solving.solver };
  }
}

/** What is finished when time is up or a signal comes, where that is asked for. */
function keptOf(
  error: unknown,
  last: PortfolioProgress | null,
  { onShortfall, onInterrupt }: PortfolioSolving,
  planned: PlannedPortfolio,
  lines: Lines | undefined,
): Answered | null {
  const isWanted =
    (error instanceof AbortedError && onInterrupt === "keep") ||
    (error instanceof TimeLimitError && onShortfall === "keep");
  if (!isWanted || last === null || last.lineups.length === 0) return null;
  const isLate = error instanceof TimeLimitError;
  const cause = isLate ? "The time limit was reached" : "It was interrupted";
  const found = `${cause} with ${last.lineups.length} of the ${planned.plan.count} lineups asked for.`;
  const reason = isLate ? `${found}${whatTakesLong(planned, lines)}` : found;
  return { lineups: last.lineups, bound: last.bound, prices: null, shortfall: { reason, isProved: false } };
}

/** The error of a limit that came too soon, which says how far it came and what to do. */
function tookTooLong(
  { milliseconds }: TimeLimitError,
  last: PortfolioProgress | null,
  planned: PlannedPortfolio,
  { lines }: PlanInputs,
): TimeLimitError {
  const found = `${last?.lineups.length ?? 0} of the ${planned.plan.count} lineups were found`;
  return new TimeLimitError(
    milliseconds,
    `${found} within the time limit of ${milliseconds} ms.${whatTakesLong(planned, lines)} ` +
      "Raise the limit, ask for fewer lineups, or keep what is built: onShortfall keep.",
  );
}

async function answeredOf(
  outcome: PortfolioOutcome,
  planned: PlannedPortfolio,
  inputs: PlanInputs,
  { search, control, onShortfall, explain }: PortfolioSolving,
): Promise<Answered> {
  if (outcome.kind === "solved") return outcome.solution;
  const { plan } = planned;
  if (outcome.lineups.length === 0) {
    const { solutions } = await search.best(plan.model, 1, "auto", control);
    if (solutions.length === 0) throw inPlaces(await explain(plan.model), planned.people, inputs.lines);
  }
  const { detail, conflicts } = await reasonOf(outcome, planned, inputs, { search, control });
  if (onShortfall !== "keep" || outcome.lineups.length === 0) throw new InfeasibleError(detail, conflicts);
  return {
    lineups: outcome.lineups,
    bound: null,
    prices: null,
    shortfall: { reason: detail, isProved: outcome.proved },
  };
}

/** Why there is no whole portfolio; what contradicts each other where that is proved of all lineups together. */
async function reasonOf(
  outcome: Extract<PortfolioOutcome, { readonly kind: "short" }>,
  planned: PlannedPortfolio,
  { lines }: PlanInputs,
  { search, control }: Pick<PortfolioSolving, "search" | "control">,
): Promise<ShortReason> {
  if (outcome.stoppedBy !== null || !outcome.proved) return whatStopped(planned, outcome, lines);
  const { portfolioConflict } = await import("../explain/portfolio-conflict.ts");
  const { whatContradicts } = await import("./explain-conflict.ts");
  const soon = performance.now() + EXPLAINING;
  const { deadline = Number.POSITIVE_INFINITY } = control;
  let conflict: Awaited<ReturnType<typeof portfolioConflict>>;
  try {
    conflict = await portfolioConflict(planned.plan, outcome.witness, {
      search,
      solver: "auto",
      control: { ...control, deadline: Math.min(soon, deadline) },
    });
  } catch (error) {
    if (error instanceof TimeLimitError && soon < deadline) return whatStopped(planned, outcome, lines);
    throw error;
  }
  const { detail, conflicts } = whatContradicts(planned, conflict, lines);
  const error = inPlaces(new InfeasibleError(detail, conflicts), planned.people, lines);
  return { detail: error.message, conflicts: error.conflicts };
}

function seatedLineups(
  { plan, problem }: PlannedPortfolio,
  lineups: readonly PortfolioLineup[],
  { startsOf }: Pick<PortfolioSolving, "startsOf">,
) {
  const reseat = startsOf && lateSeatingOf(problem, plan.model, startsOf);
  return seatSolutions(plan.model, lineups).map((seats, index) => {
    const { drawn } = lineups[index]!;
    return { ...priceLineup(problem, reseat?.(seats) ?? seats), ...(drawn !== undefined && { drawn }) };
  });
}

/** The second opinion on every lineup and on all of them: the checks, and the totals summed anew. */
function judge(
  description: Portfolio,
  { problem, people, plan, avoided }: PlannedPortfolio,
  { facts }: PlanInputs,
  lineups: readonly PricedLineup[],
  answered: Answered,
): void {
  const brokenBy = judgeOf(problem);
  for (const [index, { seats, points }] of lineups.entries()) {
    const [violation] = brokenBy(seats);
    if (violation !== undefined)
      throw new SolverFailedError(`A solver returned an illegal lineup: ${violation.detail}`);
    const claimed = answered.lineups[index]!.points;
    if (points !== claimed)
      throw new SolverFailedError(`A solver claimed ${claimed} units of points for a lineup of ${points}.`);
  }
  const isShort = answered.shortfall !== undefined;
  const [first, ...others] = checkPortfolio(
    lineups.map(({ seats }) => seats),
    { description, problem, people, count: plan.count, avoided, facts, isShort },
  );
  if (first !== undefined)
    throw new SolverFailedError(
      `A solver returned a portfolio that breaks its description (${first.pointer}): ${first.detail}` +
        (others.length > 0 ? ` There is more of it: ${others.length}.` : ""),
    );
  const sum = lineups.reduce((so, lineup) => so + lineup.points, 0);
  if (answered.bound !== null && !isShort && sum > answered.bound)
    throw new SolverFailedError(
      `A solver claimed that no portfolio has more than ${answered.bound}; one has ${sum}.`,
    );
  if (!isShort && lineups.length !== plan.count)
    throw new SolverFailedError(
      `A solver returned ${lineups.length} of ${plan.count} lineups as a whole portfolio.`,
    );
}
