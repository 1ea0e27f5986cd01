import { SolverFailedError, TimeLimitError, UnsupportedModelError } from "../../../../shared/errors.ts";
import { keepsPlan } from "../../../model/chosen-lineups.ts";
import { POINT_UNITS } from "../../../model/model.ts";
import type {
  PortfolioOutcome,
  PortfolioPlan,
  PortfolioProgress,
  SearchEnd,
  ShortPortfolio,
} from "../../../model/portfolio-plan.ts";
import { satisfies } from "../../../model/satisfies.ts";
import type { HighsSolver, ImprovingSolver } from "../../highs.ts";
import { type Interrupt, timeLeft } from "../../interrupt.ts";
import { loadOrdered } from "../../paths/ordered/load.ts";
import type { LineupStream } from "../lineup-stream.ts";
import { DIVES, dive, LENIENT } from "./dive.ts";
import { bestFirst, Incumbent } from "./incumbent.ts";
import { isPositive } from "./master.ts";
import { MOST_WORK_IN_VAIN, restrictedIntegerPrograms, takeIfKept } from "./restricted-integer-programs.ts";
import {
  generateColumns,
  type PlanByClass,
  phaseOne,
  planByClassOf,
  type RestrictedMaster,
  setUp,
  solveMaster,
} from "./restricted-master.ts";
import { type Column, readShares } from "./rows.ts";

type JointSolver = Pick<HighsSolver, "linearProgram" | "improve">;

export interface JointTools {
  readonly stream: LineupStream;
  readonly highs: () => Promise<JointSolver>;
}

export interface JointOptions {
  /**
   * The search ends at this relative gap between bound and sum. By default 0.0002, and 0.002 when only
   * integer programs could find more; the search then also ends when they improve little.
   */
  readonly gap?: number | undefined;
  readonly mostOfOne?: number | undefined;
  /** If these lineups (picks) keep the plan, the answer has at least as many points. */
  readonly start?: readonly (readonly number[])[] | undefined;
}

export const GAP = 0.0002;
const SLOW_GAP = { gap: 0.002, mostInVain: MOST_WORK_IN_VAIN };

/** From this many lineups on, steepest-edge pricing takes less time in total than Dantzig's rule. */
const MANY_LINEUPS = 1_000;

/**
 * Fraction of the time for building lineups, at first one by one and then by column generation; what follows has
 * the rest.
 */
export const TIME_TO_BUILD = 0.6;

/**
 * Finds the lineups that keep a plan and have the greatest sum of points, within the gap, and proves a bound
 * on the sum. Column generation collects lineups and proves the bound in whole numbers; dives combine lineups
 * into portfolios.
 * @throws AbortedError; TimeLimitError if there is no portfolio at the time limit; UnsupportedModelError,
 * SolverFailedError
 */
export async function solveJoint(
  plan: PortfolioPlan,
  { gap, mostOfOne, start = [] }: JointOptions,
  tools: JointTools,
  interrupt: Interrupt,
  report: (progress: PortfolioProgress) => void,
): Promise<PortfolioOutcome> {
  const { stream } = tools;
  const { model, count } = plan;
  const planByClass = planByClassOf(plan, [{ model, count, weight: 1 }], stream);
  const started = start.map(planByClass.classes[0]!.columnOf);
  const incumbent = new Incumbent(plan, gap ?? GAP, started, report);
  // First, so that the first report of a whole portfolio has a bound and a gap.
  if (mostOfOne !== undefined) incumbent.prove(BigInt(plan.count) * BigInt(mostOfOne));
  if (keepsPlan(plan, start)) incumbent.take(started, true);
  await loadOrdered();
  const highs = await tools.highs().catch((error: unknown) => {
    if (error instanceof UnsupportedModelError && incumbent.hasPortfolio) return null;
    throw error;
  });
  const slow = gap === undefined ? SLOW_GAP : { gap, mostInVain: Number.POSITIVE_INFINITY };
  const ended =
    highs === null
      ? "no-solver"
      : await searchColumns(planByClass, { started, incumbent, slow, highs }, interrupt);
  return typeof ended === "string" ? { kind: "solved", solution: incumbent.solution(ended) } : ended;
}

/**
 * Searches for the columns that keep a plan and have the greatest sum, from those that `incumbent` may have.
 * Returns why the search ended if there is a portfolio; otherwise the outcome without one.
 * @throws AbortedError; TimeLimitError, SolverFailedError if there is no portfolio
 */
export async function searchColumns(
  planByClass: PlanByClass,
  {
    started,
    incumbent,
    slow,
    highs,
  }: {
    readonly started: readonly Column[];
    readonly incumbent: Incumbent;
    readonly slow: Omit<Settling, "improve">;
    readonly highs: JointSolver;
  },
  interrupt: Interrupt,
): Promise<SearchEnd | ShortPortfolio> {
  const { plan, shareRows } = planByClass;
  const none: ShortPortfolio = { kind: "short", lineups: [], proved: true, witness: null, stoppedBy: null };
  if (shareRows.some(({ lower, upper }) => lower > upper)) return none;
  // With shares that are not `plain`, Dantzig's duals make pricing much slower than steepest-edge duals do.
  const isPlain = plan.count < MANY_LINEUPS && readShares(plan).every(({ plain }) => plain !== null);
  const program = highs.linearProgram(isPlain ? "dantzig" : "steepest-edge");
  try {
    const restricted = await setUp(planByClass, { start: started, program });
    if (restricted === null) return none;
    if (restricted.isTooFew) return await shortOf(restricted, { proved: true, witness: [] }, interrupt);
    incumbent.columns = restricted.master.columns;
    incumbent.learn(restricted.simplest);
    joinEarlier(restricted, incumbent);
    if (incumbent.isNear) return "gains";
    return await search(restricted, incumbent, { ...slow, improve: highs.improve }, interrupt);
  } catch (error) {
    // The best portfolio so far is an answer, with a proven bound.
    const isEnd = error instanceof TimeLimitError || error instanceof SolverFailedError;
    if (isEnd && incumbent.hasPortfolio) return error instanceof TimeLimitError ? "time" : "failure";
    throw error;
  } finally {
    program.dispose();
  }
}

