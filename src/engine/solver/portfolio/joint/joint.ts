import { SolverFailedError, TimeLimitError } from "../../../../shared/errors.ts";
import { keepsPlan } from "../../../model/keeps-plan.ts";
import { type Model, POINT_UNITS } from "../../../model/model.ts";
import type {
  PortfolioOutcome,
  PortfolioPlan,
  PortfolioProgress,
  SearchEnd,
  ShortPortfolio,
} from "../../../model/portfolio-plan.ts";
import type { HighsSolver, ImprovingSolver } from "../../highs.ts";
import { type Interrupt, now } from "../../interrupt.ts";
import { loadOrdered } from "../../paths/ordered/load.ts";
import { SMALL_POOL } from "../listed/all-lineups.ts";
import { byListing, type Listing } from "./by-listing.ts";
import { type Column, columnsOf } from "./columns.ts";
import { DIVES, dive, LENIENT } from "./dive.ts";
import { generateColumns, phaseOne, solveMaster } from "./generate.ts";
import { bestFirst, Incumbent } from "./incumbent.ts";
import type { LineupStream } from "./lineup-stream.ts";
import { lowOverlapStart } from "./low-overlap-start.ts";
import { isAny } from "./near.ts";
import { MOST_IN_VAIN, restrictedIntegerPrograms } from "./restricted-integer-programs.ts";
import { type PortfolioMaster, setUp } from "./restricted-master.ts";
import { readShares } from "./shares.ts";

/** What solves its linear and binary programs. */
type JointSolver = Pick<HighsSolver, "linearProgram" | "improve">;

/** What the joint method works with. */
export interface JointTools {
  readonly stream: LineupStream;
  /** Loaded once there is a portfolio to begin with. */
  readonly highs: () => Promise<JointSolver>;
  /** All legal lineups of a model, as its picks; null where these are too many to list. */
  readonly list: (model: Model) => Promise<readonly (readonly number[])[] | null>;
}

export interface JointOptions {
  /**
   * The search ends when the bound is above the sum by no more than this part of it. Where absent it is 0.0002 while gains are
   * fast, 0.002 once only programs over many lineups could find more, and the search ends once these find little more.
   */
  readonly gap?: number | undefined;
  /** No lineup has more units of points, where that is known. */
  readonly mostOfOne?: number | undefined;
  /** Lineups to start from, as the model's picks; where they keep the plan, the answer is no worse. */
  readonly start?: readonly (readonly number[])[] | undefined;
  /** Whether to give up where prices and dives leave open whether there is a portfolio. */
  readonly isRough?: boolean | undefined;
}

export const GAP = 0.0002;
/** The gap that is small enough, unless a smaller one is asked for, once gains take long. */
const SLOW_GAP = 0.002;

/** After so many rounds, or a dive that rounds nothing, other lineups to begin with are looked for. */
const MANY_ROUNDS = 6;

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
  { gap, mostOfOne, start = [], isRough = false }: JointOptions,
  tools: JointTools,
  interrupt: Interrupt,
  report: (progress: PortfolioProgress) => void,
): Promise<PortfolioOutcome> {
  const { stream } = tools;
  const started = start.map(columnsOf(plan));
  const incumbent = new Incumbent(plan, gap ?? GAP, started, report);
  if (keepsPlan(plan, start)) incumbent.begin(started);
  if (mostOfOne !== undefined) incumbent.prove(BigInt(plan.count) * BigInt(mostOfOne));
  await loadOrdered();
  const highs = await tools.highs();
  // Prices of tests make the search for lineups slower, and more so with the duals of the faster rule.
  const isPlain = readShares(plan).every(({ plain }) => plain !== null);
  const program = highs.linearProgram(isPlain ? "dantzig" : "steepest-edge");
  try {
    const restricted = await setUp(plan, { start: started, stream, program });
    if (restricted === null)
      return { kind: "short", lineups: [], proved: true, witness: null, stoppedBy: null };
    if (restricted.isTooFew) return await shortOf(restricted, { proved: true, witness: [] }, interrupt);
    incumbent.learn(restricted.simplest);
    if (incumbent.isNear) return solvedBy(incumbent);
    let listing: Promise<Listing | null> | undefined;
    const settling: Settling = {
      slowGap: gap ?? SLOW_GAP,
      improve: highs.improve,
      mostInVain: gap === undefined ? MOST_IN_VAIN : Number.POSITIVE_INFINITY,
      listing: () => {
        listing ??= tools
          .list(plan.model)
          .then(
            (legal) =>
              legal &&
              byListing(restricted, incumbent, { legal, linearProgram: highs.linearProgram }, interrupt),
          );
        return listing;
      },
      roughly: (own, limit) => solveJoint(own, { gap: 1, isRough: true }, tools, limit, () => {}),
    };
    return await search(restricted, incumbent, isRough ? null : settling, interrupt);
  } catch (error) {
    // Whatever ends the search, the best portfolio so far is an answer, and its bound is proved.
    const isEnd = error instanceof TimeLimitError || error instanceof SolverFailedError;
    if (isEnd && incumbent.hasPortfolio)
      return solvedBy(incumbent, error instanceof TimeLimitError ? "time" : "failure");
    throw error;
  } finally {
    program.dispose();
  }
}

