import type { Automaton } from "./automaton.ts";
import type { Scratch } from "./scratch.ts";

/** How the automaton moves at a layer; -1 is dead. `take` is indexed `state * roles + role`. */
interface Moves {
  readonly states: number;
  readonly skip: Int32Array;
  readonly take: Int32Array;
}

/**
 * The candidates as layers, one each, in the order in which the automaton reads them. A state of a layer has the
 * index `offset[layer] + state`; the one after the last layer, `offset[length]`, is acceptance.
 */
export interface Layers {
  readonly length: number;
  readonly roles: number;
  readonly candidate: Int32Array;
  readonly moves: readonly Moves[];
  readonly offset: Int32Array;
  /** Index of the start state; -1 where nothing is accepted. */
  readonly start: number;
}

/** Lays out candidates (ascending indices) in the automaton's order. */
export function layOut(
  automaton: Automaton,
  roles: number,
  classOf: Int32Array,
  candidates: ArrayLike<number>,
  scratch: Scratch,
  name: string,
): Layers {
  const length = candidates.length;
  const candidate = scratch.integers(`${name} candidate`, length);
  const offset = scratch.integers(`${name} offset`, length + 2);
  const moves: Moves[] = [];
  const sizes = sizesOf(automaton, classOf, candidates);
  const start = startThrough(automaton, sizes);
  const at = new Int32Array(automaton.levels.length);
  const levelOf = new Int32Array(automaton.levels.length);
  for (const [index, level] of automaton.levels.entries()) levelOf[level.entryClass] = index;

  let layer = 0;
  let states = 0;
  for (const [index, level] of automaton.levels.entries()) {
    at[index] = layer;
    const size = sizes[index]!;
    if (size === 0) continue;
    const inside: Moves = { states: level.states, skip: identity(level.states), take: level.take };
    const leaving = movesOut(automaton, sizes, index, roles);
    for (let position = 0; position < size; position += 1) {
      moves.push(position === size - 1 ? leaving : inside);
      offset[layer] = states;
      states += level.states;
      layer += 1;
    }
  }
  offset[length] = states;
  for (let index = 0; index < length; index += 1) {
    const level = levelOf[classOf[candidates[index]!]!]!;
    candidate[at[level]!] = candidates[index]!;
    at[level]! += 1;
  }
  return { length, roles, candidate, moves, offset, start };
}

function sizesOf(automaton: Automaton, classOf: Int32Array, candidates: ArrayLike<number>): Int32Array {
  const byClass = new Int32Array(automaton.levels.length);
  for (let index = 0; index < candidates.length; index += 1) byClass[classOf[candidates[index]!]!]! += 1;
  return Int32Array.from(automaton.levels, (level) => byClass[level.entryClass]!);
}

/** Follows a state of level `index`, once its class is read, to the next level that has candidates. */
function afterLevel(automaton: Automaton, sizes: Int32Array, index: number, state: number): number {
  let now = state;
  for (let level = index; now !== -1; level += 1) {
    now = automaton.levels[level]!.next[now]!;
    if (level + 1 === sizes.length || sizes[level + 1]! > 0) break;
  }
  return now;
}

function startThrough(automaton: Automaton, sizes: Int32Array): number {
  let now = automaton.start;
  for (let level = 0; level < sizes.length && now !== -1 && sizes[level] === 0; level += 1) {
    now = automaton.levels[level]!.next[now]!;
  }
  return now;
}

function movesOut(automaton: Automaton, sizes: Int32Array, index: number, roles: number): Moves {
  const { states, take } = automaton.levels[index]!;
  const skip = new Int32Array(states);
  for (let state = 0; state < states; state += 1) skip[state] = afterLevel(automaton, sizes, index, state);
  const takeOut = new Int32Array(states * roles);
  for (let arc = 0; arc < takeOut.length; arc += 1) takeOut[arc] = take[arc] === -1 ? -1 : skip[take[arc]!]!;
  return { states, skip, take: takeOut };
}

function identity(length: number): Int32Array {
  return Int32Array.from({ length }, (_, index) => index);
}
