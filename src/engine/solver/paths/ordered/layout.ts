import type { Automaton, AutomatonCache } from "../automaton.ts";
import { type Classified, classify } from "../classes.ts";
import type { Counter, Instance } from "../instance.ts";
import { MOST_COUNTERS } from "../read-rules.ts";
import type { Scratch } from "../scratch.ts";
import { layOut, type Trellis } from "../trellis.ts";
import { digitsOf, type OptionCounter, type Terms } from "./counters.ts";
import { byClass, layOutCounting, masksOf, tooLarge } from "./counting-diagram.ts";
import type { EngineScratch } from "./engine-scratch.ts";

/**
 * The most combined values (see `Digits`) of the option counters that an automaton counts; more would make it
 * slow.
 */
const MOST_COMBINED_VALUES = 24;
const MOST_SIZE = 600;
/**
 * The limits while an automaton that counts option counters is built: before equivalent states are merged,
 * there are up to about twice as many states.
 */
const RAW_LIMITS = { states: 2 * MOST_SIZE, effort: 1_000_000 };

/**
 * The most automata that count option counters; once they exist, further option counters are counted by
 * trellises instead.
 */
const MOST_AUTOMATA = 6;

/**
 * How the candidates of a branch are laid out in a trellis. The automaton keeps some of the branch's option
 * counters (limited counts), the trellis keeps the others.
 */
export interface Layout {
  readonly automaton: Automaton;
  /** Per candidate, its class in the automaton. */
  readonly classOf: Int32Array;
  /** The counters of the automaton: the instance's, and those made of option counters. */
  readonly counters: readonly Counter[];
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
  const layout = layoutBy(instance, instance.counters, [], (classified) => {
    const automaton = automata.get(classified);
    return automaton === null || automaton.size > limits.plainStates ? null : automaton;
  });
  if (layout === null) throw tooLarge();
  return layout;
}

function layoutBy(
  instance: Instance,
  counters: readonly Counter[],
  optionCounters: readonly OptionCounter[],
  automatonOf: (classified: Classified) => Automaton | null,
): Layout | null {
  const classified = classify({ ...instance, counters });
  const { classOf } = classified;
  const automaton = automatonOf(classified);
  if (automaton === null) return null;
  const kinds = kindsOf(instance, automaton, classOf, optionCounters);
  return { automaton, classOf, counters, optionCounters, kinds };
}

/**
 * The layout of a branch's candidates. If the automaton stays small, it counts the option counters by which
 * branches were split: branches of one split usually differ only in which class each candidate has, and can
 * share the automaton. The trellis counts all other option counters. `used` has the keys of the automata with
 * option counters made so far.
 */
export function layoutOf(
  instance: Instance,
  { optionCounters, split }: Terms,
  plain: Layout,
  automata: AutomatonCache,
  used: Set<string>,
): Layout {
  const counted: OptionCounter[] = [];
  const counters = [...instance.counters];
  for (const optionCounter of optionCounters) {
    const isApart =
      !split.has(optionCounter) || digitsOf([...counted, optionCounter]).size > MOST_COMBINED_VALUES;
    const own = isApart ? null : countersOf(instance, optionCounter);
    if (own === null || counters.length + own.length > MOST_COUNTERS) continue;
    counted.push(optionCounter);
    counters.push(...own);
  }
  const others = optionCounters.filter((optionCounter) => !counted.includes(optionCounter));
  if (counted.length > 0) {
    const layout = layoutBy(instance, counters, others, (classified) => {
      if (used.size === MOST_AUTOMATA && !used.has(classified.key)) return null;
      used.add(classified.key);
      const automaton = automata.inOrder(classified, orderOf(classified, plain), RAW_LIMITS);
      return automaton === null || automaton.size > MOST_SIZE ? null : automaton;
    });
    if (layout !== null) return layout;
  }
  const { automaton, classOf } = plain;
  return { ...plain, optionCounters, kinds: kindsOf(instance, automaton, classOf, optionCounters) };
}

/**
 * Orders a branch's classes, each of which is part of a class of the plain automaton, in the order of that
 * automaton. It keeps the plain automaton small, so it keeps the branch's automaton small too.
 */
function orderOf({ classOf, shape }: Classified, plain: Layout): number[] {
  const rank = new Int32Array(plain.automaton.levels.length);
  for (const [at, { entryClass }] of plain.automaton.levels.entries()) rank[entryClass] = at;
  const ranks = new Int32Array(shape.classes.length);
  for (let candidate = 0; candidate < classOf.length; candidate += 1)
    ranks[classOf[candidate]!] = rank[plain.classOf[candidate]!]!;
  return [...ranks.keys()].sort(
    (a, b) => ranks[a]! - ranks[b]! || shape.classes[a]!.counts - shape.classes[b]!.counts,
  );
}

/**
 * Converts an option counter to counters of players, which an automaton can have. Null if the option counter
 * counts a player in some of the player's roles only.
 */
function countersOf(instance: Instance, { member, least, most }: OptionCounter): Counter[] | null {
  const { entry, roles, size, pick, model } = instance;
  const flags = new Uint8Array(model.entries);
  for (let candidate = 0; candidate < size; candidate += 1) {
    let [options, members] = [0, 0];
    for (let option = candidate * roles; option < (candidate + 1) * roles; option += 1) {
      if (pick[option] === -1) continue;
      options += 1;
      members += member[option]!;
    }
    if (members > 0 && members < options) return null;
    if (members > 0) flags[entry[candidate]!] = 1;
  }
  return [
    ...(least > 0 ? [{ kind: "atLeast" as const, member: flags, limit: least }] : []),
    ...(most < Number.POSITIVE_INFINITY ? [{ kind: "atMost" as const, member: flags, limit: most }] : []),
  ];
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
  const { ofCandidates } = masksOf(instance, optionCounters, out);
  const sorted = candidates.toSorted((a, b) => ofCandidates[a]! - ofCandidates[b]!);
  const seats = byClass({ ...plan, candidates: sorted });
  return layOutCounting({ instance, seats, optionCounters, out }, scratch, name);
}

/**
 * The kinds of candidates: those of a kind accept the same slots and are counted by the same counters and
 * option counters, so that any of them can replace another.
 */
export interface Kinds {
  /** Per candidate, its kind. */
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

/** Per class of an automaton, the most candidates of that class that a lineup can have. */
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
