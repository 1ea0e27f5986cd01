import type { Instance } from "./instance.ts";
import { pointSteps } from "./point-steps.ts";
import { type Relaxation, setWorth } from "./relaxation.ts";
import type { Scratch } from "./scratch.ts";
import { sweepBack, sweepForward } from "./sweeps.ts";
import type { Trellis } from "./trellis.ts";
import type { Windows } from "./windows.ts";

/**
 * Per state, how many steps of points a completion has to gain, from `low` to `high`, that may make a lineup of at least
 * the threshold; none where low > high. Points are whole numbers of steps.
 */
export interface PointBands {
  /** Units of points to a step. */
  readonly unit: number;
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** How many cells a table of them has. */
  readonly cells: number;
}

/** The least that each number of steps costs from each state: an exact table where points are coarser than salaries. */
export interface PointsTable extends PointBands {
  /** As of a salary table: it is exact. */
  readonly slop: 0;
  /** The cell of so many steps, or more, is `base[state] + steps`; it grows with them. */
  readonly base: Int32Array;
  /** In the salaries' units; `NO_WAY` where no completion gains as much. */
  readonly salaries: Int32Array;
}

/** The most steps of a sum, so that sums of two are 32-bit integers. */
const MOST_STEPS = 2 ** 28;
/** More than any budget has units; with a salary added it still is a 32-bit integer. */
const NO_WAY = 2 ** 30;

/**
 * With b left after a state, a lineup has at most F + p * (budget - b) points before it and G + p * b after, F and G
 * being the best ways to the state and on from it at the price p of salary. So completions that matter gain at most
 * G + p * high and at least threshold - F - p * (budget - low), for the state's window of b. The sums are exact, and
 * rounding a quotient to nearest never takes it past a whole number.
 *
 * Null where points would have to be rounded, or a band reaches too far.
 */
export function pointBands(
  instance: Instance,
  trellis: Trellis,
  { price }: Relaxation,
  windows: Windows,
  threshold: number,
  scratch: Scratch,
): PointBands | null {
  const { unit, rounded } = pointSteps(instance, trellis, MOST_STEPS);
  if (rounded) return null;
  const { states } = trellis;
  const worth = scratch.doubles("few worth", instance.nobody + 1);
  const backward = scratch.doubles("backward 0", states);
  const forward = scratch.doubles("forward", states);
  setWorth(instance, 1, price, worth);
  sweepBack(trellis, worth, backward);
  sweepForward(trellis, worth, forward);
  const low = scratch.integers("least steps", states);
  const high = scratch.integers("most steps", states);
  const paid = price * windows.divisor;
  let cells = 0;
  for (let state = 0; state < states; state += 1) {
    low[state] = 1;
    high[state] = 0;
    if (windows.low[state]! > windows.high[state]!) continue;
    const before = forward[state]! + paid * (windows.budget - windows.low[state]!);
    const after = backward[state]! + paid * windows.high[state]!;
    const [least, most] = [Math.ceil((threshold - before) / unit), Math.floor(after / unit)];
    if (least > most) continue;
    if (least < -MOST_STEPS || most > MOST_STEPS) return null;
    low[state] = least;
    high[state] = most;
    cells += most - least + 1;
  }
  return { unit, low, high, cells };
}

export function pointsTable(
  instance: Instance,
  trellis: Trellis,
  { cost }: Windows,
  bands: PointBands,
  scratch: Scratch,
): PointsTable {
  const { unit, low, high, cells } = bands;
  const { states, first, target, option } = trellis;
  const gain = scratch.integers("gain", instance.nobody + 1);
  for (let picked = 0; picked <= instance.nobody; picked += 1) gain[picked] = instance.points[picked]! / unit;
  const base = scratch.integers("base", states);
  const salaries = scratch.integers("steps", cells);
  let end = 0;
  for (let state = 0; state < states; state += 1) {
    base[state] = end - low[state]!;
    end += high[state]! - low[state]! + 1;
  }
  salaries.fill(NO_WAY, 0, cells);
  const accepted = states - 1;
  for (let steps = low[accepted]!; steps <= Math.min(0, high[accepted]!); steps += 1)
    salaries[base[accepted]! + steps] = 0;
  for (let state = accepted - 1; state >= 0; state -= 1) {
    const [from, to] = [low[state]!, high[state]!];
    if (from > to) continue;
    for (let arc = first[state]!; arc < first[state + 1]!; arc += 1) {
      const reached = target[arc]!;
      const least = low[reached]!;
      if (least > high[reached]!) continue;
      const spent = cost[option[arc]!]!;
      const gained = gain[option[arc]!]!;
      // Whoever has to gain less than matters there has to gain what matters.
      const cheapest = spent + salaries[base[reached]! + least]!;
      const slack = Math.min(to, least + gained);
      for (let cell = base[state]! + from; cell <= base[state]! + slack; cell += 1)
        if (cheapest < salaries[cell]!) salaries[cell] = cheapest;
      const there = base[reached]! - gained;
      const last = Math.min(to, high[reached]! + gained);
      for (let steps = Math.max(from, slack + 1); steps <= last; steps += 1) {
        const sum = (spent + salaries[there + steps]!) | 0;
        if (sum < salaries[base[state]! + steps]!) salaries[base[state]! + steps] = sum;
      }
    }
  }
  return { ...bands, slop: 0, base, salaries };
}

/** The most points, in units, that a completion gains for at most so much; -Infinity where none matters. */
export function mostFor(
  { unit, low, high, base, salaries }: PointsTable,
  state: number,
  left: number,
): number {
  const cell = base[state]!;
  let [least, most] = [low[state]!, high[state]!];
  if (least > most || salaries[cell + least]! > left) return Number.NEGATIVE_INFINITY;
  while (least < most) {
    const middle = (least + most + 1) >> 1;
    if (salaries[cell + middle]! <= left) least = middle;
    else most = middle - 1;
  }
  return unit * least;
}
