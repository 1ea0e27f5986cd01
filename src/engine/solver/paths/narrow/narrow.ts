import type { Instance } from "../instance.ts";
import { cellsAt, type SalaryTable, salaryTable, shiftFor } from "../salary-table.ts";
import type { Scratch } from "../scratch.ts";
import type { Trellis } from "../trellis.ts";
import type { Windows } from "../windows.ts";
import { type Arrivals, arrivalsOf } from "./arrivals.ts";

/** Windows that lose less than this part of their cells are as narrow as they get. */
const WORTH_IT = 0.25;

export interface Narrowing {
  readonly instance: Instance;
  readonly trellis: Trellis;
  readonly windows: Windows;
  /** Lineups of fewer points are not wanted; whole units. */
  readonly threshold: number;
  /** The most cells of a table. */
  readonly most: number;
}

/**
 * Narrows windows, in place, by what coarse tables say of the ways to a state and on from it: where no lineup of at
 * least the threshold can lie is cut off, and what is left has room for tables of smaller cells. Yields what the last
 * table says of the ways to a state, until one more would help no more.
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

/** Both tables have their cells at the same places. */
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
