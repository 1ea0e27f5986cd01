import type { Instance } from "../instance.ts";
import { exactPrice, type Price } from "../price.ts";
import { type Bounded, leastPrice, setWorth } from "../relaxation.ts";
import type { Scratch } from "../scratch.ts";
import { bestSeated } from "./best-seated.ts";

/**
 * Bounds the lineups of an instance whose automaton would be too large by the best flow of candidates into seats, at the price
 * given, or at one near the best. Null where nobody can fill the roster within the budget.
 */
export function boundByFlows(
  instance: Instance,
  out: Uint8Array,
  scratch: Scratch,
  at?: Price,
): Bounded | null {
  const { points, salary, roles, size, budget } = instance;
  const slots = instance.slots.map((own, option) => (out[option] === 1 ? 0 : own));
  const worth = scratch.doubles("worth", instance.nobody + 1);
  const seat = bestSeated({ ...instance, slots });
  const price =
    at ??
    leastPrice(instance, (pointsWeight, asked) => {
      // Sums that round can make a circle of the flow pay for itself again and again.
      const own = pointsWeight === 0 ? { price: asked, roomy: true } : exactPrice(instance, asked);
      setWorth(instance, pointsWeight, own.price, worth);
      const taken = seat(worth, own.roomy)?.taken();
      if (taken === undefined) return null;
      const sum = (of: Float64Array) => taken.reduce((all, option) => all + of[option]!, 0);
      return { points: sum(points), salary: sum(salary) };
    });
  if (price === null) return null;
  setWorth(instance, 1, price.price, worth);
  // Payments take up to three times the room that sums of priced points do.
  const seated = seat(worth, price.roomy);
  if (seated === null) return null;
  const bound = seated.worth + (price.price === 0 ? 0 : price.price * budget);
  const most = new Float64Array(size).fill(Number.NEGATIVE_INFINITY);
  for (const { option, missing } of seated.missing()) {
    const candidate = Math.floor(option / roles);
    most[candidate] = Math.max(most[candidate]!, bound - missing);
  }
  return { bound, price, most, way: Int32Array.from(seated.taken()) };
}
