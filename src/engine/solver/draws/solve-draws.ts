import { turn } from "../../../shared/clock.ts";
import { seatCount } from "../../../shared/roster.ts";
import type { DrawSource } from "../../model/draw-source.ts";
import type { Model } from "../../model/model.ts";
import type { PackedSolutions } from "../contract.ts";
import { type Interrupt, throwIfInterrupted } from "../interrupt.ts";
import { loadOrdered } from "../paths/ordered/load.ts";
import { createDrawSolver } from "./draw-solver.ts";
import { BLOCK, Drawing } from "./drawing.ts";

/** Draws of a slate to solve: those from `from` on, `count` of them. */
export interface DrawsTask {
  readonly model: Model;
  readonly source: DrawSource;
  /** The index of the first draw, a multiple of `BLOCK`. */
  readonly from: number;
  readonly count: number;
  /** How many best lineups to find for each draw. */
  readonly top: number;
}

/**
 * Finds the best lineups of each draw: `top` per draw, one draw after another. If a draw has fewer, the
 * missing ones have picks of -1 and 0 points.
 * @throws UnsupportedModelError, AbortedError, TimeLimitError
 */
export async function solveDraws(
  { model, source, from, count, top }: DrawsTask,
  interrupt: Interrupt,
): Promise<PackedSolutions> {
  const seats = seatCount(model.slots);
  await loadOrdered();
  const drawing = new Drawing(source, model.picks.entry);
  const solver = createDrawSolver(model, top);
  const picks = new Int32Array(count * top * seats).fill(-1);
  const points = new Float64Array(count * top);
  for (let draw = 0; draw < count; draw += 1) {
    if (draw % BLOCK === 0) {
      throwIfInterrupted(interrupt);
      await turn();
      drawing.begin((from + draw) / BLOCK);
      solver.forget();
    }
    drawing.next();
    const found = solver.best(drawing.points);
    // A model without a lineup has none in any draw.
    if (found.points.length === 0) break;
    picks.set(found.picks, draw * top * seats);
    points.set(found.points, draw * top);
  }
  return { picks, points };
}
