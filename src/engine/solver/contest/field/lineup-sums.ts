import type { Trellis } from "../../paths/trellis.ts";
import type { SalaryGrid } from "./salary-grid.ts";

/**
 * Sums over all legal lineups within the salary window, each counted as the product of its options' weights. They are
 * kept per state of the trellis and salary left, a row of `width` for each state.
 */
export class LineupSums {
  /** The sum over all ways on from a state with so much salary left. */
  readonly after: Float64Array;
  readonly width: number;
  /** What a lineup counts by how much salary it leaves; 1 at first. */
  readonly leftWeight: Float64Array;
  readonly #trellis: Trellis;
  readonly #grid: SalaryGrid;
  readonly #before: Float64Array;
  /** Per state, the least and the most that can be left on arrival. */
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

  /** Sums from the end; `weight` is per option, 1 for `nobody`. */
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

  /** Adds to `sums`, per option, the sum over the lineups that have it; after `sweepBack` with the same weights. */
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

  /** The mean and the variance of what lineups leave, in steps of the grid; after `sweepForward` with the same weights. */
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

  /** Finds what can be left where; states that nobody reaches stay empty. */
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
