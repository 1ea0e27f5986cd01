import type { Instance } from "../paths/instance.ts";
import { exactPrice } from "../paths/price.ts";
import { setSlacks } from "../paths/relaxation.ts";
import type { Scratch } from "../paths/scratch.ts";
import { type Line, sweepBack, sweepForward, traceBest } from "../paths/sweeps.ts";
import type { Trellis } from "../paths/trellis.ts";

/** A draw's candidates at a price; the arrays last until the next draw. */
export interface DrawnRelaxation {
  readonly price: number;
  /** No lineup has more units of points. */
  readonly bound: number;
  /** Per option of the trellis, and 0 for `nobody`. */
  readonly worth: Float64Array;
  /** Per candidate: no lineup with it has more points than `bound` less this. */
  readonly slack: Float64Array;
  /** The points of a lineup within the budget; -Infinity where none was met. */
  readonly reached: number;
}

/** How often the price of the last draw is moved at the most. */
const MOST_STEPS = 8;
/** By how much where all ways yet seen overspend, or none does. */
const STEP = 1.25;
/** A bound that a better price could lower by no more than this part of it is as good. */
const NEAR_ENOUGH = 1e-3;

/** The price of salary from draw to draw: any is valid, and the one of the last draw is nearly the best of the next. */
export class DrawnPrice {
  #last = 0;
  readonly #instance: Instance;
  readonly #scratch: Scratch;

  constructor(instance: Instance, scratch: Scratch) {
    this.#instance = instance;
    this.#scratch = scratch;
  }

  forget(): void {
    this.#last = 0;
  }

  /** Null where no lineup keeps the budget, or none was met soon. */
  find(trellis: Trellis): DrawnRelaxation | null {
    const { budget, nobody, size } = this.#instance;
    const worth = this.#scratch.doubles("drawn worth", nobody + 1);
    const backward = this.#scratch.doubles("drawn backward", trellis.states);
    const price = this.#leastPrice(trellis, worth, backward);
    if (price === null) return null;
    const bound = backward[trellis.start]! + (price.price === 0 ? 0 : price.price * budget);
    const forward = this.#scratch.doubles("drawn forward", trellis.states);
    sweepForward(trellis, worth, forward);
    const slack = this.#scratch.doubles("drawn slack", size);
    setSlacks(this.#instance, trellis, worth, forward, backward, slack);
    return { ...price, bound, worth, slack };
  }

  #leastPrice(trellis: Trellis, worth: Float64Array, backward: Float64Array) {
    const { budget } = this.#instance;
    let over: Line | undefined;
    let under: Line | undefined;
    let reached = Number.NEGATIVE_INFINITY;
    let wanted = this.#last;
    let best = { price: 0, bound: Number.POSITIVE_INFINITY };
    for (let step = 0; ; step += 1) {
      const { price } = exactPrice(this.#instance, wanted);
      const top = this.#sweep(trellis, price, worth, backward);
      if (top === Number.NEGATIVE_INFINITY) return null;
      const bound = top + (price === 0 ? 0 : price * budget);
      if (bound < best.bound) best = { price, bound };
      const line = traceBest(trellis, worth, backward, this.#instance);
      const isOver = line.salary > budget;
      if (!isOver && line.points > reached) reached = line.points;
      const known = isOver ? over : under;
      const isNew = known === undefined || known.salary !== line.salary;
      if (isOver) over = line;
      else under = line;
      const isLast = step === MOST_STEPS || !isNew || (!isOver && price === 0);
      if (isLast) break;
      if (over === undefined) wanted = price / STEP;
      else if (under === undefined) wanted = price === 0 ? over.points / over.salary : price * STEP;
      else {
        wanted = (over.points - under.points) / (over.salary - under.salary);
        const least = under.points + wanted * (budget - under.salary);
        if (best.bound - least <= Math.abs(best.bound) * NEAR_ENOUGH) break;
      }
    }
    this.#last = best.price;
    this.#sweep(trellis, best.price, worth, backward);
    return { price: best.price, reached };
  }

  /** As `sweepBack` at a price, for the trellis' own options alone. */
  #sweep(trellis: Trellis, price: number, worth: Float64Array, backward: Float64Array): number {
    const { points, salary, roles, nobody } = this.#instance;
    const { candidates } = trellis;
    for (let index = 0; index < candidates.length; index += 1) {
      const from = candidates[index]! * roles;
      for (let option = from; option < from + roles; option += 1)
        worth[option] = points[option]! - price * salary[option]!;
    }
    worth[nobody] = 0;
    sweepBack(trellis, worth, backward);
    return backward[trellis.start]!;
  }
}
