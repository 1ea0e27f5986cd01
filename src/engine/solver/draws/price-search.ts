import type { Instance } from "../paths/instance.ts";
import { exactPrice } from "../paths/price.ts";
import type { Line } from "../paths/sweeps.ts";

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
