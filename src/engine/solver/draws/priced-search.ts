import type { Instance } from "../paths/instance.ts";
import { exactPrice } from "../paths/relaxation.ts";
import type { Scratch } from "../paths/scratch.ts";
import type { Trellis } from "../paths/trellis.ts";

/**
 * The number of values per option and state: priced points (points less price times salary) at the given
 * price, at a lower one and at a higher one; then the salary, negative.
 */
const KINDS = 4;

/**
 * What a search needs to know of a trellis, at the given price, at a lower one (`cheap`) and at a higher one
 * (`dear`). `passByKind` prunes some arcs; paths are those without pruned arcs.
 */
interface PassArrays {
  /** `KINDS` numbers per option. */
  readonly worth: Float64Array;
  /** `KINDS` numbers per state: the maximum of each over the paths from the state to the end. */
  readonly after: Float64Array;
  /** Per arc, the most priced points of a path to the end that begins with it; -Infinity if it is pruned. */
  readonly bound: Float64Array;
  /** Per state, the first state, from this one on, in which a candidate can be picked. */
  readonly ahead: Int32Array;
  readonly cheap: number;
  readonly dear: number;
  /** The price times the budget, in units of points. */
  readonly paid: number;
}

/** Sets `forward`: per state, the most priced points of a path from the start to it. */
function passToStates(
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
 * Sets `after`, `bound` and `ahead` (see `PassArrays`), from the last state to the first. Prunes the arcs
 * that are on no path with more than `least` priced points, and redirects the other arcs to the states in
 * `ahead`. `forward` is as set by `passToStates`.
 */
function passByKind(
  { states, first, target, option }: Trellis,
  {
    worth,
    forward,
    after,
    bound,
    ahead,
  }: Pick<PassArrays, "worth" | "after" | "bound" | "ahead"> & { readonly forward: Float64Array },
  { least, noPick }: { readonly least: number; readonly noPick: number },
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
      // The arc that picks no candidate comes first.
      onward = option[arc] === noPick && onward === -1 ? reached : state;
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

/** Whether a lineup, given as the first `length` of the options, is accepted. */
type Accepts = (options: Int32Array, length: number) => boolean;

export interface Sought {
  /** Points per unit of salary. */
  readonly price: number;
  /** The search finds only paths with more points than this. */
  readonly floor: number;
  /** Refuses complete paths; null accepts all. */
  readonly accepts: Accepts | null;
  readonly mostNodes: number;
}

/** The result of a search: it found the best path, or no path has more points than the floor. */
export type Outcome = "found" | "nothing" | "too many nodes";

/**
 * The lower and the higher price of a search, as multiples of its given price. They prune paths that spend
 * little or much.
 */
const CHEAPER = 0.75;
const DEARER = 1.3;

/**
 * Finds the path with the most points within the budget, depth first. Each of the three prices gives a state
 * an upper bound: its points so far, plus the most priced points to the end, plus price times remaining
 * salary. A state is pruned if one of them does not exceed the points of the best path so far.
 *
 * A single loop over arrays of numbers replaces recursion: V8 stops optimizing a recursive function after a
 * second kind of slate, and then allocates its numbers on the heap.
 */
export class PricedSearch {
  /** The options of the best path, in the order of the trellis; `length` of them. */
  readonly best: Int32Array;
  length = 0;
  points = 0;
  readonly #instance: Instance;
  readonly #scratch: Scratch;
  readonly #path: Int32Array;
  /**
   * Per pick of the current path: the state before it, the next arc to try there, and before the pick, the
   * sums of points and priced points and the remaining salary.
   */
  readonly #states: Int32Array;
  readonly #arcs: Int32Array;
  readonly #points: Float64Array;
  readonly #worth: Float64Array;
  readonly #left: Float64Array;

  constructor(instance: Instance, scratch: Scratch) {
    this.#instance = instance;
    this.#scratch = scratch;
    const depth = instance.openSeats + 1;
    this.best = new Int32Array(instance.openSeats);
    this.#path = new Int32Array(depth);
    this.#states = new Int32Array(depth);
    this.#arcs = new Int32Array(depth);
    this.#points = new Float64Array(depth);
    this.#worth = new Float64Array(depth);
    this.#left = new Float64Array(depth);
  }

  /**
   * After the result `found`, the best path is in `best`, `length` and `points`.
   */
  run(trellis: Trellis, sought: Sought): Outcome {
    if (trellis.start === -1) return "nothing";
    const cheap = exactPrice(this.#instance, CHEAPER * sought.price).price;
    const dear = exactPrice(this.#instance, DEARER * sought.price).price;
    const worth = this.#scratch.doubles("draw worth", KINDS * (this.#instance.noPick + 1));
    this.#price(trellis, worth, sought.price, cheap, dear);
    const forward = this.#scratch.doubles("draw forward", trellis.states);
    passToStates(trellis, worth, forward);
    const after = this.#scratch.doubles("draw after", KINDS * trellis.states);
    const bound = this.#scratch.doubles("draw bound", trellis.first[trellis.states]!);
    const ahead = this.#scratch.integers("draw ahead", trellis.states);
    const paid = sought.price === 0 ? 0 : sought.price * this.#instance.budget;
    passByKind(
      trellis,
      { worth, forward, after, bound, ahead },
      {
        least: sought.floor - paid,
        noPick: this.#instance.noPick,
      },
    );
    return this.#descend(trellis, { worth, after, bound, ahead, cheap, dear, paid }, sought);
  }

  #price({ candidates }: Trellis, worth: Float64Array, price: number, cheap: number, dear: number): void {
    const { roles, points, salary, noPick } = this.#instance;
    for (let index = 0; index < candidates.length; index += 1) {
      const from = candidates[index]! * roles;
      for (let option = from; option < from + roles; option += 1) {
        const gained = points[option]!;
        const spent = salary[option]!;
        const at = KINDS * option;
        worth[at] = gained - price * spent;
        worth[at + 1] = gained - cheap * spent;
        worth[at + 2] = gained - dear * spent;
        worth[at + 3] = -spent;
      }
    }
    worth.fill(0, KINDS * noPick, KINDS * (noPick + 1));
  }

  #descend(
    { states, start, first, target, option }: Trellis,
    { worth, after, bound, ahead, cheap, dear, paid }: PassArrays,
    { floor, accepts, mostNodes }: Sought,
  ): Outcome {
    const { noPick, budget, points: gains, salary } = this.#instance;
    const [path, fromStates, fromArcs] = [this.#path, this.#states, this.#arcs];
    const [allPoints, allWorth, allLeft] = [this.#points, this.#worth, this.#left];
    const accepted = states - 1;
    let best = floor;
    let isFound = false;
    let nodes = mostNodes;
    let depth = 0;
    let state = ahead[start]!;
    let arc = first[state]!;
    let points = 0;
    let sum = 0;
    let left = budget;
    /** An arc is useful only if its bound exceeds this. */
    let least = best - paid;
    if (after[KINDS * state]! <= least) return "nothing";
    for (;;) {
      if (state === accepted) {
        if (points > best && (accepts === null || accepts(path, depth))) {
          best = points;
          isFound = true;
          this.length = depth;
          for (let index = 0; index < depth; index += 1) this.best[index] = path[index]!;
        }
      } else {
        const end = first[state + 1]!;
        let picked = noPick;
        let rest = left;
        let gained = points;
        for (; arc < end; arc += 1) {
          if (bound[arc]! <= least) continue;
          picked = option[arc]!;
          if (picked === noPick) continue;
          const at = KINDS * target[arc]!;
          rest = left - salary[picked]!;
          gained = points + gains[picked]!;
          // Without a salary limit, the remaining salary times a price of 0 is NaN and bounds nothing.
          if (
            rest + after[at + 3]! < 0 ||
            gained + after[at + 1]! + cheap * rest <= best ||
            gained + after[at + 2]! + dear * rest <= best
          )
            continue;
          break;
        }
        if (arc < end) {
          nodes -= 1;
          if (nodes < 0) return "too many nodes";
          path[depth] = picked;
          fromStates[depth] = state;
          fromArcs[depth] = arc + 1;
          allPoints[depth] = points;
          allWorth[depth] = sum;
          allLeft[depth] = left;
          depth += 1;
          sum += worth[KINDS * picked]!;
          points = gained;
          left = rest;
          least = best - paid - sum;
          state = target[arc]!;
          arc = first[state]!;
          continue;
        }
        // Continue to the state in which no candidate of this layer is picked: that arc comes first, and all
        // sums stay the same.
        const begin = first[state]!;
        if (begin < end && option[begin] === noPick && bound[begin]! > least) {
          state = target[begin]!;
          arc = first[state]!;
          continue;
        }
      }
      if (depth === 0) break;
      depth -= 1;
      state = fromStates[depth]!;
      arc = fromArcs[depth]!;
      points = allPoints[depth]!;
      sum = allWorth[depth]!;
      left = allLeft[depth]!;
      least = best - paid - sum;
    }
    this.points = best;
    return isFound ? "found" : "nothing";
  }
}
