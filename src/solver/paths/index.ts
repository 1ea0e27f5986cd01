import type { Model } from "../../model/model.ts";
import { turn } from "../../shared/turn.ts";
import type { Solution } from "../contract.ts";
import { type Interrupt, throwIfInterrupted } from "../interrupt.ts";
import { AutomatonCache } from "./automaton-cache.ts";
import type { Found, Workshop } from "./enumerate.ts";
import { readInstance } from "./instance.ts";
import { DEFAULT_LIMITS, type PathLimits } from "./limits.ts";
import { Scratch } from "./scratch.ts";
import { enumerateSplit } from "./split.ts";
import { Walk } from "./walk.ts";

/** Milliseconds a solve may hold its thread before other events get their turn. */
const LONGEST_TURN = 10;

/**
 * The path engine: the legal lineups are the ways through a small automaton, and the N best are its N best paths.
 * Exact, and about as fast as one relaxation. It keeps its tables and automata from one solve to the next, so solves
 * take turns.
 */
export interface PathEngine {
  /**
   * As `Solver.best`.
   * @throws UnsupportedModelError for a model that is no roster, or whose rules refuse nearly every lineup.
   */
  best(model: Model, count: number, interrupt: Interrupt): Promise<Solution[]>;
}

export function createPathEngine(limits: PathLimits = DEFAULT_LIMITS): PathEngine {
  const workshop: Workshop = {
    scratch: new Scratch(),
    automata: new AutomatonCache(),
    walk: new Walk(),
    limits,
  };
  let before: Promise<unknown> = Promise.resolve();
  return {
    best(model, count, interrupt) {
      const solved = before.then(() => solve(model, count, interrupt, workshop));
      before = solved.catch(() => undefined);
      return solved;
    },
  };
}

async function solve(
  model: Model,
  count: number,
  interrupt: Interrupt,
  workshop: Workshop,
): Promise<Solution[]> {
  throwIfInterrupted(interrupt);
  const instance = readInstance(model);
  if (instance === null) return [];
  const search = enumerateSplit(instance, count, workshop);
  let turnEnds = performance.now() + LONGEST_TURN;
  for (;;) {
    const step = search.next();
    if (step.done) return step.value.map(toSolution);
    throwIfInterrupted(interrupt);
    if (performance.now() < turnEnds) continue;
    await turn();
    turnEnds = performance.now() + LONGEST_TURN;
  }
}

function toSolution({ picks, points }: Found): Solution {
  return { picks: picks.toSorted((a, b) => a - b), points };
}
