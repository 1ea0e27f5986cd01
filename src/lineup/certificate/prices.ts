import type { Problem } from "../../contests/problem/problem.ts";
import { assign } from "./assignment.ts";
import type { Certificate } from "./certificate.ts";
import { type SeatOption, seatOptions } from "./options.ts";

/** The number of bisection steps for the salary price; the bound converges much earlier. */
const MOST_STEPS = 60;

/** Finds prices of salary and seats that make the bound about as low as prices can. */
export function pricesFor(problem: Problem): Pick<Certificate, "prices" | "bound"> {
  const options = seatOptions(problem);
  const locked = new Set(problem.locks.map(({ entry }) => entry));
  const most = options.reduce((high, { points }) => Math.max(high, Math.abs(points)), 0);
  const dearest = options.reduce((high, { salary }) => Math.max(high, salary), 0);
  const seats = problem.contest.slots.flatMap(({ count }, slot) => new Array<number>(count).fill(slot));
  // A bonus makes a locked player worth picking; all lineups lose it again.
  const bonus = locked.size === 0 ? 0 : 4 * seats.length * Math.max(1, most);
  const boundAt = (salary: number) => {
    const worth = (option: SeatOption, slot: number) =>
      ((option.slots >> slot) & 1) === 0
        ? Number.NEGATIVE_INFINITY
        : option.points - salary * option.salary + (locked.has(option.entry) ? bonus : 0);
    const { total, prices, chosen } = assign(seats, options, worth);
    const spent = chosen.reduce((sum, option) => sum + options[option]!.salary, 0);
    return { bound: total + salary * problem.cap - bonus * locked.size, prices, spent };
  };
  let best = { salary: 0, ...boundAt(0) };
  if (best.spent > problem.cap) {
    let [low, high] = [0, (2 * most) / Math.max(1, Math.min(dearest, problem.cap))];
    for (let step = 0; step < MOST_STEPS && high - low > high * 1e-9; step += 1) {
      const salary = (low + high) / 2;
      const found = boundAt(salary);
      if (found.bound < best.bound) best = { salary, ...found };
      if (found.spent > problem.cap) low = salary;
      else high = salary;
    }
  }
  const slots = problem.contest.slots.map((_, slot) => {
    const own = seats.flatMap((of, seat) => (of === slot ? [best.prices[seat]!] : []));
    return own.reduce((sum, price) => sum + price, 0) / own.length;
  });
  return { prices: { salary: best.salary, slots }, bound: best.bound };
}
