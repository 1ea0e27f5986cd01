import type { Automaton } from "../automaton.ts";
import { classify } from "../classes.ts";
import type { Instance } from "../instance.ts";
import type { Scratch } from "../scratch.ts";
import { buildTrellis, byClass, layOut, type Trellis } from "../trellis.ts";
import type { OptionCounter } from "./counters.ts";
import { counting, masksOf, tooLarge } from "./counting-diagram.ts";
import type { EngineScratch } from "./refined-search.ts";

/** How the candidates of a branch are laid out in a trellis, which keeps the branch's option counters. */
export interface Layout {
  readonly automaton: Automaton;
  readonly classOf: Int32Array;
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
  const classified = classify(instance);
  const { classOf } = classified;
  const automaton = automata.get(classified);
  if (automaton === null || automaton.size > limits.plainStates) throw tooLarge();
  return withOptionCounters(instance, { automaton, classOf }, []);
}

export function withOptionCounters(
  instance: Instance,
  { automaton, classOf }: Pick<Layout, "automaton" | "classOf">,
  optionCounters: readonly OptionCounter[],
): Layout {
  const kinds = kindsOf(instance, automaton, classOf, optionCounters);
  return { automaton, classOf, optionCounters, kinds };
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
  { automaton, classOf, optionCounters }: Layout,
  { instance, candidates, out }: Laid,
  scratch: Scratch,
  name: string,
): Trellis {
  const plan = { instance, automaton, classOf, candidates };
  if (optionCounters.length === 0) return layOut(plan, scratch, name);
  const masks = masksOf(instance, optionCounters, candidates, out);
  const { ofCandidates } = masks;
  const sorted = candidates.toSorted((a, b) => ofCandidates[a]! - ofCandidates[b]!);
  const seats = byClass({ ...plan, candidates: sorted });
  const trellis = buildTrellis(counting(seats, optionCounters, masks, out), true, scratch, name);
  if (trellis === null) throw tooLarge();
  return trellis;
}

/**
 * The kinds of candidates: those of a kind accept the same slots and are counted by the same counters and
 * option counters, so that any of them can replace another.
 */
interface Kinds {
  readonly of: Int32Array;
  /** Per kind, the most candidates of that kind that a lineup can have. */
  readonly most: Int32Array;
}

/** The kinds of an instance's candidates, by class and by what option counters count. */
function kindsOf(
  { roles }: Instance,
  automaton: Automaton,
  classOf: Int32Array,
  optionCounters: readonly OptionCounter[],
): Kinds {
  let kinds: Kinds = { of: classOf, most: mostOfClasses(automaton, roles) };
  for (const { member } of optionCounters) {
    const { of, most } = kinds;
    const numbers = new Int32Array(most.length << roles).fill(-1);
    const refined: number[] = [];
    const refinedOf = of.map((kind, candidate) => {
      let at = kind;
      for (let role = 0; role < roles; role += 1) at = 2 * at + member[candidate * roles + role]!;
      if (numbers[at] === -1) numbers[at] = refined.push(most[kind]!) - 1;
      return numbers[at]!;
    });
    kinds = { of: refinedOf, most: Int32Array.from(refined) };
  }
  return kinds;
}

const kept = new WeakMap<Automaton, Int32Array>();

function mostOfClasses(automaton: Automaton, roles: number): Int32Array {
  const known = kept.get(automaton);
  if (known !== undefined) return known;
  const most = new Int32Array(automaton.levels.length);
  for (const level of automaton.levels) most[level.entryClass] = longest(level, roles);
  kept.set(automaton, most);
  return most;
}

/** The most candidates that a path can pick at one level of an automaton. */
function longest({ take, states }: Automaton["levels"][number], roles: number): number {
  const lengths = new Int32Array(states).fill(-1);
  const from = (state: number): number => {
    if (lengths[state] !== -1) return lengths[state]!;
    let most = 0;
    for (let role = 0; role < roles; role += 1) {
      const taken = take[state * roles + role]!;
      if (taken !== -1) most = Math.max(most, 1 + from(taken));
    }
    lengths[state] = most;
    return most;
  };
  return lengths.map((_, state) => from(state)).reduce((a, b) => Math.max(a, b), 0);
}
