import type { Automaton } from "./automaton.ts";
import type { Instance } from "./instance.ts";
import type { Scratch } from "./scratch.ts";

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

export interface TrellisPlan {
  readonly instance: Instance;
  readonly automaton: Automaton;
  /** The automaton's class of each candidate of the instance. */
  readonly classOf: Int32Array;
  readonly candidates: ArrayLike<number>;
}

/**
 * Builds the trellis of these candidates, in the automaton's order, with only those states that can be reached
 * from the start. Stores it in scratch arrays whose names begin with `name`.
 */
export function layOut(
  { instance, automaton, classOf, candidates }: TrellisPlan,
  scratch: Scratch,
  name: string,
): Trellis {
  const { ordered, sizes } = byLevel(automaton, classOf, candidates);
  const { levels } = automaton;
  const { roles, required, noPick } = instance;
  let most = 1;
  let places = 1;
  let last = -1;
  for (let at = 0; at < levels.length; at += 1) {
    const { states } = levels[at]!;
    places = Math.max(places, states);
    if (sizes[at] === 0) continue;
    most += sizes[at]! * states;
    last = at;
  }
  const first = scratch.integers(`${name} first`, most + 1);
  const target = scratch.integers(`${name} target`, most * (roles + 1));
  const option = scratch.integers(`${name} option`, most * (roles + 1));
  // `now` and `next` list the automaton's states of one layer and of the next.
  // `number` has, for each state of the next layer, its number in the trellis plus 1, or 0 if it is new.
  let now = scratch.integers("layer", places);
  let next = scratch.integers("next layer", places);
  const number = scratch.integers("numbers of the next layer", places);
  const entered = followEmpty(automaton, sizes, 0, automaton.start);
  let reached = entered === -1 ? 0 : 1;
  now[0] = entered;
  let state = 0;
  let made = reached;
  let arc = 0;
  let read = 0;
  for (let at = 0; at <= last; at += 1) {
    const { take, next: exits } = levels[at]!;
    for (let turn = sizes[at]! - 1; turn >= 0; turn -= 1) {
      const candidate = ordered[read]!;
      read += 1;
      let found = 0;
      for (let index = 0; index < reached; index += 1) {
        const within = now[index]!;
        first[state] = arc;
        state += 1;
        for (let role = required[candidate] === 0 ? -1 : 0; role < roles; role += 1) {
          let to = role === -1 ? within : take[within * roles + role]!;
          if (to !== -1 && turn === 0) to = followEmpty(automaton, sizes, at + 1, exits[to]!);
          if (to === -1) continue;
          if (number[to] === 0) {
            made += 1;
            number[to] = made;
            next[found] = to;
            found += 1;
          }
          target[arc] = number[to]! - 1;
          option[arc] = role === -1 ? noPick : candidate * roles + role;
          arc += 1;
        }
      }
      for (let index = 0; index < found; index += 1) number[next[index]!] = 0;
      const done = now;
      now = next;
      next = done;
      reached = found;
    }
  }
  first[state] = arc;
  first[state + 1] = arc;
  return { states: made, start: reached === 0 ? -1 : 0, first, target, option, candidates: ordered };
}

/** Sorts candidates by the automaton's levels, and counts those of each level. */
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

/**
 * Skips levels without candidates, from level `at` on, and returns the state in which the next level (or the
 * end) is entered; -1 if no lineup can follow.
 */
export function followEmpty({ levels }: Automaton, sizes: Int32Array, at: number, state: number): number {
  let now = state;
  for (let level = at; level < levels.length && now !== -1 && sizes[level] === 0; level += 1)
    now = levels[level]!.next[now]!;
  return now;
}
