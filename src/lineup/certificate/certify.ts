import type { Problem } from "../../contests/problem/problem.ts";
import { ownerName } from "../../contests/scoring/owner.ts";
import { slotsOfSeats } from "../../engine/roster.ts";
import { guidOfId } from "../../shared/guid-bytes.ts";
import type { Resource } from "../../shared/schema/resource.ts";
import type { PricedLineup } from "../document/priced-lineup.ts";
import { type Certificate, type SeatOption, seatOptions, VERSION } from "./certificate.ts";

/** The assignment of options to seats with the highest total value; an option takes at most one seat. */
interface Assignment {
  readonly total: number;
  /** Per seat, the index of its option. */
  readonly chosen: readonly number[];
  /**
   * Optimal dual prices of the seats: an option's value in a seat is at most the seat's price plus the
   * option's own dual price, which is at least 0.
   */
  readonly prices: readonly number[];
}

/** The value of an option in a seat that it cannot take: far below any real value. */
const IMPOSSIBLE = -1e18;

/**
 * Solves the assignment problem by the Hungarian method. `seats` has the slot of each seat; `worth` is the
 * value of an option in a slot, -Infinity if the option cannot take it.
 */
function assign<Option>(
  seats: readonly number[],
  options: readonly Option[],
  worth: (option: Option, slot: number) => number,
): Assignment {
  const size = options.length;
  // Row and column 0 mean "none"; costs are negated values.
  const rowPrice = new Float64Array(seats.length + 1);
  const columnPrice = new Float64Array(size + 1);
  const rowOf = new Int32Array(size + 1);
  const before = new Int32Array(size + 1);
  for (let row = 1; row <= seats.length; row += 1) {
    const least = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY);
    const used = new Uint8Array(size + 1);
    rowOf[0] = row;
    let column = 0;
    do {
      used[column] = 1;
      const reached = rowOf[column]!;
      let next = 0;
      let step = Number.POSITIVE_INFINITY;
      for (let other = 1; other <= size; other += 1) {
        if (used[other] === 1) continue;
        const value = worth(options[other - 1]!, seats[reached - 1]!);
        const cost = -(value === Number.NEGATIVE_INFINITY ? IMPOSSIBLE : value);
        const reduced = cost - rowPrice[reached]! - columnPrice[other]!;
        if (reduced < least[other]!) {
          least[other] = reduced;
          before[other] = column;
        }
        if (least[other]! < step) {
          step = least[other]!;
          next = other;
        }
      }
      for (let other = 0; other <= size; other += 1) {
        if (used[other] === 1) {
          rowPrice[rowOf[other]!]! += step;
          columnPrice[other]! -= step;
        } else least[other]! -= step;
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      rowOf[column] = rowOf[before[column]!]!;
      column = before[column]!;
    }
  }
  const chosen = new Array<number>(seats.length).fill(-1);
  for (let column = 1; column <= size; column += 1)
    if (rowOf[column] !== 0) chosen[rowOf[column]! - 1] = column - 1;
  return {
    total: chosen.reduce((sum, option, seat) => sum + worth(options[option]!, seats[seat]!), 0),
    chosen,
    prices: seats.map((_, seat) => -rowPrice[seat + 1]!),
  };
}

/** Creates the certificate of a problem's best `count` lineups, with names from `resources`. */
export function certify(
  problem: Problem,
  count: number,
  lineups: readonly PricedLineup[],
  resources: readonly Resource[] = [],
): Certificate {
  const guids = new Set(problem.entries.flatMap(({ uuid, team }) => [uuid, team]));
  const names = resources.flatMap((resource): [string, string][] => {
    const [guid, name] = [guidOfId(resource.id), ownerName(resource)];
    return guid !== null && name !== null && guids.has(guid) ? [[guid, name]] : [];
  });
  return {
    certificate: VERSION,
    // A problem is plain data, so a copy of it has the form of the file.
    problem: structuredClone(problem) as unknown as Certificate["problem"],
    names: Object.fromEntries(names),
    count,
    lineups: lineups.map(({ seats }) => seats.map(({ entry, slot }): [number, number] => [entry, slot])),
    ...pricesFor(problem),
  };
}

/** The number of bisection steps for the salary price; the bound converges much earlier. */
const MOST_STEPS = 60;

/** Finds prices of salary and slots that make the certificate's upper bound about as low as prices can. */
function pricesFor(problem: Problem): Pick<Certificate, "prices" | "bound"> {
  const options = seatOptions(problem);
  const locked = new Set(problem.locks.map(({ entry }) => entry));
  const most = options.reduce((high, { points }) => Math.max(high, Math.abs(points)), 0);
  const dearest = options.reduce((high, { salary }) => Math.max(high, salary), 0);
  const seats = slotsOfSeats(problem.contest.slots);
  // A bonus makes the assignment choose the locked players; the bound subtracts it again.
  const bonus = locked.size === 0 ? 0 : 4 * seats.length * Math.max(1, most);
  const cap = problem.cap ?? Number.MAX_SAFE_INTEGER;
  const boundAt = (salary: number) => {
    const worth = (option: SeatOption, slot: number) =>
      ((option.slots >> slot) & 1) === 0
        ? Number.NEGATIVE_INFINITY
        : option.points - salary * option.salary + (locked.has(option.entry) ? bonus : 0);
    const { total, prices, chosen } = assign(seats, options, worth);
    const spent = chosen.reduce((sum, option) => sum + options[option]!.salary, 0);
    return { bound: total + salary * cap - bonus * locked.size, prices, spent };
  };
  let best = { salary: 0, ...boundAt(0) };
  if (best.spent > cap) {
    let [low, high] = [0, (2 * most) / Math.max(1, Math.min(dearest, cap))];
    for (let step = 0; step < MOST_STEPS && high - low > high * 1e-9; step += 1) {
      const salary = (low + high) / 2;
      const found = boundAt(salary);
      if (found.bound < best.bound) best = { salary, ...found };
      if (found.spent > cap) low = salary;
      else high = salary;
    }
  }
  const slots = problem.contest.slots.map((_, slot) => {
    const own = seats.flatMap((of, seat) => (of === slot ? [best.prices[seat]!] : []));
    return own.reduce((sum, price) => sum + price, 0) / own.length;
  });
  return { prices: { salary: best.salary, slots }, bound: best.bound };
}
