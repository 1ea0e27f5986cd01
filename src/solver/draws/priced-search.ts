import type { Instance } from "../paths/instance.ts";
import { exactPrice } from "../paths/price.ts";
import type { Scratch } from "../paths/scratch.ts";
import type { Trellis } from "../paths/trellis.ts";

/** Judges a whole way, by its first so many options. */
type Accepts = (options: Int32Array, length: number) => boolean;

/** What is sought. */
export interface Sought {
  /** What salary is worth. */
  readonly price: number;
  /** More points than this. */
  readonly floor: number;
  /** Among the ways it accepts, all where it is null. */
  readonly accepts: Accepts | null;
  readonly mostNodes: number;
}

/** More nodes than were allowed. */
export const TOO_MANY_NODES = -1;
/** No way has more points than the floor. */
export const NOTHING = 0;
export const FOUND = 1;

/** Other prices at which ways are bounded too, as parts of the first: one that spends much or little pays at these. */
const CHEAPER = 0.75;
const DEARER = 1.3;

/** Per option and per state four numbers: worth at the price, at the lower and the higher one, and salary below zero. */
const KINDS = 4;

/**
 * Finds the way with the most points within the budget, depth first: a state is left where even its best way on at some
 * price, plus what the salary left is worth at it, gains no more than the best found so far.
 *
 * One loop over arrays of numbers instead of a function that calls itself: V8 gives up optimizing such a function once
 * a second kind of slate has come by, and its numbers then go by the heap.
 */
export class PricedSearch {
  /** Options of the best way, in the order of the trellis; `length` of them. */
  readonly best: Int32Array;
  length = 0;
  points = 0;
  readonly #instance: Instance;
  readonly #scratch: Scratch;
  readonly #way: Int32Array;
  /** Per pick of the way: the state it was picked in, the arc to look at next, and what the picks before it sum to. */
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
    this.#way = new Int32Array(depth);
    this.#states = new Int32Array(depth);
    this.#arcs = new Int32Array(depth);
    this.#points = new Float64Array(depth);
    this.#worth = new Float64Array(depth);
    this.#left = new Float64Array(depth);
  }

  /** `FOUND` leaves the way with the most points in `points` and `best`. */
  run(trellis: Trellis, sought: Sought): number {
    if (trellis.start === -1) return NOTHING;
    const cheap = exactPrice(this.#instance, CHEAPER * sought.price).price;
    const dear = exactPrice(this.#instance, DEARER * sought.price).price;
    const worth = this.#scratch.doubles("draw worth", KINDS * (this.#instance.nobody + 1));
    this.#price(trellis, worth, sought.price, cheap, dear);
    const after = this.#scratch.doubles("draw after", KINDS * trellis.states);
    sweepKinds(trellis, worth, after);
    return this.#descend(trellis, worth, after, cheap, dear, sought);
  }

  #price({ candidates }: Trellis, worth: Float64Array, price: number, cheap: number, dear: number): void {
    const { roles, points, salary, nobody } = this.#instance;
    for (let index = 0; index < candidates.length; index += 1) {
      const from = candidates[index]! * roles;
      for (let option = from; option < from + roles; option += 1) {
        const [gained, spent, at] = [points[option]!, salary[option]!, KINDS * option];
        worth[at] = gained - price * spent;
        worth[at + 1] = gained - cheap * spent;
        worth[at + 2] = gained - dear * spent;
        worth[at + 3] = -spent;
      }
    }
    worth.fill(0, KINDS * nobody, KINDS * (nobody + 1));
  }

  #descend(
    { states, start, first, target, option }: Trellis,
    worth: Float64Array,
    after: Float64Array,
    cheap: number,
    dear: number,
    { price, floor, accepts, mostNodes }: Sought,
  ): number {
    const { nobody, budget, points: gains, salary } = this.#instance;
    const [way, fromStates, fromArcs] = [this.#way, this.#states, this.#arcs];
    const [allPoints, allWorth, allLeft] = [this.#points, this.#worth, this.#left];
    const paid = price === 0 ? 0 : price * budget;
    const accepted = states - 1;
    let best = floor;
    let isFound = false;
    let nodes = mostNodes;
    let [depth, state, arc] = [0, start, first[start]!];
    let [points, sum, left] = [0, 0, budget];
    if (after[KINDS * start]! + paid <= best) return NOTHING;
    for (;;) {
      if (state !== accepted && arc < first[state + 1]!) {
        const picked = option[arc]!;
        arc += 1;
        if (picked === nobody) continue;
        const reached = target[arc - 1]!;
        const at = KINDS * reached;
        if (sum + worth[KINDS * picked]! + after[at]! + paid <= best) continue;
        const rest = left - salary[picked]!;
        if (rest + after[at + 3]! < 0) continue;
        const gained = points + gains[picked]!;
        if (gained + after[at + 1]! + cheap * rest <= best) continue;
        if (gained + after[at + 2]! + dear * rest <= best) continue;
        nodes -= 1;
        if (nodes < 0) return TOO_MANY_NODES;
        way[depth] = picked;
        fromStates[depth] = state;
        fromArcs[depth] = arc;
        allPoints[depth] = points;
        allWorth[depth] = sum;
        allLeft[depth] = left;
        depth += 1;
        sum += worth[KINDS * picked]!;
        points = gained;
        left = rest;
        state = reached;
        arc = first[state]!;
        continue;
      }
      if (state === accepted) {
        if (points > best && (accepts === null || accepts(way, depth))) {
          best = points;
          isFound = true;
          this.length = depth;
          this.best.set(way.subarray(0, depth));
        }
      } else {
        // On to the state in which nobody of this layer is picked: that arc comes first, and all counts as before.
        const begin = first[state]!;
        const next = target[begin]!;
        const at = KINDS * next;
        // Without a limit of salary what is left times no price is no number, and no bound.
        const isBeyond =
          begin === first[state + 1]! ||
          option[begin] !== nobody ||
          sum + after[at]! + paid <= best ||
          left + after[at + 3]! < 0 ||
          points + after[at + 1]! + cheap * left <= best ||
          points + after[at + 2]! + dear * left <= best;
        if (!isBeyond) {
          state = next;
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
    }
    this.points = best;
    return isFound ? FOUND : NOTHING;
  }
}

/** Fills `after`, per state, with the most of each kind over the ways from it to acceptance, -Infinity where there is none. */
function sweepKinds(
  { states, first, target, option }: Trellis,
  worth: Float64Array,
  after: Float64Array,
): void {
  after.fill(0, KINDS * (states - 1), KINDS * states);
  let end = first[states - 1]!;
  for (let state = states - 2; state >= 0; state -= 1) {
    const begin = first[state]!;
    let [most, cheap, dear, least] = [
      Number.NEGATIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ];
    for (let arc = begin; arc < end; arc += 1) {
      const own = KINDS * option[arc]!;
      const on = KINDS * target[arc]!;
      const value = worth[own]! + after[on]!;
      if (value > most) most = value;
      const valueCheap = worth[own + 1]! + after[on + 1]!;
      if (valueCheap > cheap) cheap = valueCheap;
      const valueDear = worth[own + 2]! + after[on + 2]!;
      if (valueDear > dear) dear = valueDear;
      const spent = worth[own + 3]! + after[on + 3]!;
      if (spent > least) least = spent;
    }
    const at = KINDS * state;
    after[at] = most;
    after[at + 1] = cheap;
    after[at + 2] = dear;
    after[at + 3] = least;
    end = begin;
  }
}
