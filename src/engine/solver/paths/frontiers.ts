import type { Instance } from "./instance.ts";
import type { Arrivals } from "./narrow.ts";
import { type Relaxed, setWorth } from "./relaxation.ts";
import type { Scratch } from "./scratch.ts";
import { sweepForward } from "./sweeps.ts";
import type { Trellis } from "./trellis.ts";
import type { Windows } from "./windows.ts";

/**
 * The Pareto frontier of each state: its completions (paths from it to the end), cheapest first, without
 * those for which another one costs no more and has no fewer points. This exact table is small if points or
 * salaries take few values, or if few picks are efficient. It omits completions that occur only in lineups
 * below the threshold.
 */
export interface Frontiers {
  /** As in `SalaryTable`: 0, because frontiers are exact. */
  readonly slop: 0;
  /**
   * The completions of state s are those from index `end[s + 1]` up to, but not including, `end[s]`: the last
   * state comes first.
   */
  readonly end: Int32Array;
  /** Per completion, its salary, in the units of `Windows`; it increases within a state. */
  readonly salaries: Int32Array;
  /** Per completion, its points, in units; they increase within a state. */
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
  /** Bounds on the points of paths to each state that are tighter than the relaxation's, if known. */
  readonly arrivals?: Arrivals | undefined;
  /** The most completions in all states together. */
  readonly most: number;
}

/**
 * The completions of a state that begin with one arc: those of the arc's target from index `from` (the next
 * to merge) up to, but not including, `end`, plus the arc's salary (`spent`) and points (`gained`).
 */
interface Extension {
  from: number;
  readonly end: number;
  readonly spent: number;
  readonly gained: number;
}

/**
 * Builds the frontiers backward from the last state; null if they have more than `most` completions. Let F be
 * the most priced points (points less price times salary) of a path to a state, at the relaxation's price p.
 * A completion of salary c and points g occurs in no lineup of more than F + p * (budget - c) + g points, and
 * is omitted if that is below the threshold. All sums are exact.
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
