import type { UnsupportedModelError } from "../../../../shared/errors.ts";
import type { Instance } from "../instance.ts";
import { layOutLayers } from "../layers.ts";
import { unsupported } from "../limits.ts";
import type { Scratch } from "../scratch.ts";
import { byLevel, followEmpty, type Trellis, type TrellisPlan } from "../trellis.ts";
import { advanced, digitsOf, type OptionCounter, settled } from "./counters.ts";

const MOST_STATES = 400_000;
/** Maximum number of combined option counter values (see `Digits`). */
const MOST_COMBINED_VALUES = 200_000;

/**
 * The order in which a trellis reads candidates, and its transitions between states. A state is a number that
 * says which seats are still free.
 */
export interface Seats {
  readonly ordered: ArrayLike<number>;
  readonly states: number;
  /** The initial state; -1 if no lineup is possible. */
  readonly start: number;
  /** Makes the candidate at this position of `ordered` the current one. */
  turnTo(at: number): void;
  /** The state after the current candidate is left out; -1 if that is impossible. */
  leave(state: number): number;
  /** The state after the current candidate is picked in a role; -1 if that is impossible. */
  pick(state: number, role: number): number;
}

/** Reads candidates class by class, in the automaton's order. */
export function byClass({ instance, automaton, classOf, candidates }: TrellisPlan): Seats {
  const { roles } = instance;
  const { levels } = automaton;
  const { ordered, sizes } = byLevel(automaton, classOf, candidates);
  let [level, end] = [-1, 0];
  let exits: Int32Array | null = null;
  const after = (reached: number) => (exits === null || reached === -1 ? reached : exits[reached]!);
  return {
    ordered,
    states: levels.reduce((most, { states }) => Math.max(most, states), 1),
    start: followEmpty(automaton, sizes, 0, automaton.start),
    turnTo(at) {
      while (at === end) {
        level += 1;
        end += sizes[level]!;
      }
      exits =
        at + 1 === end
          ? levels[level]!.next.map((state) => followEmpty(automaton, sizes, level + 1, state))
          : null;
    },
    leave: after,
    pick: (state, role) => after(levels[level]!.take[state * roles + role]!),
  };
}

export interface CountingPlan {
  readonly instance: Instance;
  readonly seats: Seats;
  readonly optionCounters: readonly OptionCounter[];
  /** Per option, 1 if it must not be picked. */
  readonly out: Uint8Array;
}

/**
 * Builds a trellis whose states say which seats are free and what the option counters have counted. It has
 * only states that can be reached; with option counters, states that lead to no lineup are left out, and
 * equivalent ones are merged. Stores it in scratch arrays whose names begin with `name`.
 * @throws UnsupportedModelError if there are too many states.
 */
export function layOutCounting(
  { instance, seats, optionCounters, out }: CountingPlan,
  scratch: Scratch,
  name: string,
): Trellis {
  const { roles } = instance;
  const { ordered } = seats;
  const digits = digitsOf(optionCounters);
  if (digits.size > MOST_COMBINED_VALUES) throw tooLarge();
  const { ofOptions, ofCandidates } = masksOf(instance, optionCounters, out);
  const left = optionCounters.map(() => 0);
  const count = (candidate: number, by: number) => {
    const mask = ofCandidates[candidate]!;
    for (const index of left.keys()) left[index]! += ((mask >> index) & 1) * by;
    return mask !== 0;
  };
  for (let at = 0; at < ordered.length; at += 1) count(ordered[at]!, 1);
  let settledTo = new Map<number, number>();
  const settle = (number: number): number => {
    const known = settledTo.get(number);
    if (known !== undefined) return known;
    const to = settled(optionCounters, digits, left, number);
    settledTo.set(number, to);
    return to;
  };
  const steps = new Map<number, Int32Array>();
  const stepsBy = (mask: number) => {
    let known = steps.get(mask);
    if (known === undefined) {
      known = Int32Array.from({ length: digits.size }, (_, from) =>
        advanced(optionCounters, digits, mask, from),
      );
      steps.set(mask, known);
    }
    return known;
  };

  let candidate = -1;
  let stepsOf: Int32Array[] = [];
  const after = (reached: number, number: number): number => {
    const to = reached === -1 ? -1 : settle(number);
    return to === -1 ? -1 : reached * digits.size + to;
  };
  const reading = {
    instance,
    ordered,
    size: digits.size * seats.states,
    start: after(seats.start, 0),
    turnTo(at: number) {
      seats.turnTo(at);
      candidate = ordered[at]!;
      if (count(candidate, -1)) settledTo = new Map();
      stepsOf = Array.from({ length: roles }, (_, role) => stepsBy(ofOptions[candidate * roles + role]!));
    },
    leave(state: number) {
      const own = state % digits.size;
      return after(seats.leave((state - own) / digits.size), own);
    },
    pick(state: number, role: number) {
      const own = state % digits.size;
      const to = stepsOf[role]![own]!;
      if (to === -1 || out[candidate * roles + role] === 1) return -1;
      return after(seats.pick((state - own) / digits.size, role), to);
    },
  };
  const trellis = layOutLayers(
    reading,
    { most: MOST_STATES, merges: optionCounters.length > 0 },
    scratch,
    name,
  );
  if (trellis === null) throw tooLarge();
  return trellis;
}

/**
 * Which option counters count each option (`ofOptions`), and which count at least one option of each
 * candidate (`ofCandidates`, without the options that a 1 in `out` excludes). Bit i is 1 if option counter i
 * does.
 */
export function masksOf(
  { noPick, size, roles }: Instance,
  optionCounters: readonly OptionCounter[],
  out: Uint8Array,
): { readonly ofOptions: Int32Array; readonly ofCandidates: Int32Array } {
  const ofOptions = new Int32Array(noPick);
  for (const [index, { options }] of optionCounters.entries())
    for (const option of options) ofOptions[option]! |= 1 << index;
  const ofCandidates = new Int32Array(size);
  for (let option = 0; option < noPick; option += 1)
    if (out[option] === 0) ofCandidates[Math.floor(option / roles)]! |= ofOptions[option]!;
  return { ofOptions, ofCandidates };
}

export function tooLarge(): UnsupportedModelError {
  return unsupported("its slots or rules make the search graph (trellis) too large");
}
