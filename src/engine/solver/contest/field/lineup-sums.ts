import { greatestCommonDivisor } from "../../../../shared/greatest-common-divisor.ts";
import { exp, ln } from "../../../../shared/normal.ts";
import type { Instance } from "../../paths/instance.ts";
import type { Trellis } from "../../paths/trellis.ts";

/** Salaries in whole steps, so that the remaining salary is a small integer. */
export interface SalaryGrid {
  /** Per option of the instance; 0 for `nobody`. */
  readonly cost: Int32Array;
  /** The salary to spend, and the most that may remain. */
  readonly budget: number;
  readonly mostLeft: number;
  /** Units of salary per step; 0 if every lineup is within the budget, so that salaries do not matter. */
  readonly step: number;
}

/** The most sums of states and steps that are kept. */
const MOST_CELLS = 12_000_000;

/**
 * The grid for a trellis with this many states and lineups that cost at least `least`. The step is the
 * greatest common divisor of the salaries; if that needs too many sums, salaries are rounded up to larger
 * steps, which still respects the cap.
 */
export function salaryGrid(
  { salary, budget, openSeats, fixed, model }: Instance,
  states: number,
  least: number,
): SalaryGrid {
  const cost = new Int32Array(salary.length);
  const most = salary.reduce((high, one) => Math.max(high, one), 0) * openSeats;
  const spendable = Math.min(budget, most);
  const seated = fixed.reduce((sum, pick) => sum + model.picks.salary[pick]!, 0);
  const mostLeft = Math.max(0, spendable - Math.max(0, least - seated));
  if (spendable === 0) return { cost, budget: 0, mostLeft: 0, step: 0 };
  const exact = salary.reduce((divisor, one) => greatestCommonDivisor(divisor, one), 0);
  const steps = Math.max(1, Math.floor(MOST_CELLS / states));
  const step = Math.max(exact, spendable / steps);
  for (let option = 0; option < salary.length; option += 1) cost[option] = Math.ceil(salary[option]! / step);
  return {
    ...{ cost, budget: Math.floor(spendable / step), mostLeft: Math.floor(mostLeft / step) },
    step: budget < most ? step : 0,
  };
}

/**
 * Sums over all legal lineups within the salary window, each counted as the product of its options' weights.
 * They are stored per state of the trellis and remaining salary, with a row of `width` per state.
 */
export class LineupSums {
  /** The sum over all paths to the end from a state with this remaining salary. */
  readonly after: Float64Array;
  readonly width: number;
  /** The weight of a lineup by its remaining salary; 1 initially. */
  readonly leftWeight: Float64Array;
  readonly #trellis: Trellis;
  readonly #grid: SalaryGrid;
  readonly #before: Float64Array;
  /** Per state, the least and the most salary that can remain there. */
  readonly #low: Int32Array;
  readonly #high: Int32Array;

  constructor(trellis: Trellis, grid: SalaryGrid) {
    this.#trellis = trellis;
    this.#grid = grid;
    this.width = grid.budget + 1;
    this.leftWeight = new Float64Array(grid.mostLeft + 1).fill(1);
    this.after = new Float64Array(trellis.states * this.width);
    this.#before = new Float64Array(trellis.states * this.width);
    this.#low = new Int32Array(trellis.states).fill(this.width);
    this.#high = new Int32Array(trellis.states).fill(-1);
    this.#reach();
  }

