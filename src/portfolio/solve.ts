import { AbortedError, InfeasibleError, TimeLimitError } from "../errors.ts";
import { lateSeatingOf } from "../lineup/late-seats.ts";
import { type FoundLineup, priceLineup, sortLineups } from "../lineup/priced-lineup.ts";
import { seatSolutions } from "../lineup/seat-solutions.ts";
import type { Model } from "../model/model.ts";
import type {
  PortfolioLineup,
  PortfolioOutcome,
  PortfolioProgress,
  ShortPortfolio,
} from "../model/portfolio-plan.ts";
import type { FileSeats } from "../problem/file-seats.ts";
import type { Portfolio } from "../schema/portfolio.ts";
import type { PortfolioResult } from "../schema/portfolio-result.ts";
import type { Search } from "../search/search.ts";
import type { Control } from "../solver/contract.ts";
import { mostApart } from "../solver/portfolio/most-apart.ts";
import type { SolverName } from "../solver/registry.ts";
import { costsOf, partOfTime } from "./costs.ts";
import { inPlaces, type ShortReason, whatStopped, whatTakesLong } from "./explain-short.ts";
import { judge } from "./judge.ts";
import { type Answered, type PortfolioReport, portfolioResult, reportOf } from "./outcome.ts";
import type { Lines } from "./places.ts";
import type { PlanInputs, PlannedPortfolio } from "./plan.ts";
import { whatIsTooFew } from "./too-few-apart.ts";

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
  const result = portfolioResult(planned, answered);
  return {
    lineups: planned.plan.random === null ? sortLineups(planned.problem, lineups) : lineups,
    solver,
    result: {
      ...result,
      ...(await costsAsked({ description, planned, inputs, answered }, result, solving)),
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
  { lineups: asked, sum, bound, gap }: PortfolioResult,
  solving: PortfolioSolving,
): Promise<Pick<PortfolioResult, "costs">> {
  if (solving.costs !== true || whole.answered.shortfall !== undefined) return {};
  const report = { lineups: asked, asked, sum, bound, gap };
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

const HALF = 0.5;

async function answerOf(planned: PlannedPortfolio, inputs: PlanInputs, solving: PortfolioSolving) {
  const { plan, method } = planned;
  const { search, gap, onProgress } = solving;
  // The rest is for the portfolios without each rule.
  const control = solving.costs === true ? partOfTime(solving.control, HALF) : solving.control;
  const tooFew = whatIsTooFew(plan, inputs.lines);
  if (tooFew !== null && solving.onShortfall !== "keep")
    throw new InfeasibleError(tooFew.detail, tooFew.conflicts);
  let last: PortfolioProgress | null = null;
  const tell = (progress: PortfolioProgress) => {
    last = progress;
    onProgress?.(reportOf(progress, plan.count));
  };
  try {
    const { outcome, solver } = await search.portfolio(plan, { method, gap }, solving.solver, control, tell);
    return { answered: await answeredOf(outcome, planned, inputs, solving, tell), solver };
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
  tell: (progress: PortfolioProgress) => void,
): Promise<Answered> {
  if (outcome.kind === "solved") return outcome.solution;
  const { plan } = planned;
  if (outcome.lineups.length === 0) {
    const { solutions } = await search.best(plan.model, 1, "auto", control);
    if (solutions.length === 0) throw inPlaces(await explain(plan.model), planned.people, inputs.lines);
  }
  const { detail, conflicts } = await reasonOf(outcome, planned, inputs, { search, control, explain });
  const lineups = onShortfall === "keep" ? await builtOf(outcome, planned, { search, control }, tell) : [];
  if (lineups.length === 0) throw new InfeasibleError(detail, conflicts);
  return {
    lineups,
    bound: null,
    prices: null,
    shortfall: { reason: detail, isProved: outcome.proved },
  };
}

/** What was built; where nothing was, as there can be no portfolio, what can be without least shares. */
async function builtOf(
  { lineups }: ShortPortfolio,
  { plan, method }: PlannedPortfolio,
  { search, control }: Pick<PortfolioSolving, "search" | "control">,
  tell: (progress: PortfolioProgress) => void,
): Promise<readonly PortfolioLineup[]> {
  if (lineups.length > 0 || method === "sequential") return lineups;
  const count = Math.min(plan.count, mostApart(plan));
  const shares = plan.shares.map((share) => ({ ...share, least: 0, most: Math.min(share.most, count) }));
  // Lineups that hardly leave each other room are more where they are looked for together.
  for (const way of count < plan.count ? (["joint", "sequential"] as const) : (["sequential"] as const)) {
    const { outcome } = await search.portfolio(
      { ...plan, shares, count },
      { method: way },
      "auto",
      control,
      tell,
    );
    const built = outcome.kind === "solved" ? outcome.solution.lineups : outcome.lineups;
    if (built.length > 0) return built;
  }
  return [];
}

/** Why there is no whole portfolio; what contradicts each other where that is proved of all lineups together. */
async function reasonOf(
  outcome: ShortPortfolio,
  planned: PlannedPortfolio,
  { lines }: PlanInputs,
  { search, control, explain }: Pick<PortfolioSolving, "search" | "control" | "explain">,
): Promise<ShortReason> {
  if (outcome.stoppedBy !== null || !outcome.proved) return whatStopped(planned, outcome, lines);
  const tooFew = whatIsTooFew(planned.plan, lines);
  if (tooFew !== null) return tooFew;
  const { portfolioConflict } = await import("../explain/portfolio-conflict.ts");
  const { whatContradicts } = await import("./explain-conflict.ts");
  const { whatNoLineupKeeps } = await import("./no-lineup.ts");
  const { deadline = Number.POSITIVE_INFINITY } = control;
  const soon = { ...control, deadline: Math.min(performance.now() + EXPLAINING, deadline) };
  try {
    const own = await whatNoLineupKeeps(outcome.witness, planned, lines, { search, control: soon, explain });
    if (own !== null) return own;
    const how = { search, solver: "auto", control: soon } as const;
    const conflict = await portfolioConflict(planned.plan, outcome.witness, how);
    const { detail, conflicts } = whatContradicts(planned, conflict, lines);
    const error = inPlaces(new InfeasibleError(detail, conflicts), planned.people, lines);
    return { detail: error.message, conflicts: error.conflicts };
  } catch (error) {
    // That there is none is known, however long it would take to say why.
    if (error instanceof TimeLimitError) return whatStopped(planned, outcome, lines);
    throw error;
  }
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
