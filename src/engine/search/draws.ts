import type { DrawSource } from "../model/draw-source.ts";
import type { Model } from "../model/model.ts";
import { BLOCK } from "../solver/draws/drawing.ts";
import type { PackedSolutions } from "../solver/packed-solutions.ts";
import { inPortions } from "./portions.ts";
import type { Runner } from "./runner.ts";
import type { Ending } from "./stop.ts";

/** The draws of a slate to solve. */
export interface DrawsRequest {
  readonly model: Model;
  readonly source: DrawSource;
  readonly draws: number;
  /** How many best lineups to find for each draw. */
  readonly top: number;
}

/** How many draws a thread gets at a time. */
const PORTION = 4 * BLOCK;

/** Solves draws on all threads of a runner; `take` receives the results portion by portion, in order. */
export function solveDrawsOn(
  runner: Runner,
  { model, source, draws, top }: DrawsRequest,
  stop: Ending,
  take: (portion: PackedSolutions) => void,
): Promise<void> {
  return inPortions(
    { threads: runner.threads, size: PORTION, all: draws },
    (from, count) => runner.run("draws", { model, source, from, count, top }, stop),
    take,
  );
}
