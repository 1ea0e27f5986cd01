import { classify } from "../classes.ts";
import type { Charges, Instance } from "../instance.ts";
import type { Scratch } from "../trellis.ts";
import { buildTrellis, byClass, type CandidateAutomaton, type Trellis } from "../trellis.ts";
import type { OptionCounter } from "./counters.ts";
import { counting, masksOf, tooLarge } from "./counting-diagram.ts";
import type { EngineScratch } from "./refined-search.ts";

/** How the candidates of a branch are laid out in a trellis, which keeps the branch's option counters. */
export interface Layout {
  /** The number of states of the automaton that seats candidates. */
  readonly size: number;
  /** Reads these candidates of an instance, which may differ in points from the layout's, by that automaton. */
  readonly reading: (instance: Instance, candidates: readonly number[]) => CandidateAutomaton;
  /** Whether states of the reading can be equivalent. */
  readonly merges: boolean;
  readonly optionCounters: readonly OptionCounter[];
  readonly kinds: Kinds;
}

/**
 * The layout of an instance for the roster rules alone, without the terms of a branch.
 * @throws UnsupportedModelError if its automaton is too large
 */
export function plainLayout(
  instance: Instance,
  { automata, limits }: Pick<EngineScratch, "automata" | "limits">,
): Layout {
  if (instance.charges !== undefined) return chargedLayout(instance, instance.charges, { automata });
  const classified = classify(instance);
  const { classOf } = classified;
  const automaton = automata.get(classified);
  if (automaton === null || automaton.size > limits.plainStates) throw tooLarge();
  return {
    size: automaton.size,
    reading: (own, candidates) => byClass({ instance: own, automaton, classOf, candidates }),
    merges: false,
    optionCounters: [],
    kinds: kindsOf(instance, classOf),
  };
}

/** A layout that reads candidates set by set, so that a state counts the picks of one set only. */
function chargedLayout(
  twice: Instance,
  { plain, setOf, leasts, fixed }: Charges,
  { automata }: Pick<EngineScratch, "automata">,
): Layout {
  const classified = classify(plain);
  const seating = automata.seating(classified);
  if (seating === null) throw tooLarge();
  const { start, states, take, open } = seating;
  const { classOf } = classified;
  const classes = classified.shape.classes.length;
  const width = 1 + Math.max(0, ...leasts);
  const reading: Layout["reading"] = (instance, candidates) => {
    const ordered = candidates.toSorted((a, b) => setOf[a]! - setOf[b]!);
    const setAt = (at: number) => (at < ordered.length ? setOf[ordered[at]!]! : -1);
    const hadAt = (at: number) => Math.min(leasts[setAt(at)] ?? 0, fixed[setAt(at)] ?? 0);
    let [own, least, following, isLast, isEnd] = [-1, 0, 0, false, false];
    const after = (seat: number, had: number) =>
      seat === -1 || (isEnd && open[seat] !== 0) ? -1 : seat * width + (isLast ? following : had);
    return {
      instance,
      ordered,
      size: states * width,
      start: start === -1 || (ordered.length === 0 && open[start] !== 0) ? -1 : start * width + hadAt(0),
      turnTo(at: number) {
        own = classOf[ordered[at]!]!;
        least = leasts[setAt(at)] ?? 0;
        isEnd = at + 1 === ordered.length;
        isLast = isEnd || setAt(at + 1) !== setAt(at);
        following = hadAt(at + 1);
      },
      leave: (state: number) => after(Math.floor(state / width), state % width),
      pick(state: number, role: number) {
        const had = state % width;
        // Only the pick that reaches the fixed charge's count is made in the second role.
        if ((had === least - 1) !== (role === 1)) return -1;
        return after(take[Math.floor(state / width) * classes + own]!, Math.min(least, had + 1));
      },
    };
  };
  const kinds = kindsOf(
    twice,
    refined(classOf, (candidate) => setOf[candidate]!),
  );
  return { size: states, reading, merges: true, optionCounters: [], kinds };
}

export function withOptionCounters(
  instance: Instance,
  plain: Layout,
  optionCounters: readonly OptionCounter[],
): Layout {
  const { roles } = instance;
  const kindOf = optionCounters.reduce(
    (kinds, { member }) =>
      refined(kinds, (candidate) => {
        let counted = 0;
        for (let role = 0; role < roles; role += 1) counted = 2 * counted + member[candidate * roles + role]!;
        return counted;
      }),
    plain.kinds.kindOf,
  );
  return { ...plain, merges: true, optionCounters, kinds: kindsOf(instance, kindOf) };
}

interface Laid {
  readonly instance: Instance;
  readonly candidates: readonly number[];
  /** Per option, 1 if it must not be picked. */
  readonly out: Uint8Array;
}

/**
 * Builds the trellis of some candidates. If it counts option counters, it omits excluded options (`out`);
 * otherwise it contains all options of the candidates.
 * @throws UnsupportedModelError if the trellis is too large.
 */
export function layOutBy(
  { reading, merges, optionCounters }: Layout,
  { instance, candidates, out }: Laid,
  scratch: Scratch,
  name: string,
): Trellis {
  let read: CandidateAutomaton;
  if (optionCounters.length === 0) {
    read = reading(instance, candidates);
  } else {
    const masks = masksOf(instance, optionCounters, candidates, out);
    const { ofCandidates } = masks;
    const sorted = candidates.toSorted((a, b) => ofCandidates[a]! - ofCandidates[b]!);
    read = counting(reading(instance, sorted), optionCounters, masks, out);
  }
  const trellis = buildTrellis(read, merges, scratch, name);
  if (trellis === null) throw tooLarge();
  return trellis;
}

/**
 * The kinds of candidates: those of a kind accept the same slots and are counted by the same counters and
 * option counters, so that any of them can replace another.
 */
interface Kinds {
  readonly kindOf: Int32Array;
  /**
   * Per option, its group: the options of a kind in a role. -1 if it cannot be picked, or if its candidate is
   * required, so that no other can replace it.
   */
  readonly groupOf: Int32Array;
  /** Per group, the sum of the sizes of the groups before it; a size is the most candidates of the kind. */
  readonly from: Int32Array;
}

function kindsOf(instance: Instance, kindOf: Int32Array): Kinds {
  const { roles, size, seats, slots, pick, required, openSeats } = instance;
  const groupOf = new Int32Array(size * roles).fill(-1);
  const from = new Int32Array(roles * (1 + kindOf.reduce((most, kind) => Math.max(most, kind), -1)) + 1);
  for (let candidate = 0; candidate < size; candidate += 1) {
    const first = candidate * roles;
    let accepted = 0;
    for (let role = 0; role < roles; role += 1) accepted |= slots[first + role]!;
    const fitting = seats.reduce((sum, count, slot) => sum + ((accepted >> slot) & 1) * count, 0);
    for (let role = 0; role < roles && required[candidate] === 0; role += 1) {
      const group = kindOf[candidate]! * roles + role;
      if (pick[first + role] === -1 || fitting === 0) continue;
      groupOf[first + role] = group;
      from[group + 1] = Math.min(openSeats, fitting);
    }
  }
  for (let group = 1; group < from.length; group += 1) from[group]! += from[group - 1]!;
  return { kindOf, groupOf, from };
}

/** Divides kinds further, by a property of their candidates: a small number of at least -1. */
function refined(kindOf: Int32Array, property: (candidate: number) => number): Int32Array {
  const numbers = new Map<number, number>();
  return kindOf.map((kind, candidate) => {
    const key = kind * 2 ** 20 + property(candidate) + 1;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}
