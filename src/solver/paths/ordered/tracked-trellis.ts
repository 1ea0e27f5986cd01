import type { UnsupportedModelError } from "../../../errors.ts";
import type { Automaton } from "../automaton.ts";
import type { Instance } from "../instance.ts";
import { IntegerList } from "../integer-list.ts";
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
  const { roles, required, nobody } = instance;
  const { levels } = automaton;
  const digits = digitsOf(trackers);
  if (digits.size > MOST_NUMBERS) throw tooLarge();
  /** The trackers that count an option, as bits. */
  const maskOf = (option: number) =>
    trackers.reduce((mask, { member }, index) => mask | (member[option]! << index), 0);
  const optionsOf = (candidate: number) =>
    Array.from({ length: roles }, (_, role) => candidate * roles + role);
  /** Per candidate, those that count one of his options. */
  const masks = new Int32Array(instance.size);
  for (const candidate of plan.candidates)
    for (const option of optionsOf(candidate)) if (out[option] === 0) masks[candidate]! |= maskOf(option);
  const candidates = plan.candidates.toSorted((a, b) => masks[a]! - masks[b]!);
  const { ordered, sizes } = byLevel(automaton, classOf, candidates);
  const start = followEmpty(automaton, sizes, 0, automaton.start);
  const dead: Trellis = {
    states: 1,
    start: -1,
    first: Int32Array.of(0, 0),
    target: new Int32Array(),
    option: new Int32Array(),
    candidates,
  };
  if (start === -1) return dead;

  const left = trackers.map(() => 0);
  const count = (candidate: number, by: number) => {
    const mask = masks[candidate]!;
    for (const index of left.keys()) left[index]! += ((mask >> index) & 1) * by;
    return mask !== 0;
  };
  for (const candidate of ordered) count(candidate, 1);
  let settledTo = new Map<number, number>();
  const settle = (number: number): number => {
    if (number === -1) return -1;
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

  // Forwards: per layer its states, and per state where leaving and each role lead, as places in the next layer.
  const stride = roles + 1;
  const widest = levels.reduce((most, { states }) => Math.max(most, states), 1);
  const place = scratch.integers("place", widest * digits.size).fill(-1, 0, widest * digits.size);
  const leads = new IntegerList();
  const layerEnds = [0];
  const first = settle(0);
  if (first === -1) return dead;
  let layer: number[] = [start * digits.size + first];
  let next: number[] = [];
  let made = 0;
  let read = 0;
  for (const [at, { take }] of levels.entries()) {
    const last = read + sizes[at]! - 1;
    const exits = exitsOf(automaton, sizes, at);
    for (; read <= last; read += 1) {
      const candidate = ordered[read]!;
      const isLast = read === last;
      if (count(candidate, -1)) settledTo = new Map();
      const options = optionsOf(candidate);
      const stepsOf = options.map((option) => stepsBy(maskOf(option)));
      const reach = (within: number, number: number) => {
        const reached = within === -1 || !isLast ? within : exits[within]!;
        const to = reached === -1 ? -1 : settle(number);
        if (to === -1) {
          leads.push(-1);
          return;
        }
        const key = reached * digits.size + to;
        if (place[key] === -1) place[key] = next.push(key) - 1;
        leads.push(place[key]!);
      };
      for (const key of layer) {
        const number = key % digits.size;
        const within = (key - number) / digits.size;
        reach(required[candidate] === 1 ? -1 : within, number);
        for (let role = 0; role < roles; role += 1) {
          const taken = out[options[role]!] === 1 ? -1 : take[within * roles + role]!;
          reach(taken, stepsOf[role]![number]!);
        }
      }
      made += layer.length;
      layerEnds.push(made);
      for (const key of next) place[key] = -1;
      [layer, next] = [next, []];
      if (made > MOST_STATES) throw tooLarge();
      if (layer.length === 0) return dead;
    }
  }
  return merged(
    { instance, ordered, leads: leads.values, layerEnds, stride, nobody, candidates },
    scratch,
    name,
  );
}

interface Forward {
  readonly instance: Instance;
  readonly ordered: Int32Array;
  readonly leads: Int32Array;
  /** Where the states of a layer end, and before them all, 0. */
  readonly layerEnds: readonly number[];
  readonly stride: number;
  readonly nobody: number;
  readonly candidates: readonly number[];
}

/** Backwards: states that lead nowhere are dropped, and those of a layer that lead to the same are one. Some lead on. */
function merged(
  { instance, ordered, leads, layerEnds, stride, nobody, candidates }: Forward,
  scratch: Scratch,
  name: string,
): Trellis {
  const { roles } = instance;
  const layers = ordered.length;
  const total = layerEnds[layers]!;
  /** Per state, its number within its layer; and per kept state, a state that stands for it. */
  const number = scratch.integers("number", total);
  const kept = scratch.integers("kept", total);
  const keptIn = new Int32Array(layers + 1);
  keptIn[layers] = 1;
  for (let at = layers - 1; at >= 0; at -= 1) {
    const from = layerEnds[at]!;
    const end = layerEnds[at + 1]!;
    const width = keptIn[at + 1]! + 1;
    if (width ** stride > Number.MAX_SAFE_INTEGER) throw tooLarge();
    const known = new Map<number, number>();
    for (let state = from; state < end; state += 1) {
      let key = 0;
      let isAlive = false;
      for (let lead = state * stride; lead < (state + 1) * stride; lead += 1) {
        const target = leads[lead]!;
        const to = target === -1 ? -1 : at === layers - 1 ? 0 : number[end + target]!;
        leads[lead] = to;
        if (to !== -1) isAlive = true;
        key = key * width + to + 1;
      }
      if (!isAlive) {
        number[state] = -1;
        continue;
      }
      const same = known.get(key);
      number[state] = same ?? known.size;
      if (same !== undefined) continue;
      kept[from + known.size] = state;
      known.set(key, known.size);
    }
    keptIn[at] = known.size;
  }
  const states = keptIn.reduce((sum, width) => sum + width, 0);
  const first = scratch.integers(`${name} first`, states + 1);
  const target = scratch.integers(`${name} target`, states * stride);
  const option = scratch.integers(`${name} option`, states * stride);
  let state = 0;
  let arc = 0;
  for (let at = 0; at < layers; at += 1) {
    const from = layerEnds[at]!;
    const following = state + keptIn[at]!;
    const candidate = ordered[at]!;
    for (let within = 0; within < keptIn[at]!; within += 1) {
      first[state] = arc;
      state += 1;
      const lead = kept[from + within]! * stride;
      for (let way = 0; way < stride; way += 1) {
        const to = leads[lead + way]!;
        if (to === -1) continue;
        target[arc] = following + to;
        option[arc] = way === 0 ? nobody : candidate * roles + way - 1;
        arc += 1;
      }
    }
  }
  first[state] = arc;
  first[state + 1] = arc;
  return { states: state + 1, start: 0, first, target, option, candidates };
}

export function tooLarge(): UnsupportedModelError {
  return unsupported("its slots or its rules make too large a trellis");
}
