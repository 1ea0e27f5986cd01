import type { ContestPlan, ContestReturns } from "../model/contest-plan.ts";
import type { Prospects } from "../model/contest-prospects.ts";
import { BLOCK } from "../solver/draws/drawing.ts";
import { inPortions } from "./portions.ts";
import type { Runner } from "./runner.ts";
import type { Ending } from "./stop.ts";

/** How many draws a thread gets at a time. */
export const PORTION = 2 * BLOCK;

/** The draws of a contest to play. */
export interface ContestRequest {
  readonly plan: ContestPlan;
  /** The first draw, which must be the first of a block, and the number of draws. */
  readonly from: number;
  readonly draws: number;
}

/**
 * Ranks own lineups against the field alone, on all threads; `take` receives the results portion by portion,
 * in order.
 */
export function prospectsOn(
  runner: Runner,
  { plan, from, draws }: ContestRequest,
  stop: Ending,
  take: (prospects: Prospects) => void,
): Promise<void> {
  return inPortions(
    { threads: runner.threads, size: PORTION, all: draws },
    (first, count) => runner.run("prospects", { plan, from: from + first, count }, stop),
    take,
  );
}

/** Plays draws on all threads of a runner; `take` receives the returns portion by portion, in order. */
export function playContestOn(
  runner: Runner,
  { plan, from, draws }: ContestRequest,
  stop: Ending,
  take: (returns: ContestReturns) => void,
): Promise<void> {
  return inPortions(
    { threads: runner.threads, size: PORTION, all: draws },
    (first, count) => runner.run("contest", { plan, from: from + first, count }, stop),
    take,
  );
}