  /** The sum over all lineups. */
  get total(): number {
    return this.after[this.#trellis.start * this.width + this.#grid.budget]!;
  }

  /** Computes sums from the end; `weight` is per option, 1 for `nobody`. */
  sweepBack(weight: Float64Array): void {
    const { states, first, target, option } = this.#trellis;
    const { cost } = this.#grid;
    const { after, width } = this;
    const end = (states - 1) * width;
    after.fill(0, end, end + width);
    after.set(this.leftWeight, end);
    for (let state = states - 2; state >= 0; state -= 1) {
      const low = this.#low[state]!;
      const high = this.#high[state]!;
      if (low > high) continue;
      const row = state * width;
      after.fill(0, row + low, row + high + 1);
      for (let arc = first[state]!; arc < first[state + 1]!; arc += 1) {
        const picked = option[arc]!;
        const factor = weight[picked]!;
        const from = target[arc]! * width - cost[picked]!;
        for (let left = Math.max(low, cost[picked]!); left <= high; left += 1)
          after[row + left]! += factor * after[from + left]!;
      }
    }
  }

  /**
   * Adds to `sums`, per option, the sum over the lineups that have it; call it after `sweepBack` with the
   * same weights.
   */
  sweepForward(weight: Float64Array, sums: Float64Array): void {
    const { states, start, first, target, option } = this.#trellis;
    const { cost, budget } = this.#grid;
    const { after, width } = this;
    const before = this.#before;
    before.fill(0);
    before[start * width + budget] = 1;
    for (let state = start; state < states - 1; state += 1) {
      const low = this.#low[state]!;
      const high = this.#high[state]!;
      if (low > high) continue;
      const row = state * width;
      for (let arc = first[state]!; arc < first[state + 1]!; arc += 1) {
        const picked = option[arc]!;
        const factor = weight[picked]!;
        const to = target[arc]! * width - cost[picked]!;
        let sum = 0;
        for (let left = Math.max(low, cost[picked]!); left <= high; left += 1) {
          const own = before[row + left]! * factor;
          sum += own * after[to + left]!;
          before[to + left]! += own;
        }
        sums[picked]! += sum;
      }
    }
  }

  /**
   * The mean and the variance of the remaining salary, in steps; call it after `sweepForward` with the same
   * weights.
   */
  momentsOfLeft(): { readonly mean: number; readonly variance: number } {
    const end = (this.#trellis.states - 1) * this.width;
    let [all, sum, squares] = [0, 0, 0];
    for (const [left, weight] of this.leftWeight.entries()) {
      const lineups = weight * this.#before[end + left]!;
      all += lineups;
      sum += lineups * left;
      squares += lineups * left * left;
    }
    const mean = sum / all;
    return { mean, variance: squares / all - mean * mean };
  }

  /** Finds the possible remaining salaries of each state; unreachable states have none. */
  #reach(): void {
    const { states, start, first, target, option } = this.#trellis;
    const { cost, budget } = this.#grid;
    this.#low[start] = budget;
    this.#high[start] = budget;
    for (let state = start; state < states - 1; state += 1) {
      const high = this.#high[state]!;
      if (high < 0) continue;
      for (let arc = first[state]!; arc < first[state + 1]!; arc += 1) {
        const spent = cost[option[arc]!]!;
        if (spent > high) continue;
        const reached = target[arc]!;
        this.#low[reached] = Math.min(this.#low[reached]!, Math.max(0, this.#low[state]! - spent));
        this.#high[reached] = Math.max(this.#high[reached]!, high - spent);
      }
    }
  }
}

/** Opponents of one kind: their fraction of the field, and by how much more than others they follow the crowd. */
export interface OpponentKind {
  readonly part: number;
  readonly following: number;
}

/**
 * Three kinds whose `following` has the mean 0 and this standard deviation, as a normal distribution has up to
 * its fifth moment; a single kind if it is 0.
 */
export function kindsOf(spread: number): OpponentKind[] {
  if (spread === 0) return [{ part: 1, following: 0 }];
  const outer = Math.sqrt(3) * spread;
  return [
    { part: 1 / 6, following: -outer },
    { part: 2 / 3, following: 0 },
    { part: 1 / 6, following: outer },
  ];
}

/** The weights of a field's lineups. */
export interface Weights {
  /** Per entry of the model: its weight, and the share by whose powers kinds of opponents change it. */
  readonly weights: Float64Array;
  readonly popularity: Float64Array;
  /** The exponent by which a lineup's weight falls with each remaining step of salary. */
  readonly fall: number;
}

/** What weights lead to: the shares of entries, and the mean and the variance of the remaining salary. */
export interface Outcome {
  readonly shares: Float64Array;
  readonly mean: number;
  readonly variance: number;
}

/** What to fit weights to. */
export interface FitTask {
  /** Per entry of the model; NaN if unknown. */
  readonly shares: Float64Array;
  /** The mean remaining salary, in steps of the grid; null if unknown. */
  readonly left: number | null;
  /** The most rounds, and the distance within which shares count as met. */
  readonly rounds: number;
  readonly near: number;
  readonly outcomeOf: (weights: Weights) => Outcome;
}

/** Shares are limited to this distance from 0 and 1. */
const LEAST_SHARE = 1e-5;
/**
 * A round is idle if it keeps more than this fraction of the misfit; after `MOST_IDLE` idle rounds in a row
 * the fit ends.
 */
const WORTH_IT = 0.97;
const MOST_IDLE = 6;
/** The largest factor by which one round changes a weight. */
const MOST_CHANGE = 8;
/** The relative tolerance of the mean remaining salary. */
const LEFT_NEAR = 0.02;
/** The most that a lineup's weight falls over the whole range of remaining salary, as a power of e. */
const MOST_FALL = 200;

/** A share that is neither 0 nor 1. */
function inside(share: number): number {
  return Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, share));
}

