import type { Instance } from "./instance.ts";
import type { Scratch } from "./scratch.ts";
import type { Trellis } from "./trellis.ts";

/** A growing array of 32-bit integers. */
export class IntegerList {
  /** The first `length` elements are used. */
  values = new Int32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Int32Array(2 * this.length);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.length] = value;
    this.length += 1;
  }
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

/**
 * Builds a trellis from an automaton, with one layer of reachable states per candidate. Every path through
 * all candidates is a lineup. With `merges`, drops states that lead nowhere and merges equivalent states of a
 * layer. Stores the trellis in scratch arrays whose names begin with `name`. Null if there are more than
 * `most` states, or too many in one layer to merge them.
 */
export function layOutLayers(
  reading: CandidateAutomaton,
  { most, merges }: { readonly most: number; readonly merges: boolean },
  scratch: Scratch,
  name: string,
): Trellis | null {
  const { instance, ordered, size, start } = reading;
  const { roles, required } = instance;
  const dead: Trellis = {
    states: 1,
    start: -1,
    first: Int32Array.of(0, 0),
    target: new Int32Array(),
    option: new Int32Array(),
    candidates: ordered,
  };
  if (start === -1) return dead;
  // Per state, its index in the next layer; -1 if it is not there.
  const place = scratch.integers("place", size).fill(-1, 0, size);
  const leads = new IntegerList();
  const layerEnds = [0];
  let layer: number[] = [start];
  let next: number[] = [];
  let made = 0;
  const lead = (state: number) => {
    if (state !== -1 && place[state] === -1) place[state] = next.push(state) - 1;
    leads.push(state === -1 ? -1 : place[state]!);
  };
  for (let at = 0; at < ordered.length; at += 1) {
    reading.turnTo(at);
    const isRequired = required[ordered[at]!] === 1;
    for (const state of layer) {
      lead(isRequired ? -1 : reading.leave(state));
      for (let role = 0; role < roles; role += 1) lead(reading.pick(state, role));
    }
    made += layer.length;
    layerEnds.push(made);
    for (const state of next) place[state] = -1;
    [layer, next] = [next, []];
    if (made > most) return null;
    if (layer.length === 0) return dead;
  }
  const layers: Layers = { instance, ordered, leads: leads.values, layerEnds };
  const kept = keep(layers, merges, scratch);
  return kept && written(layers, kept, scratch, name);
}

interface Layers {
  readonly instance: Instance;
  readonly ordered: ArrayLike<number>;
  /**
   * The successors of each state: after leaving the candidate out, then after picking it in each role. They
   * are indices into the next layer; -1 if no lineup can follow.
   */
  readonly leads: Int32Array;
  /** The states of layer i are those from `layerEnds[i]` up to, but not including, `layerEnds[i + 1]`. */
  readonly layerEnds: readonly number[];
}

/** The states that remain: in layer i, the `sizes[i]` elements of `states` from `layerEnds[i]` on. */
interface Kept {
  readonly states: Int32Array;
  readonly sizes: Int32Array;
}

/**
 * Selects the states that remain, and renumbers `leads` accordingly. If `merges`, drops states that lead
 * nowhere and merges equivalent ones, from the last layer to the first. Null if a layer has so many states
 * that their merge keys would be inexact.
 */
function keep(
  { instance, ordered, leads, layerEnds }: Layers,
  merges: boolean,
  scratch: Scratch,
): Kept | null {
  const stride = instance.roles + 1;
  const layers = ordered.length;
  const total = layerEnds[layers]!;
  /** Per state, its index among the states that remain in its layer; -1 if it is dropped. */
  const number = scratch.integers("number", total);
  const states = scratch.integers("kept", total);
  const sizes = new Int32Array(layers + 1);
  sizes[layers] = 1;
  for (let at = layers - 1; at >= 0; at -= 1) {
    const [from, end] = [layerEnds[at]!, layerEnds[at + 1]!];
    const width = sizes[at + 1]! + 1;
    if (merges && width ** stride > Number.MAX_SAFE_INTEGER) return null;
    const known = new Map<number, number>();
    let size = 0;
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
      const same = merges ? (isAlive ? known.get(key) : -1) : undefined;
      number[state] = same ?? size;
      if (same !== undefined) continue;
      if (merges) known.set(key, size);
      states[from + size] = state;
      size += 1;
    }
    sizes[at] = size;
  }
  return { states, sizes };
}

function written(
  { instance: { roles, noPick }, ordered, leads, layerEnds }: Layers,
  { states: kept, sizes }: Kept,
  scratch: Scratch,
  name: string,
): Trellis {
  const stride = roles + 1;
  const states = sizes.reduce((sum, size) => sum + size, 0);
  const first = scratch.integers(`${name} first`, states + 1);
  const target = scratch.integers(`${name} target`, states * stride);
  const option = scratch.integers(`${name} option`, states * stride);
  let state = 0;
  let arc = 0;
  for (let at = 0; at < ordered.length; at += 1) {
    const from = layerEnds[at]!;
    const following = state + sizes[at]!;
    for (let within = 0; within < sizes[at]!; within += 1) {
      first[state] = arc;
      state += 1;
      const lead = kept[from + within]! * stride;
      for (let way = 0; way < stride; way += 1) {
        const to = leads[lead + way]!;
        if (to === -1) continue;
        target[arc] = following + to;
        option[arc] = way === 0 ? noPick : ordered[at]! * roles + way - 1;
        arc += 1;
      }
    }
  }
  first[state] = arc;
  first[state + 1] = arc;
  return { states, start: 0, first, target, option, candidates: ordered };
}
