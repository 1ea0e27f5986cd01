import type { UnsupportedModelError } from "../../../../shared/errors.ts";
import type { Instance } from "../instance.ts";
import { unsupported } from "../limits.ts";
import type { CandidateAutomaton } from "../trellis.ts";
import { advanced, digitsOf, type OptionCounter, settled } from "./counters.ts";

const MOST_COMBINED_VALUES = 200_000;

/**
 * Reads candidates like `seats`, in states that also say what the option counters have counted. A 1 in `out`
 * excludes an option.
 * @throws UnsupportedModelError if there are too many states.
 */
export function counting(
  seats: CandidateAutomaton,
  optionCounters: readonly OptionCounter[],
  { ofOptions, ofCandidates }: Masks,
  out: Uint8Array,
): CandidateAutomaton {
  const { instance, ordered } = seats;
  const { roles } = instance;
  const digits = digitsOf(optionCounters);
  if (digits.size > MOST_COMBINED_VALUES) throw tooLarge();
  const left = optionCounters.map(() => 0);
  const count = (candidate: number, by: number) => {
    const mask = ofCandidates[candidate]!;
    for (const index of left.keys()) left[index]! += ((mask >> index) & 1) * by;
    return mask !== 0;
  };
  for (let at = 0; at < ordered.length; at += 1) count(ordered[at]!, 1);
  const settledTo = new Int32Array(digits.size);
  /** Per combined value, the `turn` at which `settledTo` was set. */
  const settledAt = new Int32Array(digits.size);
  let turn = 1;
  const settle = (number: number): number => {
    if (settledAt[number] !== turn) {
      settledTo[number] = settled(optionCounters, digits, left, number);
      settledAt[number] = turn;
    }
    return settledTo[number]!;
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
  const stepsOf: Int32Array[] = [];
  const after = (reached: number, number: number): number => {
    const to = reached === -1 ? -1 : settle(number);
    return to === -1 ? -1 : reached * digits.size + to;
  };
  return {
    instance,
    ordered,
    size: digits.size * seats.size,
    start: after(seats.start, 0),
    turnTo(at: number) {
      seats.turnTo(at);
      candidate = ordered[at]!;
      if (count(candidate, -1)) turn += 1;
      for (let role = 0; role < roles; role += 1)
        stepsOf[role] = stepsBy(ofOptions[candidate * roles + role]!);
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
}

/** Which option counters count what: bit i is 1 if option counter i does. */
interface Masks {
  readonly ofOptions: Int32Array;
  /** Per candidate, those that count at least one of its options; set for laid candidates only. */
  readonly ofCandidates: Int32Array;
}

/** The masks of these candidates, whose options are those that a 1 in `out` does not exclude. */
export function masksOf(
  { noPick, size, roles }: Instance,
  optionCounters: readonly OptionCounter[],
  candidates: readonly number[],
  out: Uint8Array,
): Masks {
  const ofOptions = new Int32Array(noPick);
  const ofCandidates = new Int32Array(size);
  for (const candidate of candidates)
    for (let option = candidate * roles; option < (candidate + 1) * roles; option += 1) {
      for (let index = 0; index < optionCounters.length; index += 1)
        ofOptions[option]! |= optionCounters[index]!.member[option]! << index;
      if (out[option] === 0) ofCandidates[candidate]! |= ofOptions[option]!;
    }
  return { ofOptions, ofCandidates };
}

export function tooLarge(): UnsupportedModelError {
  return unsupported("its slots or rules make the search graph (trellis) too large");
}
