import { TimeLimitError } from "../../../errors.ts";
import { keepsPlan } from "../../../model/keeps-plan.ts";
import { POINT_UNITS } from "../../../model/model.ts";
import type { PortfolioOutcome, PortfolioPlan, PortfolioProgress } from "../../../model/portfolio-plan.ts";
import type { BinarySolver } from "../../binary.ts";
import type { HighsSolver } from "../../highs.ts";
import { type Interrupt, now } from "../../interrupt.ts";
import type { LinearProgram } from "../../linear-program.ts";
import { loadOrdered } from "../../paths/ordered/load.ts";
import { smallLinearProgram } from "../../simplex/small-linear-program.ts";
import { type Column, columnsOf } from "./columns.ts";
import { DIVES, dive, LENIENT } from "./dive.ts";
import { feed } from "./feed.ts";
import { bestOfFew, fewThatMatter } from "./few.ts";
import { grow, mix } from "./generate.ts";
import { bestFirst, Ledger } from "./ledger.ts";
import type { LineupStream } from "./lineup-stream.ts";
import { MISSING, type Mixture } from "./master.ts";
import { setUp, type Workbench } from "./set-up.ts";

/** What the joint method works with. */
export interface JointTools {
  readonly stream: LineupStream;
  readonly highs: Pick<HighsSolver, "linearProgram" | "solve">;
}

export interface JointOptions {
  /** The search ends when the bound is above the sum by no more than this part of it; 0.0002 where absent. */
  readonly gap?: number | undefined;
  /** Lineups to start from, as the model's picks; where they keep the plan, the answer is no worse. */
  readonly start?: readonly (readonly number[])[] | undefined;
}

export const GAP = 0.0002;

/** After so many rounds whose mixture lacks something it is asked whether any mixture lacks nothing, whatever its points. */
const HUNGRY = 6;

/** The part of the time that is left over for rounding. */
const TIME_TO_GROW = 0.6;

/**
 * Of all sets of different lineups that keep a plan, one with the greatest sum of points, as near as the gap says, and
 * the proof: column generation with the best lineups at the master's duals, a bound in whole numbers, and a dive.
 * @throws AbortedError; TimeLimitError where time ends before a portfolio is found; UnsupportedModelError,
 * SolverFailedError
 */
export async function solveJoint(
  plan: PortfolioPlan,
  { gap = GAP, start = [] }: JointOptions,
  { stream, highs }: JointTools,
  interrupt: Interrupt,
  report: (progress: PortfolioProgress) => void,
): Promise<PortfolioOutcome> {
  await loadOrdered();
  const started = start.map(columnsOf(plan));
  const ledger = new Ledger(plan, gap, started, report);
  if (keepsPlan(plan, start)) ledger.take(started);
  const program = masterFor(plan, highs);
  try {
    const bench = await setUp(plan, { start: started, stream, program });
    if (bench === null) return { kind: "short", lineups: [], proved: true, witness: null, stoppedBy: null };
    if (bench.isTooFew) return await shortOf(bench, { proved: true, witness: [] }, interrupt);
    return await search(bench, ledger, highs.solve, interrupt);
  } catch (error) {
    if (error instanceof TimeLimitError && ledger.hasPortfolio) return solvedBy(ledger);
    throw error;
  } finally {
    program.dispose();
  }
}

/**
 * Least shares make hundreds of columns join what has no solution yet, after which HiGHS begins anew; without them its
 * steps are the faster ones.
 */
function masterFor({ shares }: PortfolioPlan, highs: JointTools["highs"]): LinearProgram {
  const anyLeast = shares.some(({ least }) => least > 0);
  return anyLeast ? smallLinearProgram(() => highs.linearProgram()) : highs.linearProgram();
}

