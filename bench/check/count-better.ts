import type { Model } from "../../src/engine/model/model.ts";
import type { Program } from "../../src/engine/model/program.ts";
import { satisfies } from "../engine.ts";
import { type Priced, priceRows } from "./priced.ts";
import { seatingsOf } from "./seatings.ts";

/** The bound of a partial lineup: the most that a number of picks from here on can add. */
interface Outlook {
  readonly value: Float64Array;
  readonly points: Float64Array;
  readonly salary: Float64Array;
}

/** The maximum number of partial lineups before the count is abandoned. */
const MOST_PARTIAL = 200_000_000;

/**
 * Counts the solutions of a roster model with more than `points` units by depth-first search: picks in a
 * fixed order, each taken or not, pruned by a bound. It uses no automaton and no salary table, so that it
 * can judge an engine that is built on them. Null if the search is too large.
 * @throws RangeError for a model in which seats may stay empty.
 */
export function countBetter(
  model: Model,
  program: Program,
  multipliers: Float64Array,
  points: number,
): number | null {
  if (!program.full) throw new RangeError("Only full rosters can be counted.");
  const priced = priceRows(model, program, multipliers);
  const target = halfwayToNext(program, points);
  const seats = model.slots.reduce((sum, slot) => sum + slot.count, 0);
  const order = orderPicks(model, program, priced, seats, target);
  const classes = [...new Set(order.map((pick) => model.picks.slots[pick]!))];
  const kinds = order.map((pick) => classes.indexOf(model.picks.slots[pick]!));
  const available = classes.map((_, kind) => kinds.filter((other) => other === kind).length);
  const seatings = seatingsOf(model.slots, classes, available);
  const outlook = outlookOf(model, priced, order, seats);
  const budget = model.rules.reduce(
    (least, rule) => (rule.kind === "budget" ? Math.min(least, rule.maximum) : least),
    Number.POSITIVE_INFINITY,
  );
  const width = seats + 1;
  const chosen: number[] = [];
  let found = 0;
  let partial = 0;

  const extend = (from: number, seating: number, worth: number, gained: number, spent: number) => {
    const left = seats - chosen.length;
    if (left === 0) {
      if (
        satisfies(
          model,
          chosen.toSorted((a, b) => a - b),
        )
      )
        found += 1;
      return;
    }
    for (let at = from; at <= order.length - left && partial <= MOST_PARTIAL; at += 1) {
      partial += 1;
      if (worth + outlook.value[at * width + left]! <= target) return;
      const pick = order[at]!;
      const rest = (at + 1) * width + left - 1;
      const newWorth = worth + priced.value[pick]!;
      const newPoints = gained + model.picks.points[pick]!;
      const newSalary = spent + model.picks.salary[pick]!;
      if (newWorth + outlook.value[rest]! <= target) continue;
      if (newPoints + outlook.points[rest]! <= target) continue;
      if (newSalary + outlook.salary[rest]! > budget) continue;
      const seated = seatings.take(seating, kinds[at]!);
      if (seated === -1 || !seatings.completable(seated, kinds[at]!)) continue;
      chosen.push(pick);
      extend(at + 1, seated, newWorth, newPoints, newSalary);
      chosen.pop();
    }
  };
  extend(0, seatings.empty, priced.base, 0, 0);
  return partial > MOST_PARTIAL ? null : found;
}

/** If all totals are multiples of the grid, the next one after `points` is a whole step away. */
function halfwayToNext({ grid, error }: Program, points: number): number {
  return error === 0 ? points + grid / 2 : points;
}

/** The picks that can be in such a solution, class by class, the most valuable of each class first. */
function orderPicks(
  model: Model,
  program: Program,
  { base, value }: Priced,
  seats: number,
  target: number,
): number[] {
  const most = [...value].sort((a, b) => b - a).slice(0, seats - 1);
  const others = most.reduce((sum, worth) => sum + Math.max(0, worth), 0);
  const { slots } = model.picks;
  return [...value.keys()]
    .filter((pick) => program.upper[pick]! > 0 && base + others + value[pick]! > target)
    .sort((a, b) => slots[a]! - slots[b]! || value[b]! - value[a]!);
}

/** Element `at * (seats + 1) + left` is for `left` picks from `order[at]` on, ignoring seats and rules. */
function outlookOf(model: Model, { value }: Priced, order: readonly number[], seats: number): Outlook {
  const { points, salary } = model.picks;
  return {
    value: suffixSums(
      order,
      seats,
      (pick) => value[pick]!,
      (a, b) => b - a,
    ),
    points: suffixSums(
      order,
      seats,
      (pick) => points[pick]!,
      (a, b) => b - a,
    ),
    salary: suffixSums(
      order,
      seats,
      (pick) => salary[pick]!,
      (a, b) => a - b,
    ),
  };
}

function suffixSums(
  order: readonly number[],
  seats: number,
  amountOf: (pick: number) => number,
  byPreference: (a: number, b: number) => number,
): Float64Array {
  const sums = new Float64Array((order.length + 1) * (seats + 1));
  let preferred: number[] = [];
  for (let at = order.length - 1; at >= 0; at -= 1) {
    preferred = [...preferred, amountOf(order[at]!)].sort(byPreference).slice(0, seats);
    let sum = 0;
    for (const [rank, amount] of preferred.entries()) {
      sum += amount;
      sums[at * (seats + 1) + rank + 1] = sum;
    }
  }
  return sums;
}
