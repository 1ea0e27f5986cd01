import type { Instance } from "./instance.ts";
import type { Arrivals } from "./narrow/arrivals.ts";
import { type Relaxation, setWorth } from "./relaxation.ts";
import type { Scratch } from "./scratch.ts";
import { sweepForward } from "./sweeps.ts";
import type { Trellis } from "./trellis.ts";
import type { Windows } from "./windows.ts";

/**
 * Per state, the completions of which none is both cheaper and better, the cheapest first: an exact table, small where
 * points or salaries take few values, or few are worth their salary. Completions that no lineup of at least the
 * threshold has are left out.
 */
export interface Frontiers {
  /** As of a salary table. */
  readonly slop: 0;
  /** Those of state s are `end[s + 1]` up to and without `end[s]`. */
  readonly end: Int32Array;
  /** In the salaries' units, and in units of points; both grow within a state. */
  readonly salaries: Int32Array;
  readonly gains: Float64Array;
}

/** What frontiers are made of. */
export interface FrontierPlan {
  readonly instance: Instance;
  readonly trellis: Trellis;
  readonly relaxation: Relaxation;
  readonly windows: Windows;
  /** Lineups of fewer points are not wanted; whole units. */
  readonly threshold: number;
  /** What is known of ways to a state, where more than their best at the relaxation's price is. */
  readonly arrivals?: Arrivals | undefined;
  /** How many completions there may be in all. */
  readonly most: number;
}

/** A list of completions of one state, to which an arc leads. */
interface Lane {
  from: number;
  end: number;
  spent: number;
  gained: number;
}

/**
 * The frontiers, last state first, or null where they are too many. With F for the best way to a state at the
 * relaxation's price p, a completion that costs c and gains g is in no lineup of more than F + p * (budget - c) + g
 * points; so is left out what falls below the threshold. The sums are exact, as priced points are.
 */
export function frontiersOf(
  { instance, trellis, relaxation, windows, threshold, arrivals, most }: FrontierPlan,
  scratch: Scratch,
): Frontiers | null {
  if (most === 0) return null;
  const { states, first, target, option } = trellis;
  const { points, nobody } = instance;
  const { low, high, cost, budget, divisor } = windows;
  const worth = scratch.doubles("few worth", nobody + 1);
  const forward = scratch.doubles("forward", states);
  setWorth(instance, 1, relaxation.price, worth);
  sweepForward(trellis, worth, forward);
  const price = relaxation.price * divisor;
  const needed = threshold - price * budget;
  const end = scratch.integers("frontier ends", states + 1);
  const salaries = scratch.integers("frontier salaries", most);
  const gains = scratch.doubles("frontier gains", most);
  const lanes: Lane[] = [];
  let size = 0;
  end[states] = 0;
  for (let state = states - 1; state >= 0; state -= 1) {
    end[state] = size;
    if (low[state]! > high[state]!) continue;
    if (state === states - 1) {
      salaries[size] = 0;
      gains[size] = 0;
      size += 1;
      end[state] = size;
      continue;
    }
    let open = 0;
    for (let arc = first[state]!; arc < first[state + 1]!; arc += 1) {
      const reached = target[arc]!;
      const [from, to] = [end[reached + 1]!, end[reached]!];
      if (from === to) continue;
      if (open === lanes.length) lanes.push({ from: 0, end: 0, spent: 0, gained: 0 });
      const lane = lanes[open]!;
      open += 1;
      lane.from = from;
      lane.end = to;
      lane.spent = cost[option[arc]!]!;
      lane.gained = points[option[arc]!]!;
    }
    const dearest = high[state]!;
    const least = needed - forward[state]!;
    let best = Number.NEGATIVE_INFINITY;
    while (open > 0) {
      let next = 0;
      let salary = Number.POSITIVE_INFINITY;
      let gain = 0;
      for (let at = 0; at < open; at += 1) {
        const { from, spent, gained } = lanes[at]!;
        const itsSalary = salaries[from]! + spent;
        if (itsSalary > salary) continue;
        const itsGain = gains[from]! + gained;
        if (itsSalary === salary && itsGain <= gain) continue;
        next = at;
        salary = itsSalary;
        gain = itsGain;
      }
      if (salary > dearest) break;
      const lane = lanes[next]!;
      lane.from += 1;
      if (lane.from === lane.end) {
        open -= 1;
        lanes[next] = lanes[open]!;
        lanes[open] = lane;
      }
      if (gain <= best || gain - price * salary < least) continue;
      if (
        arrivals !== undefined &&
        arrival(arrivals, state, Math.max(salary, low[state]!)) + gain < threshold
      )
        continue;
      if (size === most) return null;
      best = gain;
      salaries[size] = salary;
      gains[size] = gain;
      size += 1;
    }
    end[state] = size;
  }
  return { slop: 0, end, salaries, gains };
}

/** No way to a state that leaves at least so much has more points. */
function arrival({ unit, shift, base, steps }: Arrivals, state: number, left: number): number {
  return unit * steps[base[state]! + (left >> shift)]!;
}

/** The most that a completion gains for at most so much; -Infinity where there is none. */
export function mostFor({ end, salaries, gains }: Frontiers, state: number, left: number): number {
  let [least, most] = [end[state + 1]! - 1, end[state]! - 1];
  const none = least;
  while (least < most) {
    const middle = (least + most + 1) >> 1;
    if (salaries[middle]! <= left) least = middle;
    else most = middle - 1;
  }
  return least === none ? Number.NEGATIVE_INFINITY : gains[least]!;
}
