import type { Automaton } from "./automaton.ts";
import type { Instance } from "./instance.ts";
import type { Scratch } from "./scratch.ts";

/**
 * The legal lineups of some candidates as the ways through a graph, the salary aside: a layer per candidate, in the
 * order in which the automaton reads them, and arcs that pick the candidate in a role or leave it out.
 *
 * States are numbered layer by layer, so every arc leads to a higher number, and a sweep over the states in order, or
 * in reverse, meets each before (after) all that follow it. The last state is acceptance. A state may lead nowhere.
 */
export interface Trellis {
  readonly states: number;
  /** -1 where nothing is accepted. */
  readonly start: number;
  /** The arcs of state s are `first[s]` up to and without `first[s + 1]`; leaving out comes first. */
  readonly first: Int32Array;
  readonly target: Int32Array;
  /** The option of the instance that the arc picks, or `nobody`. */
  readonly option: Int32Array;
  /** Its candidates. */
  readonly candidates: ArrayLike<number>;
}

export interface TrellisPlan {
  readonly instance: Instance;
  readonly automaton: Automaton;
  /** Per candidate of the instance, an index into the automaton's classes. */
  readonly classOf: Int32Array;
  /** Those to lay out. */
  readonly candidates: ArrayLike<number>;
}

/** Lays out candidates in the automaton's order; the arrays are those of the scratch under this name. */
export function layOut(
  { instance, automaton, classOf, candidates }: TrellisPlan,
  scratch: Scratch,
  name: string,
): Trellis {
  const { levels } = automaton;
  const { roles, required, nobody } = instance;
  const { ordered, sizes } = byLevel(automaton, classOf, candidates);
  const states = 1 + levels.reduce((sum, level, at) => sum + level.states * sizes[at]!, 0);
  const first = scratch.integers(`${name} first`, states + 1);
  const target = scratch.integers(`${name} target`, (states - 1) * (roles + 1));
  const option = scratch.integers(`${name} option`, (states - 1) * (roles + 1));
  let state = 0;
  let arc = 0;
  let read = 0;
  for (let at = 0; at < levels.length; at += 1) {
    const { states: width, take } = levels[at]!;
    const last = read + sizes[at]! - 1;
    const exits = sizes[at] === 0 ? null : exitsOf(automaton, sizes, at);
    for (; exits !== null && read <= last; read += 1) {
      const candidate = ordered[read]!;
      const next = state + width;
      for (let within = 0; within < width; within += 1) {
        first[state] = arc;
        state += 1;
        const after = read === last ? exits[within]! : within;
        if (after !== -1 && required[candidate] === 0) {
          target[arc] = next + after;
          option[arc] = nobody;
          arc += 1;
        }
        for (let role = 0; role < roles; role += 1) {
          const taken = take[within * roles + role]!;
          const reached = taken !== -1 && read === last ? exits[taken]! : taken;
          if (reached === -1) continue;
          target[arc] = next + reached;
          option[arc] = candidate * roles + role;
          arc += 1;
        }
      }
    }
  }
  first[state] = arc;
  first[state + 1] = arc;
  return {
    states,
    start: followEmpty(automaton, sizes, 0, automaton.start),
    first,
    target,
    option,
    candidates,
  };
}

/** The candidates in the order of the automaton's levels, and how many each level has. */
export function byLevel({ levels }: Automaton, classOf: Int32Array, candidates: ArrayLike<number>) {
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

/** Where each state of a level leads once its last candidate is read: a state of the next level that has any. */
export function exitsOf(automaton: Automaton, sizes: Int32Array, at: number): Int32Array {
  return automaton.levels[at]!.next.map((state) => followEmpty(automaton, sizes, at + 1, state));
}

/** Follows a state, -1 included, through levels without candidates from level `at` on. */
export function followEmpty({ levels }: Automaton, sizes: Int32Array, at: number, state: number): number {
  let now = state;
  for (let level = at; level < levels.length && now !== -1 && sizes[level] === 0; level += 1)
    now = levels[level]!.next[now]!;
  return now;
}
