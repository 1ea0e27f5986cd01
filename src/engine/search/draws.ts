import type { ContestPlan, ContestReturns, Prospects } from "../model/contest-plan.ts";
import type { DrawSource } from "../model/draw-source.ts";
import type { Model } from "../model/model.ts";
import { BLOCK } from "../solver/draws/drawing.ts";
import type { PackedSolutions } from "../solver/packed-solutions.ts";
import type { Runner } from "./runner.ts";
import type { Ending } from "./stop.ts";

/** A request for the best lineups in each of `draws` simulated outcomes of a slate. */
export interface DrawsRequest {
  readonly model: Model;
  readonly source: DrawSource;
  readonly draws: number;
  /** How many best lineups to find for each draw. */
  readonly top: number;
}

/** How many draws a thread solves at a time. */
const DRAWS_PORTION = 4 * BLOCK;

/** Finds the best lineups of draws on all threads; `take` receives them portion by portion, in order. */
export function solveDrawsOn(
  runner: Runner,
  { model, source, draws, top }: DrawsRequest,
  stop: Ending,
  take: (portion: PackedSolutions) => void,
): Promise<void> {
  return inPortions(
    { threads: runner.threads, size: DRAWS_PORTION, all: draws },
    (from, count) => runner.run("draws", { model, source, from, count, top }, stop),
    take,
  );
}

interface Portions {
  readonly threads: number;
  /** The number of draws in each portion except the last. */
  readonly size: number;
  readonly all: number;
}

/** Runs work portion by portion, one portion per thread at a time; `take` receives the results in order. */
async function inPortions<Answer>(
  { threads, size, all }: Portions,
  work: (from: number, count: number) => Promise<Answer>,
  take: (answer: Answer) => void,
): Promise<void> {
  const done = new Map<number, Answer>();
  let asked = 0;
  let taken = 0;
  async function goOn(): Promise<void> {
    while (asked < all) {
      const from = asked;
      const count = Math.min(size, all - from);
      asked += count;
      done.set(from, await work(from, count));
      for (let next = done.get(taken); next !== undefined; next = done.get(taken)) {
        done.delete(taken);
        taken += Math.min(size, all - taken);
        take(next);
      }
    }
  }
  const stop = (cause: unknown) => {
    asked = all;
    throw cause;
  };
  await Promise.all(Array.from({ length: Math.max(1, threads) }, () => goOn().catch(stop)));
}

/** How many draws of a contest a thread plays at a time. */
export const CONTEST_PORTION = 2 * BLOCK;

/** A request to play a contest in `draws` simulated outcomes of its slate. */
export interface ContestRequest {
  readonly plan: ContestPlan;
  /** The index of the first draw; a multiple of `BLOCK`. */
  readonly from: number;
  readonly draws: number;
}

/**
 * Ranks each of the user's lineups against the opponents alone, without the user's other lineups, on all
 * threads; `take` receives the results in order.
 */
export function prospectsOn(
  runner: Runner,
  { plan, from, draws }: ContestRequest,
  stop: Ending,
  take: (prospects: Prospects) => void,
): Promise<void> {
  return inPortions(
    { threads: runner.threads, size: CONTEST_PORTION, all: draws },
    (first, count) => runner.run("prospects", { plan, from: from + first, count }, stop),
    take,
  );
}

/** Plays a contest's draws on all threads; `take` receives the returns portion by portion, in order. */
export function playContestOn(
  runner: Runner,
  { plan, from, draws }: ContestRequest,
  stop: Ending,
  take: (returns: ContestReturns) => void,
): Promise<void> {
  return inPortions(
    { threads: runner.threads, size: CONTEST_PORTION, all: draws },
    (first, count) => runner.run("contest", { plan, from: from + first, count }, stop),
    take,
  );
}