interface Settling {
  readonly gap: number;
  readonly improve: ImprovingSolver;
  /** How much work integer programs may do without progress (see `MOST_WORK_IN_VAIN`). */
  readonly mostInVain: number;
}

/**
 * Generates columns until none improves the LP solution or time is short. Dives once the solution is near the
 * bound, and again at the end; then `settle` narrows the gap.
 */
async function search(
  restricted: RestrictedMaster,
  incumbent: Incumbent,
  settling: Settling,
  interrupt: Interrupt,
): Promise<SearchEnd | ShortPortfolio> {
  const timeToRound = (1 - TIME_TO_BUILD) * timeLeft(interrupt);
  const isTimeToRound = () => timeLeft(interrupt) < timeToRound;
  let dives = 0;
  restricted.separates = !restricted.pairRule.isRestrictive;
  for (;;) {
    const round = await generateColumns(restricted, interrupt);
    incumbent.learn(round);
    if (round.bound === null) return shortOf(restricted, { proved: true, witness: [] }, interrupt);
    if (incumbent.isNear) return "gains";
    const { relaxation } = round;
    const isLast = round.joined === 0 || isTimeToRound();
    if (isPositive(relaxation.missing)) {
      if (!isLast) continue;
      const phase = await phaseOne(restricted, interrupt);
      if (phase.kind === "none")
        return shortOf(restricted, { proved: true, witness: phase.witness }, interrupt);
      if (!restricted.separates && phase.kind === "unknown") restricted.separates = true;
      else if (phase.kind === "unknown" && !incumbent.hasPortfolio)
        return settle(restricted, incumbent, settling, interrupt);
      continue;
    }
    const isPromising = incumbent.isPromising(relaxation.objective * POINT_UNITS);
    if (!restricted.separates && (round.joined === 0 || isPromising)) {
      takeIfKept(restricted, incumbent, await dive(restricted, relaxation, DIVES[0]!, interrupt));
      if (incumbent.isNear) return "gains";
      restricted.separates = true;
      continue;
    }
    if (!isLast && (dives > 0 || !isPromising)) continue;
    do {
      takeIfKept(restricted, incumbent, await dive(restricted, relaxation, DIVES[dives]!, interrupt));
      dives += 1;
      if (incumbent.isNear) return "gains";
      // If the LP solution cannot improve, or time is short, the next dive follows at once.
    } while (isLast && dives < DIVES.length);
    if (!isLast) continue;
    return await settle(restricted, incumbent, settling, interrupt, isTimeToRound() ? "time" : "gains");
  }
}

async function settle(
  restricted: RestrictedMaster,
  incumbent: Incumbent,
  settling: Settling,
  interrupt: Interrupt,
  endedBy: SearchEnd = "gains",
): Promise<SearchEnd | ShortPortfolio> {
  // Built now, because there is no time for it after the time limit.
  const short = incumbent.hasPortfolio
    ? null
    : await shortOf(restricted, { proved: false, witness: null }, interrupt);
  try {
    incumbent.accept(settling.gap);
    const isSettled =
      incumbent.isNear || (await restrictedIntegerPrograms(restricted, incumbent, settling, interrupt));
    if (!incumbent.hasPortfolio && short !== null) return { ...short, proved: isSettled };
  } catch (error) {
    if (!(error instanceof TimeLimitError) || short === null || incumbent.hasPortfolio) throw error;
    return short;
  }
  return endedBy;
}

/** Adds the lineups of an earlier answer that the model still allows. */
function joinEarlier(restricted: RestrictedMaster, incumbent: Incumbent): void {
  const { plan, master, classes } = restricted;
  const allowed = (plan.earlier ?? [])
    .map((picks) => classes[0]!.columnOf(Array.from(picks)))
    .filter((column) => satisfies(plan.model, column.picks) && !classes[0]!.isBarred(column));
  master.addColumns(allowed.filter((column) => !master.has(column)));
  takeIfKept(restricted, incumbent, allowed);
}

/**
 * The outcome if no portfolio was found: the lineups that a lenient dive finds (see `DiveManner`), or those
 * that the search started from unless the dive finds more.
 */
async function shortOf(
  restricted: RestrictedMaster,
  proof: Pick<ShortPortfolio, "proved" | "witness">,
  interrupt: Interrupt,
): Promise<ShortPortfolio> {
  const { start, isTooFew } = restricted;
  const dived =
    isTooFew && start.length > 0
      ? []
      : await dive(restricted, await solveMaster(restricted, interrupt), LENIENT, interrupt);
  const lineups = bestFirst(dived.length > start.length ? dived : start);
  return { kind: "short", lineups, ...proof, stoppedBy: null };
}
