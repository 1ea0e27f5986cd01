import type { Instance } from "./instance.ts";
import type { Trellis } from "./trellis.ts";

/**
 * Sets `best` per state: the highest sum of `worth` along a path from the state to the end; -Infinity if
 * there is no path. `worth` has the value of each option, and 0 for `noPick`.
 */
export function backwardPass(
  { states, first, target, option }: Trellis,
  worth: Float64Array,
  best: Float64Array,
): void {
  best[states - 1] = 0;
  let end = first[states - 1]!;
  for (let state = states - 2; state >= 0; state -= 1) {
    const begin = first[state]!;
    let most = Number.NEGATIVE_INFINITY;
    for (let arc = begin; arc < end; arc += 1) {
      const value = worth[option[arc]!]! + best[target[arc]!]!;
      if (value > most) most = value;
    }
    best[state] = most;
    end = begin;
  }
}

/**
 * Sets `best` per state: the highest sum of `worth` along a path from the start to the state; -Infinity if
 * there is no path. `worth` has the value of each option, and 0 for `noPick`.
 */
export function forwardPass(
  { states, start, first, target, option }: Trellis,
  worth: Float64Array,
  best: Float64Array,
): void {
  best.fill(Number.NEGATIVE_INFINITY, 0, states);
  best[start] = 0;
  let begin = first[0]!;
  for (let state = 0; state < states - 1; state += 1) {
    const end = first[state + 1]!;
    const sofar = best[state]!;
    for (let arc = begin; arc < end; arc += 1) {
      const value = sofar + worth[option[arc]!]!;
      const reached = target[arc]!;
      if (value > best[reached]!) best[reached] = value;
    }
    begin = end;
  }
}

/**
 * The points and the salary of a path. Points less price times salary are a line, as a function of the price.
 */
export interface Line {
  readonly points: number;
  readonly salary: number;
}

/**
 * Returns the points and salary of the path with the highest worth, and adds its options to `way`. Call
 * `backwardPass` with these arrays first.
 */
export function traceBest(
  { states, start, first, target, option }: Trellis,
  worth: Float64Array,
  best: Float64Array,
  { points, salary, noPick }: Pick<Instance, "points" | "salary" | "noPick">,
  way?: number[],
): Line {
  let gained = 0;
  let spent = 0;
  let left = best[start]!;
  for (let state = start; state !== states - 1; ) {
    let arc = first[state]!;
    // `backwardPass` computed the same sums, so the best arc's sum equals `left` to the bit.
    while (worth[option[arc]!]! + best[target[arc]!]! !== left) arc += 1;
    const picked = option[arc]!;
    gained += points[picked]!;
    spent += salary[picked]!;
    if (picked !== noPick) way?.push(picked);
    state = target[arc]!;
    left = best[state]!;
  }
  return { points: gained, salary: spent };
}
