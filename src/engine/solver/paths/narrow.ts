import type { Instance } from "./instance.ts";
import {
  cellsAt,
  gainsIn,
  layCells,
  NO_PATH,
  pointSteps,
  type SalaryTable,
  salaryTable,
  shiftFor,
} from "./salary-table.ts";
import type { Scratch } from "./scratch.ts";
import type { Trellis } from "./trellis.ts";
import type { Windows } from "./windows.ts";

/** Narrowing stops after a round that removes less than this fraction of the cells. */
const WORTH_IT = 0.25;

export interface Narrowing {
  readonly instance: Instance;
  readonly trellis: Trellis;
  readonly windows: Windows;
  /** The fewest points of a wanted lineup, in whole units. */
  readonly threshold: number;
  /** The most cells of a table (see `SalaryTable`). */
  readonly most: number;
}

/**
 * Narrows the windows in place, in rounds. Each round computes two tables, with bounds on the points of paths
 * from the start to a state and from it to the end. It then cuts off the salaries that no lineup with the
 * threshold's points can have, and yields the first table. Smaller windows make the next tables finer. Ends
 * after a round that gains little, or whose tables have a cell per unit of salary.
 */
export function* narrow(
  { instance, trellis, windows, threshold, most }: Narrowing,
  scratch: Scratch,
): Generator<Arrivals, void> {
  for (;;) {
    const shift = shiftFor(most, trellis, windows);
    const before = cellsAt(shift, trellis, windows);
    const arrivals = arrivalsOf(instance, trellis, windows, shift, scratch);
    const completions = salaryTable(instance, trellis, windows, shift, scratch);
    cutOff(trellis, windows, threshold, arrivals, completions);
    const after = cellsAt(shift, trellis, windows);
    yield arrivals;
    if (shift === 0 || after > before * (1 - WORTH_IT)) return;
  }
}

/**
 * Shrinks each state's window: cuts off the cells at both ends where the bounds on arrivals and completions
 * sum to less than the threshold. The two tables have the same layout of cells.
 */
function cutOff(
  { states }: Trellis,
  { low, high }: Windows,
  threshold: number,
  arrivals: Arrivals,
  completions: SalaryTable,
): void {
  const { unit, shift, base } = completions;
  for (let state = 0; state < states; state += 1) {
    if (low[state]! > high[state]!) continue;
    const cell = base[state]!;
    const isHopeless = (at: number) =>
      unit * (arrivals.steps[cell + at]! + completions.steps[cell + at]!) < threshold;
    let from = low[state]! >> shift;
    let to = high[state]! >> shift;
    while (from <= to && isHopeless(from)) from += 1;
    if (from > to) {
      low[state] = 1;
      high[state] = 0;
      continue;
    }
    while (isHopeless(to)) to -= 1;
    low[state] = Math.max(low[state]!, from << shift);
    high[state] = Math.min(high[state]!, ((to + 1) << shift) - 1);
  }
}

/**
 * Upper bounds on the points of paths from the start to a state that leave at least a given salary: a table
 * of cells like `SalaryTable`, whose fields mean the same here.
 */
export interface Arrivals {
  readonly unit: number;
  readonly shift: number;
  readonly base: Int32Array;
  readonly steps: Int32Array;
}

export function arrivalsOf(
  instance: Instance,
  trellis: Trellis,
  windows: Windows,
  shift: number,
  scratch: Scratch,
): Arrivals {
  const { unit } = pointSteps(instance, trellis);
  const gain = gainsIn(unit, instance, scratch);
  const base = scratch.integers("arrivals' base", trellis.states);
  const cells = layCells(shift, trellis, windows, base);
  const steps = scratch.integers("arrivals", cells);
  steps.fill(NO_PATH, 0, cells);
  const { start } = trellis;
  const { low, high, budget } = windows;
  if (low[start]! <= budget && budget <= high[start]!) steps[base[start]! + (budget >> shift)] = 0;
  arrive(trellis, windows, gain, { shift, base, steps });
  return { unit, shift, base, steps };
}

/**
 * Fills the table state by state, from the start on. A cell is a range of remaining salaries. The cost of an
 * arc can move this range into two cells of the next state; the higher one then gets the bound. Each cell
 * also takes over the bounds of the higher cells of its state, because paths in those leave at least as much
 * salary.
 */
function arrive(
  { states, first, target, option }: Trellis,
  { low, high, cost }: Windows,
  gain: Int32Array,
  { shift, base, steps }: Pick<Arrivals, "shift" | "base" | "steps">,
): void {
  const mask = (1 << shift) - 1;
  for (let state = 0; state < states; state += 1) {
    if (low[state]! > high[state]!) continue;
    const from = low[state]! >> shift;
    const to = high[state]! >> shift;
    const cell = base[state]!;
    for (let at = cell + to - 1; at >= cell + from; at -= 1) steps[at] = Math.max(steps[at]!, steps[at + 1]!);
    for (let arc = first[state]!; arc < first[state + 1]!; arc += 1) {
      const reached = target[arc]!;
      const [least, most] = [low[reached]!, high[reached]!];
      if (least > most) continue;
      const spent = cost[option[arc]!]!;
      const gained = gain[option[arc]!]!;
      const offset = (mask - spent) >> shift;
      const begin = Math.max(from, (least >> shift) - offset);
      const end = Math.min(to, (most >> shift) - offset);
      const there = base[reached]! + offset;
      for (let step = begin; step <= end; step += 1)
        steps[there + step] = Math.max(steps[there + step]!, gained + steps[cell + step]!);
      // The lowest salaries of the cell after `end` may still fall into the highest cell of the window.
      const beyond = (most >> shift) - offset + 1;
      if (beyond >= from && beyond <= to && (beyond << shift) - spent <= most) {
        const top = base[reached]! + (most >> shift);
        steps[top] = Math.max(steps[top]!, gained + steps[cell + beyond]!);
      }
    }
  }
}
