import type { Instance } from "../instance.ts";
import { cellsAt, type SalaryTable } from "../salary-table.ts";
import type { Scratch } from "../scratch.ts";
import type { Trellis } from "../trellis.ts";
import type { Windows } from "../windows.ts";

export interface Ground {
  readonly instance: Instance;
  readonly trellis: Trellis;
  readonly windows: Windows;
  /** Per state, the most points of a way to it, less the price of its salary. */
  readonly before: Float64Array;
  /** Of single units of salary. */
  readonly table: SalaryTable;
  /** The price of salary that the windows come from. */
  readonly price: number;
  /** Lineups of fewer points are not wanted. */
  readonly threshold: number;
}

/**
 * From a cell of a table the next one, leaving everybody out, at which somebody may be picked in a wanted lineup. The best
 * priced way to a state tells what all ways to it have at the most: with what is spent at the price added, and what
 * the table says of the pick and on from it, that has to reach the threshold. Cells are looked at when a walk first comes to
 * them; what was found out stays true when options are barred, as that makes fewer lineups.
 */
export function shortcutsOf(
  { instance, trellis, windows, before, table, price, threshold }: Ground,
  scratch: Scratch,
): (state: number, left: number) => number {
  const { first, target, option, states } = trellis;
  const { low, high, cost, budget, divisor } = windows;
  const { base, steps, unit } = table;
  const { points, nobody } = instance;
  const end = states - 1;
  /** Per cell that state and one, or 0 where it is not known. */
  const cells = cellsAt(0, trellis, windows);
  const next = scratch.integers("shortcuts", cells).fill(0, 0, cells);
  // Where the budget cannot bind, units say nothing of what is spent; it may be infinite, and nothing is paid then.
  const paid = divisor === 0 && price > 0 ? price * instance.budget : 0;
  const unitPrice = price * divisor;

  const isChoice = (state: number, left: number): boolean => {
    const most = before[state]! + (paid + unitPrice * (budget - left));
    for (let arc = first[state]! + 1; arc < first[state + 1]!; arc += 1) {
      const reached = target[arc]!;
      const rest = left - cost[option[arc]!]!;
      if (rest < low[reached]! || rest > high[reached]!) continue;
      if (most + (points[option[arc]!]! + unit * steps[base[reached]! + rest]!) >= threshold) return true;
    }
    return false;
  };

  const find = (from: number, left: number): number => {
    let state = from;
    for (;;) {
      const known = next[base[state]! + left]!;
      if (known !== 0) {
        state = known - 1;
        break;
      }
      const arc = first[state]!;
      const after = target[arc]!;
      const canLeave =
        arc < first[state + 1]! &&
        option[arc] === nobody &&
        after !== end &&
        left >= low[after]! &&
        left <= high[after]!;
      if (!canLeave || isChoice(state, left)) break;
      state = after;
    }
    for (let passed = from; passed !== state; passed = target[first[passed]!]!)
      next[base[passed]! + left] = state + 1;
    next[base[state]! + left] = state + 1;
    return state;
  };

  return (state, left) => {
    const known = next[base[state]! + left]!;
    return known === 0 ? find(state, left) : known - 1;
  };
}
