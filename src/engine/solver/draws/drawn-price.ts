import type { Instance } from "../paths/instance.ts";
import { exactPrice } from "../paths/price.ts";
import { setSlacks } from "../paths/relaxation.ts";
import type { Scratch } from "../paths/scratch.ts";
import { type Line, sweepBack, sweepForward, traceBest } from "../paths/sweeps.ts";
import type { Trellis } from "../paths/trellis.ts";

/** How often the price of the last draw is moved at the most. */
const MOST_STEPS = 8;
/** By how much where all ways yet seen overspend, or none does. */
const STEP = 1.25;
/** A bound that a better price could lower by no more than this part of it is as good. */
const NEAR_ENOUGH = 1e-3;

/** What is asked of the ways through a draw's candidates at a price. */
export interface Sweeps {
  /** The most that a way is worth at a price; -Infinity where there is none. */
  readonly top: (price: number) => number;
  /** What the way that is worth the most at the price swept last sums to. */
  readonly line: () => Line;
}

/** A price, the bound at it, and the points of a lineup met that keeps the budget; -Infinity where none was. */
export interface FoundPrice {
  readonly price: number;
  readonly bound: number;
  readonly reached: number;
}

/** Seeks a price with nearly the least bound from another on, and leaves its sweep as the last; null where no way is legal. */
export function searchPrice(instance: Instance, from: number, { top, line }: Sweeps): FoundPrice | null {
  const { budget } = instance;
  let over: Line | undefined;
  let under: Line | undefined;
  let reached = Number.NEGATIVE_INFINITY;
  let wanted = from;
  let best = { price: 0, bound: Number.POSITIVE_INFINITY };
  let swept = 0;
  for (let step = 0; ; step += 1) {
    swept = exactPrice(instance, wanted).price;
    const most = top(swept);
    if (most === Number.NEGATIVE_INFINITY) return null;
    const bound = most + (swept === 0 ? 0 : swept * budget);
    if (bound < best.bound) best = { price: swept, bound };
    const found = line();
    const isOver = found.salary > budget;
    if (!isOver && found.points > reached) reached = found.points;
    const known = isOver ? over : under;
    const isNew = known === undefined || known.salary !== found.salary;
    if (isOver) over = found;
    else under = found;
    const isLast = step === MOST_STEPS || !isNew || (!isOver && swept === 0);
    if (isLast) break;
    if (over === undefined) wanted = swept / STEP;
    else if (under === undefined) wanted = swept === 0 ? over.points / over.salary : swept * STEP;
    else {
      wanted = (over.points - under.points) / (over.salary - under.salary);
      const least = under.points + wanted * (budget - under.salary);
      if (best.bound - least <= Math.abs(best.bound) * NEAR_ENOUGH) break;
    }
  }
  if (swept !== best.price) top(best.price);
  return { ...best, reached };
}

/** A draw's candidates at a price. */
export interface DrawnRelaxation extends FoundPrice {
  /** Per candidate, until the next draw: no lineup with it has more points than `bound` less this. */
  readonly slack: Float64Array;
}

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

  /** Null where no lineup keeps the budget. */
  find(trellis: Trellis): DrawnRelaxation | null {
    const instance = this.#instance;
    const { nobody, size } = instance;
    const worth = this.#scratch.doubles("drawn worth", nobody + 1);
    const backward = this.#scratch.doubles("drawn backward", trellis.states);
    const found = searchPrice(instance, this.#last, {
      top: (price) => this.#sweep(trellis, price, worth, backward),
      line: () => traceBest(trellis, worth, backward, instance),
    });
    if (found === null) return null;
    this.#last = found.price;
    const forward = this.#scratch.doubles("drawn forward", trellis.states);
    sweepForward(trellis, worth, forward);
    const slack = this.#scratch.doubles("drawn slack", size);
    setSlacks(instance, trellis, worth, forward, backward, slack);
    return { ...found, slack };
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
