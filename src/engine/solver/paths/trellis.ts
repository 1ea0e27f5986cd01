import type { Automaton } from "./automaton.ts";
import type { Instance } from "./instance.ts";

/**
 * A decision diagram: a layered graph whose paths are the lineups that some candidates can form, regardless
 * of salary. Each layer belongs to a candidate, in the automaton's order; its arcs pick the candidate in a
 * role or leave it out.
 *
 * States are numbered layer by layer, so every arc leads to a higher number, and a DP pass over the states in
 * ascending order meets each state after all its predecessors. A path from the start to the last state is a
 * lineup. There may be states from which no path leads there.
 */
export interface Trellis {
  readonly states: number;
  /** The initial state; -1 if no lineup is possible. */
  readonly start: number;
  /**
   * The arcs of state s are `first[s]` to `first[s + 1] - 1`; the arc that leaves the candidate out comes
   * first.
   */
  readonly first: Int32Array;
  /** Per arc, the state it leads to. */
  readonly target: Int32Array;
  /** Per arc, the option of the instance that it picks, or `noPick`. */
  readonly option: Int32Array;
  /** The candidate of each layer, in order. */
  readonly candidates: ArrayLike<number>;
}

/** An automaton that reads candidates one by one: it leaves each out or picks it. States are integers. */
export interface CandidateAutomaton {
  readonly instance: Instance;
  /** The candidates in the order in which they are read. */
  readonly ordered: ArrayLike<number>;
  /** All states are at least 0 and below this. */
  readonly size: number;
  /** The initial state; -1 if no lineup is possible. */
  readonly start: number;
  /** Selects the candidate at this index of `ordered`, to which `leave` and `pick` then refer. */
  turnTo(at: number): void;
  /** The state after leaving the candidate out; -1 if no lineup can follow. */
  leave(state: number): number;
  /** The state after picking the candidate in this role; -1 if no lineup can follow. */
  pick(state: number, role: number): number;
}

/** Reused typed arrays, each with a name. All requests for a name share one array, which only grows. */
export class Scratch {
  readonly #doubles = new Map<string, Float64Array>();
  readonly #integers = new Map<string, Int32Array>();

