import { forwardPass } from "../paths/dp-passes.ts";
import type { Instance } from "../paths/instance.ts";
import { exactPrice } from "../paths/relaxation.ts";
import type { Scratch, Trellis } from "../paths/trellis.ts";

/**
 * Priced points (points less price times salary) at the given price, at a lower one and at a higher one; and
 * the salary, negative. One number per option, or per state: the maximum over the paths from it to the end.
 */
type Worths = Readonly<Record<"given" | "cheap" | "dear" | "spent", Float64Array>>;

function worthsOf(size: number): Worths {
  const list = () => new Float64Array(size);
  return { given: list(), cheap: list(), dear: list(), spent: list() };
}

interface Ahead {
  readonly after: Worths;
  readonly bound: Float64Array;
  /** Per state, the first state, from this one on, in which a candidate can be picked. */
  readonly ahead: Int32Array;
}

/**
 * Sets `after`, `bound` and `ahead`, from the last state to the first. Prunes the arcs that are on no path with
 * more than `least` priced points, and redirects the other arcs to the states in `ahead`. `forward` has, per
 * state, the most priced points of a path from the start to it.
 */
function passBackward(
  { states, first, target, option }: Trellis,
  worth: Worths,
  forward: Float64Array,
  { after, bound, ahead }: Ahead,
  { least, noPick }: { readonly least: number; readonly noPick: number },
): void {
  const NONE = Number.NEGATIVE_INFINITY;
  const { given, cheap, dear, spent } = after;
  for (const list of [given, cheap, dear, spent]) list[states - 1] = 0;
  ahead[states - 1] = states - 1;
  let end = first[states - 1]!;
  for (let state = states - 2; state >= 0; state -= 1) {
    const begin = first[state]!;
    const limit = least - forward[state]!;
    let [most, mostCheap, mostDear, leastSpent] = [NONE, NONE, NONE, NONE];
    let onward = -1;
    for (let arc = begin; arc < end; arc += 1) {
      const own = option[arc]!;
      const reached = ahead[target[arc]!]!;
      const value = worth.given[own]! + given[reached]!;
      if (value <= limit) {
        bound[arc] = NONE;
        continue;
      }
      target[arc] = reached;
      bound[arc] = value;
      if (value > most) most = value;
      const valueCheap = worth.cheap[own]! + cheap[reached]!;
      if (valueCheap > mostCheap) mostCheap = valueCheap;
      const valueDear = worth.dear[own]! + dear[reached]!;
      if (valueDear > mostDear) mostDear = valueDear;
      const valueSpent = worth.spent[own]! + spent[reached]!;
      if (valueSpent > leastSpent) leastSpent = valueSpent;
      // The arc that picks no candidate comes first.
      onward = own === noPick && onward === -1 ? reached : state;
    }
    given[state] = most;
    cheap[state] = mostCheap;
    dear[state] = mostDear;
    spent[state] = leastSpent;
    ahead[state] = onward === -1 ? state : onward;
    end = begin;
  }
}

type Accepts = (options: Int32Array, length: number) => boolean;

export interface Sought {
  readonly price: number;
  readonly floor: number;
  readonly accepts: Accepts | null;
  readonly mostNodes: number;
}

export type Outcome = "found" | "nothing" | "too many nodes";

/** The lower price of a search, as a multiple of its given price; the higher one is as much dearer. */
const CHEAPER = 0.75;

/**
 * Finds the path with the most points within the budget, depth first. Each of the three prices gives a state
 * an upper bound: its points so far, plus the most priced points to the end, plus price times remaining
 * salary. A state is pruned if one of them does not exceed the points of the best path so far.
 *
 * A single loop over arrays of numbers replaces recursion: V8 stops optimizing a recursive function after a
 * second kind of slate, and then allocates its numbers on the heap.
 */
export class PricedSearch {
  readonly best: Int32Array;
  length = 0;
  points = 0;
  readonly #instance: Instance;
  readonly #scratch: Scratch;
  readonly #path: Int32Array;
  /** Per pick of the current path, before it: the state, the next arc to try, sums and remaining salary. */
  readonly #states: Int32Array;
  readonly #arcs: Int32Array;
  readonly #points: Float64Array;
  readonly #worth: Float64Array;
  readonly #left: Float64Array;
  readonly #values: Worths;
  #after = worthsOf(0);

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
    this.#values = worthsOf(instance.noPick + 1);
  }

  /** After the result `found`, the best path is in `best`, `length` and `points`. */
  run(trellis: Trellis, sought: Sought): Outcome {
    if (trellis.start === -1) return "nothing";
    const [instance, { states, first }] = [this.#instance, trellis];
    const cheap = exactPrice(instance, CHEAPER * sought.price).price;
    const dear = exactPrice(instance, sought.price / CHEAPER).price;
    const worth = this.#values;
    this.#price(trellis, worth, sought.price, cheap, dear);
    const forward = this.#scratch.doubles("draw forward", states);
    forwardPass(trellis, worth.given, forward);
    if (this.#after.given.length < states) this.#after = worthsOf(2 * states);
    const passed = {
      after: this.#after,
      bound: this.#scratch.doubles("draw bound", first[states]!),
      ahead: this.#scratch.integers("draw ahead", states),
    };
    const paid = sought.price === 0 ? 0 : sought.price * instance.budget;
    const least = sought.floor - paid;
    passBackward(trellis, worth, forward, passed, { least, noPick: instance.noPick });
    return this.#descend(trellis, worth.given, passed, { cheap, dear, paid }, sought);
  }

  #price({ candidates }: Trellis, worth: Worths, price: number, cheap: number, dear: number): void {
    const { roles, points, salary, noPick } = this.#instance;
    for (let index = 0; index < candidates.length; index += 1) {
      const from = candidates[index]! * roles;
      for (let option = from; option < from + roles; option += 1) {
        const gained = points[option]!;
        const paid = salary[option]!;
        worth.given[option] = gained - price * paid;
        worth.cheap[option] = gained - cheap * paid;
        worth.dear[option] = gained - dear * paid;
        worth.spent[option] = -paid;
      }
    }
    for (const list of [worth.given, worth.cheap, worth.dear, worth.spent]) list[noPick] = 0;
  }

  #descend(
    { states, start, first, target, option }: Trellis,
    worth: Float64Array,
    { after, bound, ahead }: Ahead,
    { cheap, dear, paid }: Readonly<Record<"cheap" | "dear" | "paid", number>>,
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
    let least = best - paid;
    if (after.given[state]! <= least) return "nothing";
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
          const reached = target[arc]!;
          rest = left - salary[picked]!;
          gained = points + gains[picked]!;
          // Without a salary limit, the remaining salary times a price of 0 is NaN and bounds nothing.
          if (
            rest + after.spent[reached]! < 0 ||
            gained + after.cheap[reached]! + cheap * rest <= best ||
            gained + after.dear[reached]! + dear * rest <= best
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
          sum += worth[picked]!;
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
