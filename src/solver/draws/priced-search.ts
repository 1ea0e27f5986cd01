import type { Instance } from "../paths/instance.ts";
import { exactPrice } from "../paths/price.ts";
import type { Scratch } from "../paths/scratch.ts";
import { sweepBack } from "../paths/sweeps.ts";
import type { Trellis } from "../paths/trellis.ts";

/** What a search starts from: options' worth at a price, and what the whole budget is worth at it. */
export interface Priced {
  readonly worth: Float64Array;
  readonly price: number;
  readonly accepts: Accepts | null;
}

/** Judges a whole way, by its first so many options. */
type Accepts = (options: Int32Array, length: number) => boolean;

/** More nodes than were allowed. */
export const TOO_MANY_NODES = -1;
/** No way has more points than the floor. */
const NOTHING = 0;
export const FOUND = 1;

/** Other prices at which ways are bounded too, as parts of the first: one that spends much or little pays at these. */
const CHEAPER = 0.75;
const DEARER = 1.3;

/**
 * Finds the way with the most points within the budget, depth first: a state is left where even its best way on at some
 * price, plus what the salary left is worth at it, gains no more than the best found so far.
 */
export class PricedSearch {
  /** Options of the best way, in the order of the trellis; `length` of them. */
  readonly best: Int32Array;
  length = 0;
  points = 0;
  #nodes = 0;
  readonly #instance: Instance;
  readonly #scratch: Scratch;
  readonly #way: Int32Array;
  #trellis: Trellis | undefined;
  #worth: Float64Array = new Float64Array(0);
  /** Per state, the most that a way on is worth: at the price, at a lower and at a higher one. */
  #after: Float64Array = new Float64Array(0);
  #afterCheap: Float64Array = new Float64Array(0);
  #afterDear: Float64Array = new Float64Array(0);
  #cheapest: Float64Array = new Float64Array(0);
  #paid = 0;
  #cheap = 0;
  #dear = 0;

  #accepts: Accepts | null = null;

  constructor(instance: Instance, scratch: Scratch) {
    this.#instance = instance;
    this.#scratch = scratch;
    this.best = new Int32Array(instance.openSeats);
    this.#way = new Int32Array(instance.openSeats);
  }

  /**
   * Seeks more than `floor` points among the ways that are accepted, all where `accepts` is null; `FOUND` leaves them in
   * `points` and `best`.
   */
  run(trellis: Trellis, { worth, price, accepts }: Priced, floor: number, mostNodes: number): number {
    this.#accepts = accepts;
    const { budget } = this.#instance;
    this.#trellis = trellis;
    this.#worth = worth;
    this.#after = this.#scratch.doubles("draw after", trellis.states);
    sweepBack(trellis, worth, this.#after);
    this.#cheap = exactPrice(this.#instance, CHEAPER * price).price;
    this.#dear = exactPrice(this.#instance, DEARER * price).price;
    this.#afterCheap = this.#swept("draw after cheap", 1, this.#cheap);
    this.#afterDear = this.#swept("draw after dear", 1, this.#dear);
    this.#cheapest = this.#swept("draw cheapest", 0, 1);
    this.#paid = price === 0 ? 0 : price * budget;
    this.points = floor;
    this.#nodes = mostNodes;
    const before = this.points;
    if (trellis.start !== -1) this.#descend(trellis.start, 0, 0, 0, budget);
    if (this.#nodes < 0) return TOO_MANY_NODES;
    return this.points > before ? FOUND : NOTHING;
  }

  /** Per state, the most that so many times the points of a way on are worth less their salary at a price. */
  #swept(name: string, pointsWeight: number, price: number): Float64Array {
    const { roles, points, salary, nobody } = this.#instance;
    const { candidates, states } = this.#trellis!;
    const worth = this.#scratch.doubles("draw other worth", nobody + 1);
    for (let index = 0; index < candidates.length; index += 1) {
      const from = candidates[index]! * roles;
      for (let option = from; option < from + roles; option += 1)
        worth[option] = pointsWeight * points[option]! - price * salary[option]!;
    }
    worth[nobody] = 0;
    const after = this.#scratch.doubles(name, states);
    sweepBack(this.#trellis!, worth, after);
    return after;
  }

  #descend(state: number, length: number, points: number, worth: number, left: number): void {
    const { first, target, option, states } = this.#trellis!;
    const { nobody, points: gains, salary } = this.#instance;
    if (state === states - 1) {
      if (points <= this.points) return;
      if (this.#accepts !== null && !this.#accepts(this.#way, length)) return;
      this.points = points;
      this.length = length;
      this.best.set(this.#way);
      return;
    }
    this.#nodes -= 1;
    if (this.#nodes < 0) return;
    const begin = first[state]!;
    const end = first[state + 1]!;
    // The most promising arc first, then the others as they stand.
    let lead = -1;
    let most = Number.NEGATIVE_INFINITY;
    for (let arc = begin; arc < end; arc += 1) {
      const bound = this.#worth[option[arc]!]! + this.#after[target[arc]!]!;
      if (bound > most) {
        most = bound;
        lead = arc;
      }
    }
    if (worth + most + this.#paid <= this.points) return;
    for (let turn = begin - 1; turn < end; turn += 1) {
      if (turn === lead) continue;
      const arc = turn < begin ? lead : turn;
      const picked = option[arc]!;
      const reached = target[arc]!;
      const after = worth + this.#worth[picked]!;
      if (after + this.#after[reached]! + this.#paid <= this.points) continue;
      const rest = left - salary[picked]!;
      const gained = points + gains[picked]!;
      if (rest + this.#cheapest[reached]! < 0) continue;
      if (gained + this.#afterCheap[reached]! + this.#cheap * rest <= this.points) continue;
      if (gained + this.#afterDear[reached]! + this.#dear * rest <= this.points) continue;
      if (picked === nobody) {
        this.#descend(reached, length, points, after, left);
        continue;
      }
      this.#way[length] = picked;
      this.#descend(reached, length + 1, gained, after, rest);
    }
  }
}