  /** Returns the array of this name, with at least `length` doubles; their initial values are arbitrary. */
  doubles(name: string, length: number): Float64Array {
    return reused(this.#doubles, Float64Array, name, length);
  }

  /** Like `doubles`, with integers. */
  integers(name: string, length: number): Int32Array {
    return reused(this.#integers, Int32Array, name, length);
  }
}

function reused<Numbers extends Float64Array | Int32Array>(
  arrays: Map<string, Numbers>,
  make: new (length: number) => Numbers,
  name: string,
  length: number,
): Numbers {
  const kept = arrays.get(name);
  if (kept !== undefined && kept.length >= length) return kept;
  const grown = new make(Math.max(64, Math.ceil(length * 1.25)));
  arrays.set(name, grown);
  return grown;
}

/** Trellises with more states are not built. */
const MOST_STATES = 1_000_000;

/**
 * Builds a trellis from an automaton, with one layer of reachable states per candidate. Every path through
 * all candidates is a lineup. With `merges`, drops states that lead nowhere and merges equivalent states of a
 * layer. Stores the trellis in scratch arrays whose names begin with `name`. Null if there are too many
 * states.
 */
export function buildTrellis(
  reading: CandidateAutomaton,
  merges: boolean,
  scratch: Scratch,
  name: string,
): Trellis | null {
  const { instance, ordered, size, start } = reading;
  const { roles, required, noPick } = instance;
  let first = scratch.integers(`${name} first`, 2);
  let target = scratch.integers(`${name} target`, 1);
  let option = scratch.integers(`${name} option`, 1);
  const grown = (kept: Int32Array, what: string, length: number) => {
    if (length <= kept.length) return kept;
    const larger = scratch.integers(`${name} ${what}`, 2 * length);
    larger.set(kept);
    return larger;
  };
  /** Per state, its number in the next layer plus 1; 0 if it is not there. */
  const place = scratch.integers("place", size);
  const layerEnds = [0];
  let layer = start === -1 ? [] : [start];
  let next: number[] = [];
  let [state, made, arc] = [0, layer.length, 0];
  for (let at = 0; at < ordered.length; at += 1) {
    reading.turnTo(at);
    const candidate = ordered[at]!;
    const isLast = at + 1 === ordered.length;
    first = grown(first, "first", state + layer.length + 2);
    target = grown(target, "target", arc + layer.length * (roles + 1));
    option = grown(option, "option", arc + layer.length * (roles + 1));
    for (let index = 0; index < layer.length; index += 1) {
      first[state] = arc;
      state += 1;
      for (let role = required[candidate] === 0 ? -1 : 0; role < roles; role += 1) {
        const reached = role === -1 ? reading.leave(layer[index]!) : reading.pick(layer[index]!, role);
        if (reached === -1) continue;
        const to = isLast ? 0 : reached;
        if (place[to] === 0) {
          made += 1;
          place[to] = made;
          next.push(to);
        }
        target[arc] = place[to]! - 1;
        option[arc] = role === -1 ? noPick : candidate * roles + role;
        arc += 1;
      }
    }
    for (const to of next) place[to] = 0;
    layerEnds.push(state);
    [layer, next] = [next, layer];
    next.length = 0;
    if (state > MOST_STATES) return null;
  }
  first[state] = arc;
  first[state + 1] = arc;
  const trellis = { states: state + 1, start: layer.length - 1, first, target, option, candidates: ordered };
  return trellis.start === 0 && merges ? merge(trellis, layerEnds, instance, scratch) : trellis;
}

/**
 * Drops states of a trellis that lead nowhere and merges equivalent ones, from the last layer to the first;
 * layer i begins at state `layerEnds[i]`. Null if a layer has so many states that their keys would be
 * inexact.
 */
function merge(
  trellis: Trellis,
  layerEnds: readonly number[],
  { roles, noPick }: Instance,
  scratch: Scratch,
): Trellis | null {
  const { states, first, target, option } = trellis;
  const layers = layerEnds.length - 1;
  /** Per state, its index among the states that remain in its layer; -1 if it is dropped. */
  const number = scratch.integers("number", states);
  const isKept = scratch.integers("kept", states);
  const sizes = new Int32Array(layers + 1);
  number[states - 1] = 0;
  isKept[states - 1] = 1;
  sizes[layers] = 1;
  for (let at = layers - 1; at >= 0; at -= 1) {
    const width = sizes[at + 1]! + 1;
    if (width ** (roles + 1) > Number.MAX_SAFE_INTEGER) return null;
    const known = new Map<number, number>([[0, -1]]);
    for (let state = layerEnds[at]!; state < layerEnds[at + 1]!; state += 1) {
      let key = 0;
      for (let arc = first[state]!; arc < first[state + 1]!; arc += 1) {
        const way = option[arc] === noPick ? 0 : 1 + (option[arc]! % roles);
        key += (number[target[arc]!]! + 1) * width ** way;
      }
      const same = known.get(key);
      isKept[state] = same === undefined ? 1 : 0;
      number[state] = same ?? sizes[at]!;
      if (same !== undefined) continue;
      known.set(key, sizes[at]!);
      sizes[at]! += 1;
    }
  }
  // States and arcs only move to lower indices, so each is read before it is overwritten.
  let [kept, arcs, following] = [0, 0, 0];
  for (let at = 0; at < layers; at += 1) {
    following += sizes[at]!;
    for (let state = layerEnds[at]!; state < layerEnds[at + 1]!; state += 1) {
      const [from, end] = [first[state]!, first[state + 1]!];
      if (isKept[state] === 0) continue;
      first[kept] = arcs;
      kept += 1;
      for (let arc = from; arc < end; arc += 1) {
        const to = number[target[arc]!]!;
        if (to === -1) continue;
        target[arcs] = following + to;
        option[arcs] = option[arc]!;
        arcs += 1;
      }
    }
  }
  first[kept] = arcs;
  first[kept + 1] = arcs;
  return { ...trellis, states: kept + 1, start: sizes[0]! - 1 };
}

export interface TrellisPlan {
  readonly instance: Instance;
  readonly automaton: Automaton;
  /** The automaton's class of each candidate of the instance. */
  readonly classOf: Int32Array;
  readonly candidates: ArrayLike<number>;
}

/**
 * Builds the trellis of these candidates, in the automaton's order. Stores it in scratch arrays whose names
 * begin with `name`.
 */
export function layOut(plan: TrellisPlan, scratch: Scratch, name: string): Trellis {
  return buildTrellis(byClass(plan), false, scratch, name)!;
}

/** Reads candidates class by class, in the automaton's order. */
export function byClass({ instance, automaton, classOf, candidates }: TrellisPlan): CandidateAutomaton {
  const { roles } = instance;
  const { levels } = automaton;
  const { ordered, sizes } = byLevel(automaton, classOf, candidates);
  let [level, end] = [-1, 0];
  let take: Int32Array = new Int32Array();
  let exits: Int32Array | null = null;
  return {
    instance,
    ordered,
    size: levels.reduce((most, { states }) => Math.max(most, states), 1),
    start: followEmpty(automaton, sizes, 0, automaton.start),
    turnTo(at) {
      while (at === end) {
        level += 1;
        end += sizes[level]!;
      }
      ({ take } = levels[level]!);
      exits =
        at + 1 === end
          ? levels[level]!.next.map((state) => followEmpty(automaton, sizes, level + 1, state))
          : null;
    },
    leave: (state) => (exits === null ? state : exits[state]!),
    pick(state, role) {
      const to = take[state * roles + role]!;
      return exits === null || to === -1 ? to : exits[to]!;
    },
  };
}

/** Sorts candidates by the automaton's levels, and counts those of each level. */
function byLevel({ levels }: Automaton, classOf: Int32Array, candidates: ArrayLike<number>) {
  const levelOf = new Int32Array(levels.length);
  for (const [at, level] of levels.entries()) levelOf[level.entryClass] = at;
  const sizes = new Int32Array(levels.length);
  for (let index = 0; index < candidates.length; index += 1)
    sizes[levelOf[classOf[candidates[index]!]!]!]! += 1;
  const place = new Int32Array(levels.length);
  for (let at = 1; at < levels.length; at += 1) place[at] = place[at - 1]! + sizes[at - 1]!;
  const ordered = new Int32Array(candidates.length);
  for (let index = 0; index < candidates.length; index += 1) {
    const level = levelOf[classOf[candidates[index]!]!]!;
    ordered[place[level]!] = candidates[index]!;
    place[level]! += 1;
  }
  return { ordered, sizes };
}

/**
 * Skips levels without candidates, from level `at` on, and returns the state in which the next level (or the
 * end) is entered; -1 if no lineup can follow.
 */
function followEmpty({ levels }: Automaton, sizes: Int32Array, at: number, state: number): number {
  let now = state;
  for (let level = at; level < levels.length && now !== -1 && sizes[level] === 0; level += 1)
    now = levels[level]!.next[now]!;
  return now;
}
