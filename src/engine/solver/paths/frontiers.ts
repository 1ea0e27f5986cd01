import type { Instance } from "./instance.ts";
import type { Arrivals } from "./narrow.ts";
import { type Relaxed, setWorth } from "./relaxation.ts";
import type { Scratch } from "./scratch.ts";
import { sweepForward } from "./sweeps.ts";
import type { Trellis } from "./trellis.ts";
import type { Windows } from "./windows.ts";

/**
 * The Pareto frontier of each state: its completions (paths from it to the end), cheapest first. A completion
 * is left out if another one costs no more and has at least as many points, or if it occurs only in lineups
 * below the threshold. This table is exact. It is small if points or salaries have few distinct values, or if
 * few picks are efficient.
 */
export interface Frontiers {
  /** By how much the table can exceed the best completion (see `SalaryTable`): 0, because it is exact. */
  readonly slop: 0;
  /**
   * The completions of state s are those from index `end[s + 1]` up to, but not including, `end[s]`: the last
   * state comes first.
   */
  readonly end: Int32Array;
  /** Per completion, its salary, in the units of `Windows`; it increases within a state. */
  readonly salaries: Int32Array;
  /** Per completion, its points, in whole units (see `POINT_UNITS`); they increase within a state. */
  readonly gains: Float64Array;
}

/** The input of `frontiersOf`. */
export interface FrontierPlan {
  readonly instance: Instance;
  readonly trellis: Trellis;
  readonly relaxation: Relaxed;
  readonly windows: Windows;
  /** The least points of lineups to keep, in whole units. */
  readonly threshold: number;
  /** If known, bounds on the points of paths to each state that are tighter than those of the relaxation. */
  readonly arrivals?: Arrivals | undefined;
  /** The most completions in all states together. */
  readonly most: number;
}

/**
 * The completions of a state that begin with a certain arc. Each one is the arc's pick followed by a
 * completion of the arc's target.
 */
interface Extension {
  /** The index of the target's next completion to use. */
  from: number;
  /** The index after the target's last completion. */
  readonly end: number;
  /** The salary of the arc's pick. */
  readonly spent: number;
  /** The points of the arc's pick. */
  readonly gained: number;
}

/**
 * Builds the frontiers backward from the last state; null if they have more than `most` completions. Omits a
 * completion if an upper bound on its lineups is below the threshold: F + p * (budget - c) + g, for a
 * completion of salary c and points g. F is the most priced points (points less price times salary) of a path
 * to the state, at the relaxation's price p. All sums are exact.
 */
export function frontiersOf(
  { instance, trellis, relaxation, windows, threshold, arrivals, most }: FrontierPlan,
  scratch: Scratch,
): Frontiers | null {
  if (most === 0) return null;
  const { states, first, target, option } = trellis;
  const { points, noPick } = instance;
  const { low, high, cost, budget, divisor } = windows;
  const worth = scratch.doubles("few worth", noPick + 1);
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
    const extensions: Extension[] = [];
    for (let arc = first[state]!; arc < first[state + 1]!; arc += 1) {
      const own = option[arc]!;
      const [from, to] = [end[target[arc]! + 1]!, end[target[arc]!]!];
      extensions.push({ from, end: to, spent: cost[own]!, gained: points[own]! });
    }
    const dearest = high[state]!;
    const least = needed - forward[state]!;
    let best = Number.NEGATIVE_INFINITY;
    for (;;) {
      let next: Extension | undefined;
      let salary = Number.POSITIVE_INFINITY;
      let gain = Number.NEGATIVE_INFINITY;
      for (const extension of extensions) {
        if (extension.from === extension.end) continue;
        const itsSalary = salaries[extension.from]! + extension.spent;
        const itsGain = gains[extension.from]! + extension.gained;
        if (itsSalary > salary || (itsSalary === salary && itsGain <= gain)) continue;
        next = extension;
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

/** An upper bound on the points of paths to a state that leave at least `left` units of salary. */
function arrival({ unit, shift, base, steps }: Arrivals, state: number, left: number): number {
  return unit * steps[base[state]! + (left >> shift)]!;
}

/** The most points of a state's completions that cost at most `left`; -Infinity if there is none. */
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
