import fc from "fast-check";
import type { Model } from "../../src/engine/model/model.ts";
import { smallAutomaton } from "../../src/engine/solver/paths/automaton.ts";
import { classify } from "../../src/engine/solver/paths/classes.ts";
import type { Instance } from "../../src/engine/solver/paths/instance.ts";
import { loadOrdered } from "../../src/engine/solver/paths/ordered/load.ts";
import { readInstance } from "../../src/engine/solver/paths/read-instance.ts";
import { relax } from "../../src/engine/solver/paths/relaxation.ts";
import type { Scratch } from "../../src/engine/solver/paths/trellis.ts";
import { layOut } from "../../src/engine/solver/paths/trellis.ts";
import { bindingModel, extremeModel, testedModel } from "../../src/testing/models/tested-model.ts";
import { seededRandom } from "../../src/testing/property.ts";

// Once loaded, it changes how tests on lineups are read, as other test files may have done.
await loadOrdered();

/** A small model that can be read, and random numbers for functions that need them. */
export interface PathCase {
  readonly model: Model;
  readonly instance: Instance;
  readonly everybody: readonly number[];
  /** As many as requested, from 0 up to and without `below`. */
  drawn(count: number, below: number): number[];
}

/** Small models with rules of all kinds. */
const MODELS: readonly Model[] = fc.sample(
  fc.oneof(
    { weight: 4, arbitrary: bindingModel },
    { weight: 4, arbitrary: testedModel },
    { weight: 1, arbitrary: extremeModel },
  ),
  { numRuns: 48, seed: 7 },
);

/** Each is generated independently; null if locks alone contradict the model. */
const CASES: readonly (() => PathCase | null)[] = MODELS.map((model, at) => {
  const instance = readInstance(model);
  if (instance === null) return () => null;
  const everybody = Array.from({ length: instance.size }, (_, own) => own);
  return () => {
    const random = seededRandom(at + 1);
    const drawn = (count: number, below: number) =>
      Array.from({ length: count }, () => Math.floor(random() * below));
    return { model, instance, everybody, drawn };
  };
});

/** An instance arranged class by class, and its relaxation. */
export function laidOut(instance: Instance, everybody: readonly number[], scratch: Scratch) {
  const classified = classify(instance);
  const automaton = smallAutomaton(classified.shape);
  if (automaton === null) return null;
  const plan = { instance, automaton, classOf: classified.classOf, candidates: everybody };
  const trellis = layOut(plan, scratch, "all");
  const relaxation = trellis.start === -1 ? null : relax(instance, trellis, scratch);
  return relaxation && { automaton, trellis, relaxation };
}

/** Each case, newly generated. */
export const casesOf = (): PathCase[] => CASES.flatMap((drawn) => drawn() ?? []);
