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
import { byPrograms, MOST_IN_VAIN } from "./by-programs.ts";
import { type Column, columnsOf } from "./columns.ts";
import { DIVES, dive, LENIENT } from "./dive.ts";
import { feed, grow, mix } from "./generate.ts";
import { bestFirst, Ledger } from "./ledger.ts";
import type { LineupStream } from "./lineup-stream.ts";
import { isAny } from "./near.ts";
import { type PortfolioBench, setUp } from "./set-up.ts";
import { readShares } from "./shares.ts";
import { spreadOut } from "./spread.ts";

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
  const ledger = new Ledger(plan, gap ?? GAP, started, report);
  if (keepsPlan(plan, start)) ledger.begin(started);
  if (mostOfOne !== undefined) ledger.prove(BigInt(plan.count) * BigInt(mostOfOne));
  await loadOrdered();
  const highs = await tools.highs();
  // Prices of tests make the search for lineups slower, and more so with the duals of the faster rule.
  const isPlain = readShares(plan).every(({ plain }) => plain !== null);
  const program = highs.linearProgram(isPlain ? "dantzig" : "steepest-edge");
  try {
    const bench = await setUp(plan, { start: started, stream, program });
    if (bench === null) return { kind: "short", lineups: [], proved: true, witness: null, stoppedBy: null };
    if (bench.isTooFew) return await shortOf(bench, { proved: true, witness: [] }, interrupt);
    ledger.learn(bench.simplest);
    if (ledger.isNear) return solvedBy(ledger);
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
              legal && byListing(bench, ledger, { legal, linearProgram: highs.linearProgram }, interrupt),
          );
        return listing;
      },
      roughly: (own, limit) => solveJoint(own, { gap: 1, isRough: true }, tools, limit, () => {}),
    };
    return await search(bench, ledger, isRough ? null : settling, interrupt);
  } catch (error) {
    // Whatever ends the search, the best portfolio so far is an answer, and its bound is proved.
    const isEnd = error instanceof TimeLimitError || error instanceof SolverFailedError;
    if (isEnd && ledger.hasPortfolio)
      return solvedBy(ledger, error instanceof TimeLimitError ? "time" : "failure");
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

/** Dives once the bound is near the mixture, and in other ways when no lineup makes the mixture better. */
async function search(
  bench: PortfolioBench,
  ledger: Ledger,
  settling: Settling | null,
  interrupt: Interrupt,
): Promise<PortfolioOutcome> {
  const growUntil = now() + TIME_TO_GROW * (interrupt.deadline - now());
  const isTimeToRound = () => now() > growUntil;
  let [dives, rounds] = [0, 0];
  let roughly = settling?.roughly;
  const isSmall = bench.plan.model.picks.entry.length <= SMALL_POOL;
  const spread = async () => {
    const solve = roughly;
    roughly = undefined;
    if (solve !== undefined && !ledger.hasPortfolio) await spreadOut(bench, ledger, solve, interrupt);
  };
  for (;;) {
    const round = await grow(bench, interrupt);
    rounds += 1;
    ledger.learn(round);
    if (round.bound === null) return shortOf(bench, { proved: true, witness: [] }, interrupt);
    if (ledger.isNear) return solvedBy(ledger);
    const { mixture } = round;
    const isLast = round.joined === 0 || isTimeToRound();
    if (isAny(mixture.missing)) {
      if (!isLast) continue;
      const fed = await feed(bench, interrupt);
      if (fed.kind === "none") return shortOf(bench, { proved: true, witness: fed.witness }, interrupt);
      if (isSmall && (await settling?.listing())?.isSettled === true)
        return settle(bench, ledger, settling, interrupt);
      await spread();
      if (ledger.isNear) return solvedBy(ledger);
      if (fed.kind === "unknown" && !ledger.hasPortfolio && isLast)
        return settle(bench, ledger, settling, interrupt);
      continue;
    }
    // What goes on for long, or that dives do not round, needs lineups to begin with.
    if (rounds >= MANY_ROUNDS || dives > 0) await spread();
    if (ledger.isNear) return solvedBy(ledger);
    if (!isLast && (dives > 0 || !ledger.isPromising(mixture.objective * POINT_UNITS))) continue;
    do {
      takeIfKept(bench, ledger, await dive(bench, mixture, DIVES[dives]!, interrupt));
      dives += 1;
      if (ledger.isNear) return solvedBy(ledger);
      if (isSmall && isLast && (await settling?.listing())?.isSettled === true)
        return settle(bench, ledger, settling, interrupt);
      // With a mixture that cannot be better, or no time to make it so, the next manner is tried at once.
    } while (isLast && dives < DIVES.length);
    if (!isLast) continue;
    await spread();
    return await settle(bench, ledger, settling, interrupt, isTimeToRound() ? "time" : "gains");
  }
}

/** Goes on until a portfolio is proved to be near the best, or that there is none, or time ends. */
async function settle(
  bench: PortfolioBench,
  ledger: Ledger,
  settling: Settling | null,
  interrupt: Interrupt,
  endedBy: SearchEnd = "gains",
): Promise<PortfolioOutcome> {
  // When time has ended nothing more is built.
  const short = ledger.hasPortfolio ? null : await shortOf(bench, UNPROVED, interrupt);
  if (settling === null) return short ?? solvedBy(ledger, endedBy);
  let found = short;
  try {
    const listing = await settling.listing();
    if (found !== null && listing !== null && listing.partial.length > found.lineups.length)
      found = { ...found, lineups: bestFirst(listing.partial) };
    if (listing === null) ledger.accept(settling.slowGap);
    // What a search of all lineups leaves open is a program over them; without a portfolio that takes longer still.
    const isListed = listing !== null && (listing.isSettled || !ledger.hasPortfolio);
    const isSettled = isListed
      ? listing.isSettled
      : ledger.isNear || (await byPrograms(bench, ledger, settling, interrupt));
    if (!ledger.hasPortfolio && found !== null) return { ...found, proved: isSettled };
  } catch (error) {
    if (!(error instanceof TimeLimitError) || found === null || ledger.hasPortfolio) throw error;
    return found;
  }
  return solvedBy(ledger, endedBy);
}

function takeIfKept({ plan }: PortfolioBench, ledger: Ledger, columns: readonly Column[]): void {
  const picks = columns.map((column) => column.picks);
  if (keepsPlan(plan, picks)) ledger.take(columns);
}

/** What stands; `endedBy` counts where it is not near enough to the bound. */
function solvedBy(ledger: Ledger, endedBy: SearchEnd = "gains"): PortfolioOutcome {
  return { kind: "solved", solution: ledger.solution(endedBy) };
}

const UNPROVED = { proved: false, witness: null };

/** As many lineups as are found, and as much of the least shares; no fewer than it began with. */
async function shortOf(
  bench: PortfolioBench,
  proof: Pick<ShortPortfolio, "proved" | "witness">,
  interrupt: Interrupt,
): Promise<ShortPortfolio> {
  const { start, isTooFew } = bench;
  const dived =
    isTooFew && start.length > 0 ? [] : await dive(bench, await mix(bench, interrupt), LENIENT, interrupt);
  const lineups = bestFirst(dived.length > start.length ? dived : start);
  return { kind: "short", lineups, ...proof, stoppedBy: null };
}
