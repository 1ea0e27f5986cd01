import { setImmediate } from "node:timers/promises";
import { AbortedError, TimeLimitError } from "../../errors.ts";
import type { Model } from "../../model/model.ts";
import type { Control, Solution, Solver } from "../contract.ts";
import { AutomatonCache } from "./automaton-cache.ts";
import type { Found, Workshop } from "./enumerate.ts";
import { readInstance } from "./instance.ts";
import { Scratch } from "./scratch.ts";
import { enumerateSplit } from "./split.ts";
import { Walk } from "./walk.ts";

/** Milliseconds a solve may hold its thread before other events get their turn. */
const LONGEST_TURN = 10;

/**
 * The path engine: the legal lineups are the ways through a small automaton, and the N best are its N best paths.
 * Exact, and about as fast as one relaxation; it keeps its tables and automata from one solve to the next, so one
 * instance solves one model at a time.
 */
export function createPathsSolver(): Solver {
  const workshop: Workshop = { scratch: new Scratch(), automata: new AutomatonCache(), walk: new Walk() };
  let before: Promise<unknown> = Promise.resolve();
  return {
    name: "paths",
    best(model, count, control) {
      const solved = before.then(() => solve(model, count, control, workshop));
      before = solved.catch(() => undefined);
      return solved;
    },
  };
}

async function solve(model: Model, count: number, control: Control, workshop: Workshop): Promise<Solution[]> {
  const began = performance.now();
  refuseIfOver(control, began);
  const instance = readInstance(model);
  if (instance === null) return [];
  const search = enumerateSplit(instance, count, workshop);
  let turnEnds = began + LONGEST_TURN;
  for (;;) {
    const step = search.next();
    if (step.done) return step.value.map(toSolution);
    refuseIfOver(control, began);
    if (performance.now() < turnEnds) continue;
    await setImmediate();
    refuseIfOver(control, began);
    turnEnds = performance.now() + LONGEST_TURN;
  }
}

function refuseIfOver({ signal, deadline }: Control, began: number): void {
  if (signal?.aborted) throw new AbortedError(signal.reason);
  if (deadline !== undefined && performance.now() > deadline)
    throw new TimeLimitError(Math.max(0, Math.round(deadline - began)));
}

function toSolution({ picks, points }: Found): Solution {
  return { picks: picks.toSorted((a, b) => a - b), points };
}
