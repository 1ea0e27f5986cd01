import type { Trellis } from "../paths/trellis.ts";

/** Per option and per state four numbers: worth at the price, at the lower and the higher one, and salary below zero. */
export const KINDS = 4;

/** What is known of a trellis' options, states and arcs at the price, at a lower and at a higher one. */
export interface Swept {
  readonly worth: Float64Array;
  readonly after: Float64Array;
  readonly bound: Float64Array;
  readonly ahead: Int32Array;
  readonly cheap: number;
  readonly dear: number;
  /** What the whole budget is worth. */
  readonly paid: number;
}

/** Fills `forward`, per state, with the most worth, at the price, of a way from the start to it. */
export function sweepToStates(
  { states, start, first, target, option }: Trellis,
  worth: Float64Array,
  forward: Float64Array,
): void {
  forward.fill(Number.NEGATIVE_INFINITY, 0, states);
  forward[start] = 0;
  let arc = first[0]!;
  for (let state = 0; state < states - 1; state += 1) {
    const end = first[state + 1]!;
    const sofar = forward[state]!;
    for (; arc < end; arc += 1) {
      const value = sofar + worth[KINDS * option[arc]!]!;
      const reached = target[arc]!;
      if (value > forward[reached]!) forward[reached] = value;
    }
  }
}

/**
 * Leaves out arcs that no way worth more than `least` takes: their `bound` is -Infinity, that of others what the best
 * way on by them is worth at the price. Of the others fills `after`, per state, with the most of each kind over the
 * ways to acceptance, and `ahead` with the first state after it, itself included, at which anybody can be picked;
 * arcs lead there at once.
 */
export function sweepKinds(
  { states, first, target, option }: Trellis,
  {
    worth,
    forward,
    after,
    bound,
    ahead,
  }: Pick<Swept, "worth" | "after" | "bound" | "ahead"> & { readonly forward: Float64Array },
  { least, nobody }: { readonly least: number; readonly nobody: number },
): void {
  const NONE = Number.NEGATIVE_INFINITY;
  after.fill(0, KINDS * (states - 1), KINDS * states);
  ahead[states - 1] = states - 1;
  let end = first[states - 1]!;
  for (let state = states - 2; state >= 0; state -= 1) {
    const begin = first[state]!;
    const limit = least - forward[state]!;
    let most = NONE;
    let cheap = NONE;
    let dear = NONE;
    let spends = NONE;
    let onward = -1;
    for (let arc = begin; arc < end; arc += 1) {
      const own = KINDS * option[arc]!;
      const reached = ahead[target[arc]!]!;
      const on = KINDS * reached;
      const value = worth[own]! + after[on]!;
      if (value <= limit) {
        bound[arc] = NONE;
        continue;
      }
      target[arc] = reached;
      bound[arc] = value;
      if (value > most) most = value;
      const valueCheap = worth[own + 1]! + after[on + 1]!;
      if (valueCheap > cheap) cheap = valueCheap;
      const valueDear = worth[own + 2]! + after[on + 2]!;
      if (valueDear > dear) dear = valueDear;
      const spent = worth[own + 3]! + after[on + 3]!;
      if (spent > spends) spends = spent;
      // Leaving out comes first.
      onward = option[arc] === nobody && onward === -1 ? reached : state;
    }
    const at = KINDS * state;
    after[at] = most;
    after[at + 1] = cheap;
    after[at + 2] = dear;
    after[at + 3] = spends;
    ahead[state] = onward === -1 ? state : onward;
    end = begin;
  }
}
