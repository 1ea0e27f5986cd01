import type { Automaton } from "../paths/automaton.ts";
import { type ClassedCandidates, ClassPaths } from "../paths/class-paths.ts";
import { backwardPass, forwardPass, type Line, traceBest } from "../paths/dp-passes.ts";
import type { Instance } from "../paths/instance.ts";
import { exactPrice, setSlacks } from "../paths/relaxation.ts";
import type { Scratch } from "../paths/scratch.ts";
import type { Trellis } from "../paths/trellis.ts";

/** The most adjustments of the price in a draw; the first price is that of the draw before. */
const MOST_STEPS = 8;
/**
 * The price is divided by this factor while the best path at each price so far is within the budget, and
 * multiplied by it while all are over the budget.
 */
const PRICE_FACTOR = 1.25;
/** The search for a price stops once a better one could lower the bound by at most this fraction. */
const NEAR_ENOUGH = 1e-3;

/** How `searchPrice` finds the best path through a draw's candidates at a price of salary. */
interface Passes {
  /** The most priced points (points less price times salary) of a path; -Infinity if there is no path. */
  readonly top: (price: number) => number;
  /** The points and the salary of the best path at the last price passed to `top`. */
  readonly line: () => Line;
}

/**
 * The result of `searchPrice`: a price of salary, and the upper bound on the points of lineups that it
 * proves. `reached` is the points of the best lineup found within the budget (-Infinity if none).
 */
interface FoundPrice {
  readonly price: number;
  readonly bound: number;
  readonly reached: number;
}

/**
 * Finds a price with nearly the lowest bound, beginning at the price `from`. The last call of `top` is at the
 * returned price. Null if there is no path.
 */
function searchPrice(instance: Instance, from: number, { top, line }: Passes): FoundPrice | null {
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
    if (over === undefined) wanted = swept / PRICE_FACTOR;
    else if (under === undefined) wanted = swept === 0 ? over.points / over.salary : swept * PRICE_FACTOR;
    else {
      wanted = (over.points - under.points) / (over.salary - under.salary);
      const least = under.points + wanted * (budget - under.salary);
      if (best.bound - least <= Math.abs(best.bound) * NEAR_ENOUGH) break;
    }
  }
  if (swept !== best.price) top(best.price);
  return { ...best, reached };
}

/** A price with the slacks of a draw's candidates. */
export interface DrawnRelaxation extends FoundPrice {
  /**
   * Per candidate, in units of points: every lineup with the candidate is at least this far below `bound`.
   * Valid until the next draw.
   */
  readonly slack: Float64Array;
}

/**
 * Finds a price of salary for each draw, starting from that of the draw before. Every price proves an upper
 * bound; the one found proves nearly the lowest.
 */
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

  /** Finds a price for the draw whose candidates are in the trellis; null if the trellis has no path. */
  find(trellis: Trellis): DrawnRelaxation | null {
    const instance = this.#instance;
    const { noPick, size } = instance;
    const worth = this.#scratch.doubles("drawn worth", noPick + 1);
    const backward = this.#scratch.doubles("drawn backward", trellis.states);
    const found = searchPrice(instance, this.#last, {
      top: (price) => this.#pass(trellis, price, worth, backward),
      line: () => traceBest(trellis, worth, backward, instance),
    });
    if (found === null) return null;
    this.#last = found.price;
    const forward = this.#scratch.doubles("drawn forward", trellis.states);
    forwardPass(trellis, worth, forward);
    const slack = this.#scratch.doubles("drawn slack", size);
    setSlacks(instance, trellis, worth, forward, backward, slack);
    return { ...found, slack };
  }

  /**
   * Sets the `worth` (priced points) of the trellis's options, and `backward` by `backwardPass`. Returns the
   * most priced points of a path.
   */
  #pass(trellis: Trellis, price: number, worth: Float64Array, backward: Float64Array): number {
    const { points, salary, roles, noPick } = this.#instance;
    const { candidates } = trellis;
    for (let index = 0; index < candidates.length; index += 1) {
      const from = candidates[index]! * roles;
      for (let option = from; option < from + roles; option += 1)
        worth[option] = points[option]! - price * salary[option]!;
    }
    worth[noPick] = 0;
    backwardPass(trellis, worth, backward);
    return backward[trellis.start]!;
  }
}

/** Like `DrawnPrice`, for slates with one role and no required candidates. */
export class ClassPrice {
  #last = 0;
  readonly #instance: Instance;
  readonly #paths: ClassPaths;

  constructor(instance: Instance, automaton: Automaton) {
    this.#instance = instance;
    this.#paths = new ClassPaths(instance, automaton);
  }

  forget(): void {
    this.#last = 0;
  }

  /**
   * Finds the price and the slacks of the candidates in `all`; null if there is no path. `held` must have
   * enough of the best candidates of each class (see `ClassPaths.pass`).
   */
  find(held: ClassedCandidates, all: ClassedCandidates): DrawnRelaxation | null {
    const found = searchPrice(this.#instance, this.#last, {
      top: (price) => this.#paths.pass(held, price),
      line: () => this.#paths.line(),
    });
    if (found === null) return null;
    this.#last = found.price;
    return { ...found, slack: this.#paths.slacks(all) };
  }
}
