import type { Instance } from "../paths/instance.ts";
import type { Scratch } from "../paths/scratch.ts";
import { sweepBack } from "../paths/sweeps.ts";
import type { Trellis } from "../paths/trellis.ts";

/** What a search starts from: options' worth at a price, and what the whole budget is worth at it. */
export interface Priced {
  readonly worth: Float64Array;
  readonly price: number;
}

/** More nodes than were allowed. */
export const TOO_MANY_NODES = -1;
/** No way has more points than the floor. */
const NOTHING = 0;
export const FOUND = 1;

/**
 * Finds the way with the most points within the budget, depth first: a state is left where even its best priced way on,
 * plus what the salary left is worth, gains no more than the best found so far.
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
  #after: Float64Array = new Float64Array(0);
  #cheapest: Float64Array = new Float64Array(0);
  #paid = 0;

  constructor(instance: Instance, scratch: Scratch) {
    this.#instance = instance;
    this.#scratch = scratch;
    this.best = new Int32Array(instance.openSeats);
    this.#way = new Int32Array(instance.openSeats);
  }

  /** Seeks more than `floor` points; `FOUND` leaves them in `points` and `best`. */
  run(trellis: Trellis, { worth, price }: Priced, floor: number, mostNodes: number): number {
    const { budget, salary, nobody } = this.#instance;
    this.#trellis = trellis;
    this.#worth = worth;
    this.#after = this.#scratch.doubles("draw after", trellis.states);
    sweepBack(trellis, worth, this.#after);
    this.#cheapest = this.#scratch.doubles("draw cheapest", trellis.states);
    const spared = this.#scratch.doubles("draw spared", nobody + 1);
    for (let index = 0; index < trellis.candidates.length; index += 1) {
      const from = trellis.candidates[index]! * this.#instance.roles;
      for (let option = from; option < from + this.#instance.roles; option += 1)
        spared[option] = -salary[option]!;
    }
    spared[nobody] = 0;
    sweepBack(trellis, spared, this.#cheapest);
    this.#paid = price === 0 ? 0 : price * budget;
    this.points = floor;
    this.#nodes = mostNodes;
    const before = this.points;
    if (trellis.start !== -1) this.#descend(trellis.start, 0, 0, 0, budget);
    if (this.#nodes < 0) return TOO_MANY_NODES;
    return this.points > before ? FOUND : NOTHING;
  }

  #descend(state: number, length: number, points: number, worth: number, left: number): void {
    const { first, target, option, states } = this.#trellis!;
    const { nobody, points: gains, salary } = this.#instance;
    if (state === states - 1) {
      if (points <= this.points) return;
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
      if (picked === nobody) {
        if (left + this.#cheapest[reached]! >= 0) this.#descend(reached, length, points, after, left);
        continue;
      }
      const rest = left - salary[picked]!;
      if (rest + this.#cheapest[reached]! < 0) continue;
      this.#way[length] = picked;
      this.#descend(reached, length + 1, points + gains[picked]!, after, rest);
    }
  }
}
