import { UnsupportedModelError } from "../../errors.ts";
import type { Automaton } from "./automaton.ts";
import type { AutomatonCache } from "./automaton-cache.ts";
import { classify } from "./classes.ts";
import type { Instance } from "./instance.ts";
import type { PathLimits } from "./limits.ts";
import { type Relaxation, relax } from "./relaxation.ts";
import type { Scratch } from "./scratch.ts";
import { layOut } from "./trellis.ts";
import type { Walk } from "./walk.ts";

/** What is kept from one solve to the next. */
export interface Workshop {
  readonly scratch: Scratch;
  readonly automata: AutomatonCache;
  readonly walk: Walk;
  readonly limits: PathLimits;
}

/** An instance, its automaton and its relaxation over all candidates. */
export interface Roster {
  readonly instance: Instance;
  readonly automaton: Automaton;
  /** Per candidate, an index into the automaton's classes. */
  readonly classOf: Int32Array;
  readonly relaxation: Relaxation;
  /** The candidates' slacks in ascending order. */
  readonly ranked: Float64Array;
}

/**
 * Null when nobody can fill the roster within the budget.
 * @throws UnsupportedModelError when the slots make too large an automaton.
 */
export function readRoster(instance: Instance, { scratch, automata }: Workshop): Roster | null {
  const classified = classify(instance);
  const automaton = automata.get(classified);
  if (automaton === null) throw new UnsupportedModelError("paths", "its slots make too large an automaton");
  const { classOf } = classified;
  const candidates = Int32Array.from({ length: instance.size }, (_, candidate) => candidate);
  const trellis = layOut({ instance, automaton, classOf, candidates }, scratch, "all");
  const relaxation = trellis.start === -1 ? null : relax(instance, trellis, scratch);
  if (relaxation === null) return null;
  const ranked = relaxation.slack.slice(0, instance.size).sort();
  return { instance, automaton, classOf, relaxation, ranked };
}