/** Writes the weights of a kind's lineups: per option (1 for `nobody`), and per step of remaining salary. */
export function weigh(
  { entry, roles, nobody }: Instance,
  { weights, popularity, fall }: Weights,
  { following }: OpponentKind,
  { weight, leftWeight }: { readonly weight: Float64Array; readonly leftWeight: Float64Array },
): void {
  for (let option = 0; option < nobody; option += roles) {
    const at = entry[option / roles]!;
    weight.fill(
      following === 0 ? weights[at]! : weights[at]! * exp(following * ln(popularity[at]!)),
      option,
      option + roles,
    );
  }
  weight[nobody] = 1;
  for (let steps = 0; steps < leftWeight.length; steps += 1) leftWeight[steps] = exp(-fall * steps);
}

/** Weights to begin a fit with: the odds of the shares. Entries without a share (NaN) have a common weight. */
export function firstWeights({ entry, size, openSeats }: Instance, shares: Float64Array): Weights {
  const free = new Set(Array.from(entry.subarray(0, size)).filter((one) => Number.isNaN(shares[one]!)));
  const given = shares.reduce((sum, share) => (Number.isNaN(share) ? sum : sum + inside(share)), 0);
  const rest = free.size === 0 ? 0 : Math.max(LEAST_SHARE, (openSeats - given) / free.size);
  const common = Math.min(1, rest);
  return {
    weights: shares.map((share) => (share >= 0 ? inside(share) / (1 - inside(share)) : common)),
    popularity: shares.map((share) => (share >= 0 ? inside(share) : common)),
    fall: 0,
  };
}

/**
 * Fits a weight to each entry such that lineups, drawn in proportion to the product of their weights, have
 * the entries with the frequencies `shares`: the maximum-entropy distribution with these shares. If no
 * distribution has them, returns the nearest one found. With `left`, also fits the mean remaining salary, as
 * far as weights that fall by a constant factor per step allow. `steps` is the number of steps of remaining
 * salary.
 */
export function fitWeights(
  begin: Weights,
  steps: number,
  { shares, left, rounds, near, outcomeOf }: FitTask,
): Weights {
  const { popularity } = begin;
  const weights = begin.weights.slice();
  let { fall } = begin;
  let best: (Weights & { readonly misfit: number; readonly isNear: boolean }) | null = null;
  let damped = 0;
  let idle = 0;
  let last = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const { shares: found, mean, variance } = outcomeOf({ weights, popularity, fall });
    let [misfit, furthest] = [0, 0];
    for (let at = 0; at < shares.length; at += 1) {
      if (!(shares[at]! > 0)) continue;
      const off = Math.abs(found[at]! - shares[at]!);
      misfit += off;
      furthest = Math.max(furthest, off);
    }
    const isNear = left === null || Math.abs(mean - left) <= LEFT_NEAR * left || (fall === 0 && mean < left);
    if (
      best === null ||
      (isNear && (misfit < best.misfit || !best.isNear)) ||
      (!best.isNear && misfit < best.misfit)
    )
      best = { misfit, isNear, weights: weights.slice(), popularity, fall };
    if (furthest < near && isNear) break;
    if (left !== null && variance > 0) {
      // A step of Newton's method, at most halfway to the largest exponent.
      const most = MOST_FALL / steps;
      fall = Math.max(0, Math.min(fall + (mean - left) / variance, (fall + most) / 2));
    }
    idle = misfit < last * WORTH_IT || !isNear ? 0 : idle + 1;
    if (idle === MOST_IDLE) break;
    if (misfit > last && isNear) damped += 1;
    last = misfit;
    for (let at = 0; at < shares.length; at += 1) {
      if (!(shares[at]! > 0) || found[at] === 0) continue;
      const [now, wanted] = [inside(found[at]!), inside(shares[at]!)];
      let change = (wanted * (1 - now)) / (now * (1 - wanted));
      for (let root = 0; root < damped; root += 1) change = Math.sqrt(change);
      weights[at]! *= Math.min(MOST_CHANGE, Math.max(1 / MOST_CHANGE, change));
    }
  }
  if (best === null) throw new RangeError("no round of fitting was made");
  return best;
}