/** Dives once the bound is near the mixture, and in other ways when no lineup makes the mixture better. */
async function search(
  bench: Workbench,
  ledger: Ledger,
  solve: BinarySolver["solve"],
  interrupt: Interrupt,
): Promise<PortfolioOutcome> {
  const growUntil = now() + TIME_TO_GROW * (interrupt.deadline - now());
  let [dives, rounds] = [0, 0];
  for (;;) {
    const round = await grow(bench, interrupt);
    ledger.learn(round);
    if (ledger.isNear) return solvedBy(ledger);
    const { mixture } = round;
    const isLast = round.joined === 0 || now() > growUntil;
    if (mixture.missing > MISSING) {
      rounds += 1;
      if (!isLast && rounds !== HUNGRY) continue;
      const fed = await feed(bench, interrupt);
      if (fed.kind === "unknown" && !isLast) continue;
      if (fed.kind === "none") return shortOf(bench, { proved: true, witness: fed.witness }, interrupt);
      if (fed.kind === "unknown") return shortOf(bench, UNPROVED, interrupt);
      continue;
    }
    if (!isLast && (dives > 0 || !ledger.isPromising(mixture.objective * POINT_UNITS))) continue;
    do {
      const { columns, isWhole } = await dive(bench, mixture, DIVES[dives]!, interrupt);
      dives += 1;
      if (isWhole && keepsPlan(bench.plan, picksOf(columns))) ledger.take(columns);
      if (ledger.isNear) return solvedBy(ledger);
      // With a mixture that cannot be better, the next manner is tried at once.
    } while (isLast && dives < DIVES.length && now() <= growUntil);
    if (!isLast || dives < DIVES.length) continue;
    await better(bench, ledger, { mixture, until: growUntil }, interrupt);
    if (ledger.isNear) return solvedBy(ledger);
    return await settle(bench, ledger, solve, interrupt);
  }
}

/** How often half of the best portfolio is given up for something better. */
const TRIES = 4;

/** Gives up half of the best portfolio, another one each time, and dives for something better in its place. */
async function better(
  bench: Workbench,
  ledger: Ledger,
  { mixture, until }: { readonly mixture: Mixture; readonly until: number },
  interrupt: Interrupt,
): Promise<void> {
  const { columnOf } = bench.pricing;
  for (let tried = 0; ledger.hasPortfolio && tried < TRIES && now() <= until; tried += 1) {
    const columns = ledger.lineups.map(({ picks }) => columnOf(picks));
    bench.master.addColumns(columns.filter((column) => !bench.master.has(column)));
    // By the golden ratio, so that any two of them part now and then.
    const held = columns.filter((_, at) => ((at + 1) * (tried + 1) * 0.618_033_988_749_895) % 1 >= 0.5);
    const keys = new Set(held.map(({ key }) => key));
    const dived = await dive(bench, mixture, DIVES[tried % 2]!, interrupt, keys);
    if (dived.isWhole && keepsPlan(bench.plan, picksOf(dived.columns))) ledger.take(dived.columns);
    if (ledger.isNear) return;
  }
}

/** Where few lineups matter, the best portfolio out of these is the best of all. */
async function settle(
  bench: Workbench,
  ledger: Ledger,
  solve: BinarySolver["solve"],
  interrupt: Interrupt,
): Promise<PortfolioOutcome> {
  const lineups = ledger.prices && (await fewThatMatter(bench, ledger.prices, ledger.open));
  const best = lineups ? bestOfFew(bench, lineups, solve, interrupt) : "many";
  if (best !== null && best !== "many" && keepsPlan(bench.plan, picksOf(best))) ledger.take(best);
  if (ledger.hasPortfolio) return solvedBy(ledger);
  return await shortOf(bench, { proved: best === null, witness: null }, interrupt);
}

function picksOf(columns: readonly Column[]): readonly (readonly number[])[] {
  return columns.map(({ picks }) => picks);
}

function solvedBy(ledger: Ledger): PortfolioOutcome {
  return { kind: "solved", solution: ledger.solution() };
}

type Short = Extract<PortfolioOutcome, { readonly kind: "short" }>;

const UNPROVED = { proved: false, witness: null };

/** As many lineups as are found, and as much of the least shares; no fewer than it began with. */
async function shortOf(
  bench: Workbench,
  proof: Pick<Short, "proved" | "witness">,
  interrupt: Interrupt,
): Promise<Short> {
  const { start, isTooFew } = bench;
  const dived =
    isTooFew && start.length > 0
      ? []
      : (await dive(bench, await mix(bench, interrupt), LENIENT, interrupt)).columns;
  const lineups = bestFirst(dived.length > start.length ? dived : start);
  return { kind: "short", lineups, ...proof, stoppedBy: null };
}
