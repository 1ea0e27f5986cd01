import { greatestCommonDivisor } from "../../../../shared/greatest-common-divisor.ts";
import { exp } from "../../../../shared/normal.ts";
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

/** Weights of options (1 for `nobody`) and the resulting share of lineups with each entry. */
export interface Fitted {
  readonly weight: Float64Array;
  /** The weight of a lineup by its remaining salary. */
  readonly leftWeight: Float64Array;
  /** Per entry of the model. */
  readonly shares: Float64Array;
}

const MOST_ROUNDS = 60;
/** Shares within this distance count as met. */
const NEAR_ENOUGH = 0.0005;
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

/**
 * Fits a weight to each entry such that lineups, drawn in proportion to the product of their weights, have
 * the entries with the frequencies `shares`: the maximum-entropy distribution with these shares. If no
 * distribution has them, returns the nearest one found. Entries without a share (NaN) have a common weight.
 * With `left`, also fits the mean remaining salary, in steps of the grid, as far as weights that fall by a
 * constant factor per step allow.
 */
export function fitWeights(
  instance: Instance,
  { shares, left }: { readonly shares: Float64Array; readonly left: number | null },
  sums: LineupSums,
): Fitted {
  const { model, entry, roles, nobody, openSeats } = instance;
  const wanted = shares.map((share) => Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, share)));
  const free = new Set(
    Array.from(entry.subarray(0, instance.size)).filter((one) => Number.isNaN(shares[one]!)),
  );
  const given = wanted.reduce((sum, share) => (Number.isNaN(share) ? sum : sum + share), 0);
  const rest = free.size === 0 ? 0 : Math.max(LEAST_SHARE, (openSeats - given) / free.size);
  const weights = wanted.map((share) => (share >= 0 ? share / (1 - share) : Math.min(1, rest)));
  const weight = new Float64Array(nobody + 1).fill(1);
  const perOption = new Float64Array(nobody + 1);
  let best: (Fitted & { readonly misfit: number; readonly isNear: boolean }) | null = null;
  let damped = 0;
  let idle = 0;
  let last = Number.POSITIVE_INFINITY;
  /** The exponent by which a weight falls with each remaining step. */
  let fall = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    for (let option = 0; option < nobody; option += 1)
      weight[option] = weights[entry[Math.floor(option / roles)]!]!;
    for (let steps = 0; steps < sums.leftWeight.length; steps += 1)
      sums.leftWeight[steps] = exp(-fall * steps);
    sums.sweepBack(weight);
    perOption.fill(0);
    sums.sweepForward(weight, perOption);
    const found = new Float64Array(model.entries);
    for (const pick of instance.fixed) found[model.picks.entry[pick]!] = 1;
    for (let option = 0; option < nobody; option += 1)
      found[entry[Math.floor(option / roles)]!]! += perOption[option]! / sums.total;
    let [misfit, furthest] = [0, 0];
    for (let at = 0; at < model.entries; at += 1) {
      if (!(shares[at]! > 0)) continue;
      const off = Math.abs(found[at]! - shares[at]!);
      misfit += off;
      furthest = Math.max(furthest, off);
    }
    const leaves = left === null ? null : sums.momentsOfLeft();
    const isNear =
      leaves === null ||
      Math.abs(leaves.mean - left!) <= LEFT_NEAR * left! ||
      (fall === 0 && leaves.mean < left!);
    if (
      best === null ||
      (isNear && (misfit < best.misfit || !best.isNear)) ||
      (!best.isNear && misfit < best.misfit)
    )
      best = { misfit, isNear, weight: weight.slice(), leftWeight: sums.leftWeight.slice(), shares: found };
    if (furthest < NEAR_ENOUGH && isNear) break;
    if (leaves !== null && leaves.variance > 0) {
      // A step of Newton's method, at most halfway to the largest exponent.
      const most = MOST_FALL / sums.leftWeight.length;
      const next = fall + (leaves.mean - left!) / leaves.variance;
      fall = Math.max(0, Math.min(next, (fall + most) / 2));
    }
    idle = misfit < last * WORTH_IT || !isNear ? 0 : idle + 1;
    if (idle === MOST_IDLE) break;
    if (misfit > last && isNear) damped += 1;
    last = misfit;
    for (let at = 0; at < model.entries; at += 1) {
      if (!(shares[at]! > 0) || found[at] === 0) continue;
      const now = Math.min(1 - LEAST_SHARE, found[at]!);
      let change = (wanted[at]! * (1 - now)) / (now * (1 - wanted[at]!));
      for (let root = 0; root < damped; root += 1) change = Math.sqrt(change);
      weights[at]! *= Math.min(MOST_CHANGE, Math.max(1 / MOST_CHANGE, change));
    }
  }
  if (best === null) throw new RangeError("no round of fitting was made");
  return best;
}