/** What is done where prices and dives settle nothing. */
interface Settling {
  /** The gap that is small enough then. */
  readonly slowGap: number;
  readonly improve: ImprovingSolver;
  /** Programs end after so many steps of work that gain little. */
  readonly mostInVain: number;
  /** A search among all legal lineups, once; null where these are too many. */
  readonly listing: () => Promise<Listing | null>;
  /** A portfolio of a plan, as good as it comes; short where prices and dives find none. */
  readonly roughly: (plan: PortfolioPlan, interrupt: Interrupt) => Promise<PortfolioOutcome>;
}

/** Generates columns; dives once the bound is near the LP solution, and again when no lineup makes that better. */
async function search(
  restricted: PortfolioMaster,
  incumbent: Incumbent,
  settling: Settling | null,
  interrupt: Interrupt,
): Promise<PortfolioOutcome> {
  const growUntil = now() + TIME_TO_GROW * (interrupt.deadline - now());
  const isTimeToRound = () => now() > growUntil;
  let [dives, rounds] = [0, 0];
  let roughly = settling?.roughly;
  const isSmall = restricted.plan.model.picks.entry.length <= SMALL_POOL;
  const spread = async () => {
    const solve = roughly;
    roughly = undefined;
    if (solve !== undefined && !incumbent.hasPortfolio)
      await lowOverlapStart(restricted, incumbent, solve, interrupt);
  };
  for (;;) {
    const round = await generateColumns(restricted, interrupt);
    rounds += 1;
    incumbent.learn(round);
    if (round.bound === null) return shortOf(restricted, { proved: true, witness: [] }, interrupt);
    if (incumbent.isNear) return solvedBy(incumbent);
    const { relaxation } = round;
    const isLast = round.joined === 0 || isTimeToRound();
    if (isAny(relaxation.missing)) {
      if (!isLast) continue;
      const phase = await phaseOne(restricted, interrupt);
      if (phase.kind === "none")
        return shortOf(restricted, { proved: true, witness: phase.witness }, interrupt);
      if (isSmall && (await settling?.listing())?.isSettled === true)
        return settle(restricted, incumbent, settling, interrupt);
      await spread();
      if (incumbent.isNear) return solvedBy(incumbent);
      if (phase.kind === "unknown" && !incumbent.hasPortfolio)
        return settle(restricted, incumbent, settling, interrupt);
      continue;
    }
    // What goes on for long, or that dives do not round, needs lineups to begin with.
    if (rounds >= MANY_ROUNDS || dives > 0) await spread();
    if (incumbent.isNear) return solvedBy(incumbent);
    if (!isLast && (dives > 0 || !incumbent.isPromising(relaxation.objective * POINT_UNITS))) continue;
    do {
      takeIfKept(restricted, incumbent, await dive(restricted, relaxation, DIVES[dives]!, interrupt));
      dives += 1;
      if (incumbent.isNear) return solvedBy(incumbent);
      if (isSmall && isLast && (await settling?.listing())?.isSettled === true)
        return settle(restricted, incumbent, settling, interrupt);
      // With an LP solution that cannot be better, or no time to make it so, the next manner is tried at once.
    } while (isLast && dives < DIVES.length);
    if (!isLast) continue;
    await spread();
    return await settle(restricted, incumbent, settling, interrupt, isTimeToRound() ? "time" : "gains");
  }
}

/** Goes on until a portfolio is proved to be near the best, or that there is none, or time ends. */
async function settle(
  restricted: PortfolioMaster,
  incumbent: Incumbent,
  settling: Settling | null,
  interrupt: Interrupt,
  endedBy: SearchEnd = "gains",
): Promise<PortfolioOutcome> {
  // When time has ended nothing more is built.
  const short = incumbent.hasPortfolio ? null : await shortOf(restricted, UNPROVED, interrupt);
  if (settling === null) return short ?? solvedBy(incumbent, endedBy);
  let found = short;
  try {
    const listing = await settling.listing();
    if (found !== null && listing !== null && listing.partial.length > found.lineups.length)
      found = { ...found, lineups: bestFirst(listing.partial) };
    if (listing === null) incumbent.accept(settling.slowGap);
    // What a search of all lineups leaves open is a program over them; without a portfolio that takes longer still.
    const isListed = listing !== null && (listing.isSettled || !incumbent.hasPortfolio);
    const isSettled = isListed
      ? listing.isSettled
      : incumbent.isNear || (await restrictedIntegerPrograms(restricted, incumbent, settling, interrupt));
    if (!incumbent.hasPortfolio && found !== null) return { ...found, proved: isSettled };
  } catch (error) {
    if (!(error instanceof TimeLimitError) || found === null || incumbent.hasPortfolio) throw error;
    return found;
  }
  return solvedBy(incumbent, endedBy);
}

function takeIfKept({ plan }: PortfolioMaster, incumbent: Incumbent, columns: readonly Column[]): void {
  const picks = columns.map((column) => column.picks);
  if (keepsPlan(plan, picks)) incumbent.take(columns);
}

/** What stands; `endedBy` counts where it is not near enough to the bound. */
function solvedBy(incumbent: Incumbent, endedBy: SearchEnd = "gains"): PortfolioOutcome {
  return { kind: "solved", solution: incumbent.solution(endedBy) };
}

const UNPROVED = { proved: false, witness: null };

/** As many lineups as are found, and as much of the least shares; no fewer than it began with. */
async function shortOf(
  restricted: PortfolioMaster,
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
