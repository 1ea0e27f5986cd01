import type { Problem } from "../../contests/problem/problem.ts";
import type { Certificate } from "./certificate.ts";
import { type SeatOption, seatOptions } from "./certificate.ts";
import { type Seatings, seatingsOf } from "./seatings.ts";

/**
 * Bounds on what further options can add to a partial lineup: the highest sum of reduced values (see
 * `reducedValue`), the highest sum of points and the lowest sum of salaries. `outlookOf` describes the
 * indices.
 */
interface Outlook {
  readonly value: Float64Array;
  readonly points: Float64Array;
  readonly salary: Float64Array;
}

/**
 * The largest rounding error that sums with prices may have, in units of points; `priceTooLarge` refuses
 * prices that may cause a larger one.
 */
export const ROUNDING = 1e5;
/** An upper bound on the rounding steps per seat in a sum with prices. */
const ROUNDINGS_PER_SEAT = 16;
/** The relative error of one rounding. */
const ROUNDED_PART = 2 ** -53;

/** The most partial lineups visited before the list is stopped. */
const MOST_PARTIAL = 50_000_000;
/** As `MOST_PARTIAL`, for a certificate known to be wrong; the search may still find omitted lineups. */
const MOST_OF_FALSE = 500_000;

/** How far the listing of better lineups came, and the bound that the prices prove. */
export interface Listing {
  readonly complete: boolean;
  /** The number of partial lineups visited. */
  readonly partial: number;
  /** The upper bound on a lineup's points from the prices, in units. It includes `ROUNDING`. */
  readonly bound: number;
}

/**
 * Passes each full lineup within the cap that has more than `floor` units of points to `take`, until `take`
 * returns false. All lineups have the locked players; no other rule is considered. The search adds options in
 * a fixed order, and prunes partial lineups whose bound is too low. The bound is valid for any prices: a
 * lineup has at most as many points as the price of all seats and of the whole cap, plus the reduced values
 * of its options. If this bound exceeds `most`, the search visits at most `MOST_OF_FALSE` partial lineups.
 */
export function listBetter(
  problem: Problem,
  prices: Certificate["prices"],
  { floor, most }: { readonly floor: number; readonly most: number },
  take: (options: readonly SeatOption[]) => boolean,
): Listing {
  const { contest, locks } = problem;
  const cap = problem.cap ?? Number.MAX_SAFE_INTEGER;
  const seats = contest.slots.reduce((sum, slot) => sum + slot.count, 0);
  const options = seatOptions(problem);
  const base =
    ROUNDING +
    prices.salary * cap +
    contest.slots.reduce((sum, { count }, slot) => sum + count * prices.slots[slot]!, 0);
  const value = new Map(options.map((option) => [option, reducedValue(option, prices)]));
  const locked = [...new Set(locks.map(({ entry }) => entry))];
  const order = orderOptions(options, value, locked);
  const kinds = [...new Set([...options].map(({ slots }) => slots))].sort((a, b) => a - b);
  const available = kinds.map((slots) => options.filter((option) => option.slots === slots).length);
  const seatings = seatingsOf(
    contest.slots.map(({ count }) => ({ count, role: 0 })),
    kinds,
    available,
  );
  const kindOf = new Map(kinds.map((slots, kind) => [slots, kind]));
  const outlook = outlookOf(order, value, seats);
  const width = seats + 1;
  const chosen: SeatOption[] = [];
  const taken = new Set<number>();
  let partial = 0;
  let ended = false;
  let limit = MOST_PARTIAL;
  let bound = Number.NEGATIVE_INFINITY;

  const extend = (from: number, seating: number, worth: number, gained: number, spent: number) => {
    const left = seats - chosen.length;
    if (left === 0) {
      if (gained > floor && !take(chosen)) ended = true;
      return;
    }
    for (let at = from; at <= order.length - left && partial <= limit && !ended; at += 1) {
      partial += 1;
      if (worth + outlook.value[at * width + left]! <= floor) return;
      const option = order[at]!;
      if (taken.has(option.entry)) continue;
      const kind = kindOf.get(option.slots)!;
      const seated = seatings.take(seating, kind);
      if (seated === -1 || !seatings.completable(seated, kind)) continue;
      follow(at + 1, option, seated, worth, gained, spent);
    }
  };
  const follow = (
    next: number,
    option: SeatOption,
    seated: number,
    worth: number,
    gained: number,
    spent: number,
  ) => {
    const rest = next * width + seats - chosen.length - 1;
    const newWorth = worth + value.get(option)!;
    const newGained = gained + option.points;
    const newSpent = spent + option.salary;
    if (newWorth + outlook.value[rest]! <= floor || newGained + outlook.points[rest]! <= floor) return;
    if (newSpent + outlook.salary[rest]! > cap) return;
    chosen.push(option);
    taken.add(option.entry);
    extend(next, seated, newWorth, newGained, newSpent);
    chosen.pop();
    taken.delete(option.entry);
  };
  seatLocked(locked, options, seatings, kindOf, (own, seating) => {
    for (const option of own) {
      chosen.push(option);
      taken.add(option.entry);
    }
    const sum = (amountOf: (option: SeatOption) => number) =>
      own.reduce((total, option) => total + amountOf(option), 0);
    const spent = sum(({ salary }) => salary);
    const worth = base + sum((option) => value.get(option)!);
    bound = Math.max(bound, worth + outlook.value[seats - own.length]!);
    if (bound > most) limit = MOST_OF_FALSE;
    if (spent <= cap)
      extend(
        0,
        seating,
        worth,
        sum(({ points }) => points),
        spent,
      );
    chosen.length = 0;
    taken.clear();
  });
  return { complete: partial <= limit, partial, bound };
}

