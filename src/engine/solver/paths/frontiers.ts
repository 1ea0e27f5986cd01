import type { Instance } from "./instance.ts";
import type { Arrivals } from "./narrow.ts";
import { type Relaxed, setWorth } from "./relaxation.ts";
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
  readonly relaxation: Relaxed;
  readonly windows: Windows;
  /** Lineups of fewer points are not wanted; whole units. */
  readonly threshold: number;
  /** Bounds on paths to a state, if there are better ones than the relaxation's. */
  readonly arrivals?: Arrivals | undefined;
  /** How many completions there may be in all. */
  readonly most: number;
}

/** A list of completions of one state, to which an arc leads. */
interface Lane {
  from: number;
  readonly end: number;
  readonly spent: number;
  readonly gained: number;
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
  const accepted = states - 1;
  salaries[0] = 0;
  gains[0] = 0;
  let size = 1;
  end[states] = 0;
  end[accepted] = size;
  for (let state = accepted - 1; state >= 0; state -= 1) {
    end[state] = size;
    if (low[state]! > high[state]!) continue;
    const lanes: Lane[] = [];
    for (let arc = first[state]!; arc < first[state + 1]!; arc += 1) {
      const own = option[arc]!;
      const [from, to] = [end[target[arc]! + 1]!, end[target[arc]!]!];
      lanes.push({ from, end: to, spent: cost[own]!, gained: points[own]! });
    }
    const dearest = high[state]!;
    const least = needed - forward[state]!;
    let best = Number.NEGATIVE_INFINITY;
    for (;;) {
      let next: Lane | undefined;
      let salary = Number.POSITIVE_INFINITY;
      let gain = Number.NEGATIVE_INFINITY;
      for (const lane of lanes) {
        if (lane.from === lane.end) continue;
        const itsSalary = salaries[lane.from]! + lane.spent;
        const itsGain = gains[lane.from]! + lane.gained;
        if (itsSalary > salary || (itsSalary === salary && itsGain <= gain)) continue;
        next = lane;
        salary = itsSalary;
        gain = itsGain;
      }
      if (next === undefined || salary > dearest) break;
      next.from += 1;
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
