import type { DrawSource } from "../model/draw-source.ts";
import type { Model } from "../model/model.ts";
import { BLOCK } from "../solver/draws/drawing.ts";
import type { PackedSolutions } from "../solver/packed-solutions.ts";
import type { Runner } from "./runner.ts";
import type { Stop } from "./stop.ts";

/** Draws of a slate to be solved. */
export interface DrawsRequest {
  readonly model: Model;
  readonly source: DrawSource;
  readonly draws: number;
  /** How many best lineups of each draw. */
  readonly top: number;
}

/** How many draws a thread is given at a time. */
const PORTION = 4 * BLOCK;

/** Solves draws on all threads of a runner; `take` gets them portion by portion, in their order. */
export async function solveDrawsOn(
  runner: Runner,
  { model, source, draws, top }: DrawsRequest,
  stop: Stop,
  take: (portion: PackedSolutions) => void,
): Promise<void> {
  const done = new Map<number, PackedSolutions>();
  let asked = 0;
  let taken = 0;
  async function work(): Promise<void> {
    while (asked < draws) {
      const from = asked;
      const count = Math.min(PORTION, draws - from);
      asked += count;
      done.set(from, await runner.run("draws", { model, source, from, count, top }, stop));
      for (let next = done.get(taken); next !== undefined; next = done.get(taken)) {
        done.delete(taken);
        taken += Math.min(PORTION, draws - taken);
        take(next);
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, runner.threads) }, work));
}