/**
 * Checks that prices are not so large that sums with them may have rounding errors above `ROUNDING`. With
 * such prices, a better lineup could be missed. Returns null, or the JSON pointer of the price that
 * contributes most to the sums.
 */
export function priceTooLarge(
  { contest, cap, ...problem }: Problem,
  prices: Certificate["prices"],
): string | null {
  const seats = contest.slots.reduce((sum, slot) => sum + slot.count, 0);
  const options = seatOptions({ contest, cap, ...problem });
  const most = (amountOf: (option: SeatOption) => number) =>
    options.reduce((high, option) => Math.max(high, Math.abs(amountOf(option))), 0);
  const parts = [
    {
      pointer: "/prices/salary",
      size: prices.salary * ((cap ?? Number.MAX_SAFE_INTEGER) + seats * most(({ salary }) => salary)),
    },
    ...contest.slots.map(({ count }, slot) => ({
      pointer: `/prices/slots/${slot}`,
      size: Math.abs(prices.slots[slot]!) * (count + seats),
    })),
  ];
  const largest = parts.reduce((sum, { size }) => sum + size, seats * most(({ points }) => points));
  if (largest * ROUNDED_PART * ROUNDINGS_PER_SEAT * seats <= ROUNDING) return null;
  return parts.reduce((high, part) => (part.size > high.size ? part : high)).pointer;
}

/** An option's points minus the prices of its salary and of the cheapest seat that it may take. */
function reducedValue({ slots, points, salary }: SeatOption, prices: Certificate["prices"]): number {
  const seat = prices.slots.reduce(
    (least, price, slot) => (((slots >> slot) & 1) === 1 ? Math.min(least, price) : least),
    Number.POSITIVE_INFINITY,
  );
  return points - prices.salary * salary - seat;
}

/**
 * The options of players without a lock, grouped by the slots that they may take. In each group, the options
 * with the highest reduced `value` come first.
 */
function orderOptions(
  options: readonly SeatOption[],
  value: ReadonlyMap<SeatOption, number>,
  locked: readonly number[],
): SeatOption[] {
  return options
    .filter(({ entry }) => !locked.includes(entry))
    .sort((a, b) => a.slots - b.slots || value.get(b)! - value.get(a)!);
}

/**
 * Calls `take` for each choice of one option per locked player whose options can all be seated together.
 * `take` receives these options and their seating.
 */
function seatLocked(
  locked: readonly number[],
  options: readonly SeatOption[],
  seatings: Seatings,
  kindOf: ReadonlyMap<number, number>,
  take: (options: readonly SeatOption[], seating: number) => void,
): void {
  const next = (at: number, own: readonly SeatOption[], seating: number) => {
    if (at === locked.length) {
      take(own, seating);
      return;
    }
    for (const option of options.filter(({ entry }) => entry === locked[at])) {
      const seated = seatings.take(seating, kindOf.get(option.slots)!);
      if (seated !== -1) next(at + 1, [...own, option], seated);
    }
  };
  next(0, [], seatings.empty);
}

/**
 * Computes the bounds. In each array, the element `at * (seats + 1) + left` is the best sum of any `left`
 * options from `order[at]` on, even if these cannot be seated together or break rules.
 */
function outlookOf(
  order: readonly SeatOption[],
  value: ReadonlyMap<SeatOption, number>,
  seats: number,
): Outlook {
  return {
    value: suffixSums(order, seats, (option) => value.get(option)!, 1),
    points: suffixSums(order, seats, ({ points }) => points, 1),
    salary: suffixSums(order, seats, ({ salary }) => salary, -1),
  };
}

/**
 * Computes one array of an `Outlook`: the largest sums of an amount if `sign` is 1, the smallest if it is -1.
 */
function suffixSums(
  order: readonly SeatOption[],
  seats: number,
  amountOf: (option: SeatOption) => number,
  sign: 1 | -1,
): Float64Array {
  const width = seats + 1;
  const sums = new Float64Array((order.length + 1) * width).fill(sign * Number.NEGATIVE_INFINITY);
  for (let at = 0; at <= order.length; at += 1) sums[at * width] = 0;
  const preferred: number[] = [];
  for (let at = order.length - 1; at >= 0; at -= 1) {
    const amount = amountOf(order[at]!);
    const place = preferred.findIndex((other) => sign * other < sign * amount);
    preferred.splice(place === -1 ? preferred.length : place, 0, amount);
    if (preferred.length > seats) preferred.pop();
    let sum = 0;
    for (const [rank, one] of preferred.entries()) {
      sum += one;
      sums[at * width + rank + 1] = sum;
    }
  }
  return sums;
}
