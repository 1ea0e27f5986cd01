import { greatestCommonDivisor } from "../../../shared/greatest-common-divisor.ts";
import type { Instance } from "./instance.ts";
import type { ResourceWindows } from "./resource-windows.ts";
import type { Scratch, Trellis } from "./trellis.ts";

/**
 * Upper bounds on the points of completions (paths from a state to the end). Each cell is for a state and a
 * range of 2^`shift` units of remaining salary (see `ResourceWindows`). Salaries and points are rounded so
 * that bounds stay valid. A cell without any completion is far below every threshold.
 */
export interface CompletionBound {
  /** How many units of points a value of 1 in a cell stands for; cells are 32-bit integers. */
  readonly unit: number;
  readonly shift: number;
  /**
   * The cell of a state for `left` units of salary, which must be in its window, is `steps[base[state] +
   * (left >> shift)]`.
   */
  readonly base: Int32Array;
  readonly steps: Int32Array;
}

/** A table's `unit` is chosen such that no lineup has more points than this many units. */
const MOST_STEPS = 2 ** 28;
/** Marks cells without a path: far enough below zero that no sum with it reaches a threshold. */
const NO_PATH = -(2 ** 30);

/** The number of a table's cells; sets `base` such that those of all states follow each other without gaps. */
export function cellsAt(
  shift: number,
  { states }: Trellis,
  { low, high }: ResourceWindows,
  base?: Int32Array,
): number {
  let cells = 0;
  for (let state = 0; state < states; state += 1) {
    const from = low[state]! >> shift;
    if (base !== undefined) base[state] = cells - from;
    if (low[state]! <= high[state]!) cells += (high[state]! >> shift) - from + 1;
  }
  return cells;
}

/** The smallest shift with which a table has at most `mostCells` cells, up to 30. */
export function shiftFor(mostCells: number, trellis: Trellis, windows: ResourceWindows): number {
  let shift = 0;
  while (shift < 30 && cellsAt(shift, trellis, windows) > mostCells) shift += 1;
  return shift;
}

export function completionBound(
  instance: Instance,
  trellis: Trellis,
  windows: ResourceWindows,
  shift: number,
  scratch: Scratch,
): CompletionBound {
  const unit = pointUnit(instance, trellis);
  const { points, noPick } = instance;
  const gain = scratch.integers("gain", noPick + 1);
  for (let option = 0; option <= noPick; option += 1) gain[option] = Math.ceil(points[option]! / unit);
  const base = scratch.integers("base", trellis.states);
  const steps = scratch.integers("steps", cellsAt(shift, trellis, windows, base));
  fill(trellis, windows, gain, { shift, base, steps });
  return { unit, shift, base, steps };
}

/**
 * Chooses the `unit` of a table. It is the greatest common divisor of all points if sums then fit into the
 * cells. Otherwise it is a power of two, and points are rounded up to multiples of it.
 */
function pointUnit(instance: Instance, { candidates }: Trellis): number {
  const { roles, points, openSeats, mostPoints } = instance;
  let divisor = 0;
  for (let index = 0; index < candidates.length && divisor !== 1; index += 1) {
    const from = candidates[index]! * roles;
    for (let option = from; option < from + roles; option += 1)
      divisor = greatestCommonDivisor(points[option]!, divisor);
  }
  const unit = Math.max(1, divisor);
  const least = (mostPoints * openSeats) / MOST_STEPS;
  return least <= unit ? unit : 2 ** Math.ceil(Math.log2(least));
}

/**
 * Fills the table backward from the last state: each cell gets the highest bound of its state's arcs. In a
 * rounded table, the cost of an arc can move a cell's range of salaries into two cells of the arc's target.
 * The bound of the higher one is then valid for all of the range, because bounds never decrease with the
 * salary.
 */
function fill(
  { states, first, target, option }: Trellis,
  { low, high, cost }: ResourceWindows,
  gain: Int32Array,
  { shift, base, steps }: Pick<CompletionBound, "shift" | "base" | "steps">,
): void {
  const mask = (1 << shift) - 1;
  const accepted = states - 1;
  if (low[accepted]! <= high[accepted]!)
    steps.fill(
      0,
      base[accepted]! + (low[accepted]! >> shift),
      base[accepted]! + (high[accepted]! >> shift) + 1,
    );
  for (let state = states - 2; state >= 0; state -= 1) {
    if (low[state]! > high[state]!) continue;
    const from = low[state]! >> shift;
    const to = high[state]! >> shift;
    const cell = base[state]!;
    let isEmpty = true;
    for (let arc = first[state]!; arc < first[state + 1]!; arc += 1) {
      const reached = target[arc]!;
      const [least, most] = [low[reached]!, high[reached]!];
      if (least > most) continue;
      const spent = cost[option[arc]!]!;
      const gained = gain[option[arc]!]!;
      // The highest salary of cell s falls, after the arc, into cell s + `offset` of the arc's target.
      const offset = (mask - spent) >> shift;
      const begin = Math.max(from, (least >> shift) - offset);
      const end = Math.min(to, (most >> shift) - offset);
      const there = base[reached]! + offset;
      if (isEmpty && gained === 0 && begin <= end) {
        clear(steps, cell + from, cell + begin);
        steps.copyWithin(cell + begin, there + begin, there + end + 1);
        clear(steps, cell + end + 1, cell + to + 1);
      } else {
        if (isEmpty) clear(steps, cell + from, cell + to + 1);
        for (let step = begin; step <= end; step += 1) {
          const sum = (gained + steps[there + step]!) | 0;
          if (sum > steps[cell + step]!) steps[cell + step] = sum;
        }
      }
      isEmpty = false;
      const beyond = (most >> shift) - offset + 1;
      if (shift > 0 && beyond >= from && beyond <= to && (beyond << shift) - spent <= most) {
        const sum = gained + steps[base[reached]! + (most >> shift)]!;
        if (sum > steps[cell + beyond]!) steps[cell + beyond] = sum;
      }
    }
    if (isEmpty) clear(steps, cell + from, cell + to + 1);
    if (shift > 0) {
      for (let at = cell + from + 1; at <= cell + to; at += 1)
        if (steps[at - 1]! > steps[at]!) steps[at] = steps[at - 1]!;
    }
  }
}

/**
 * Marks the cells of a range as without completion. Empty ranges are common, and the test is cheaper than
 * `fill`.
 */
function clear(steps: Int32Array, from: number, to: number): void {
  if (to > from) steps.fill(NO_PATH, from, to);
}
