import type { UnsupportedModelError } from "../../../../shared/errors.ts";
import type { Automaton } from "../automaton.ts";
import type { Instance } from "../instance.ts";
import { layOutLayers } from "../layers.ts";
import type { Scratch } from "../scratch.ts";
import { byLevel, exitsOf, followEmpty, type Trellis } from "../trellis.ts";
import { unsupported } from "../unsupported.ts";
import { advanced, digitsOf, settled, type Tracker } from "./trackers.ts";

/** Gives up beyond this many states, or numbers that the trackers take. */
const MOST_STATES = 400_000;
const MOST_NUMBERS = 200_000;

export interface TrackedPlan {
  readonly instance: Instance;
  readonly automaton: Automaton;
  /** Per candidate of the instance, an index into the automaton's classes. */
  readonly classOf: Int32Array;
  /** Those to lay out. */
  readonly candidates: readonly number[];
  readonly trackers: readonly Tracker[];
  /** Per option, 1 where it is not to be picked. */
  readonly out: Uint8Array;
}

/**
 * Lays out candidates as `layOut` does, with trackers: a state is one of the automaton and how far the trackers are.
 * States that can be reached and lead to acceptance are made, and those of a layer from which the same follows are one.
 * The arrays are those of the scratch under this name.
 * @throws UnsupportedModelError where they are too many.
 */
export function layOutTracked(plan: TrackedPlan, scratch: Scratch, name: string): Trellis {
  const { instance, automaton, classOf, trackers, out } = plan;
  const { roles } = instance;
  const { levels } = automaton;
  const digits = digitsOf(trackers);
  if (digits.size > MOST_NUMBERS) throw tooLarge();
  /** Per option, the trackers that count it, as bits; per candidate, those that count one of the options not out. */
  const maskOf = new Int32Array(instance.nobody);
  for (const [index, { options }] of trackers.entries())
    for (const option of options) maskOf[option]! |= 1 << index;
  const masks = new Int32Array(instance.size);
  for (let option = 0; option < instance.nobody; option += 1)
    if (out[option] === 0) masks[Math.floor(option / roles)]! |= maskOf[option]!;
  const candidates = plan.candidates.toSorted((a, b) => masks[a]! - masks[b]!);
  const { ordered, sizes } = byLevel(automaton, classOf, candidates);

  const left = trackers.map(() => 0);
  const count = (candidate: number, by: number) => {
    const mask = masks[candidate]!;
    for (const index of left.keys()) left[index]! += ((mask >> index) & 1) * by;
    return mask !== 0;
  };
  for (const candidate of ordered) count(candidate, 1);
  let settledTo = new Map<number, number>();
  const settle = (number: number): number => {
    const known = settledTo.get(number);
    if (known !== undefined) return known;
    const to = settled(trackers, digits, left, number);
    settledTo.set(number, to);
    return to;
  };
  const steps = new Map<number, Int32Array>();
  const stepsBy = (mask: number) => {
    let known = steps.get(mask);
    if (known === undefined) {
      known = Int32Array.from({ length: digits.size }, (_, from) => advanced(trackers, digits, mask, from));
      steps.set(mask, known);
    }
    return known;
  };

  let [level, end, candidate] = [-1, 0, -1];
  let exits: Int32Array | null = null;
  let stepsOf: Int32Array[] = [];
  const after = (within: number, number: number): number => {
    const reached = exits === null ? within : exits[within]!;
    const to = reached === -1 ? -1 : settle(number);
    return to === -1 ? -1 : reached * digits.size + to;
  };
  const [within, number] = [followEmpty(automaton, sizes, 0, automaton.start), settle(0)];
  const reading = {
    instance,
    ordered,
    size: digits.size * levels.reduce((most, { states }) => Math.max(most, states), 1),
    start: within === -1 || number === -1 ? -1 : within * digits.size + number,
    turnTo(at: number) {
      while (at === end) {
        level += 1;
        end += sizes[level]!;
      }
      candidate = ordered[at]!;
      exits = at + 1 === end ? exitsOf(automaton, sizes, level) : null;
      if (count(candidate, -1)) settledTo = new Map();
      stepsOf = Array.from({ length: roles }, (_, role) => stepsBy(maskOf[candidate * roles + role]!));
    },
    leave(state: number) {
      const own = state % digits.size;
      return after((state - own) / digits.size, own);
    },
    pick(state: number, role: number) {
      const own = state % digits.size;
      const taken = levels[level]!.take[((state - own) / digits.size) * roles + role]!;
      const to = stepsOf[role]![own]!;
      return out[candidate * roles + role] === 1 || taken === -1 || to === -1 ? -1 : after(taken, to);
    },
  };
  const trellis = layOutLayers(reading, { most: MOST_STATES, merges: true }, scratch, name);
  if (trellis === null) throw tooLarge();
  return trellis;
}

export function tooLarge(): UnsupportedModelError {
  return unsupported("its slots or its rules make too large a trellis");
}
