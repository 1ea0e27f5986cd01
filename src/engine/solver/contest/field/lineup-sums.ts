import { greatestCommonDivisor } from "../../../../shared/greatest-common-divisor.ts";
import { exp, ln } from "../../../../shared/normal.ts";
import type { Instance } from "../../paths/instance.ts";
import type { Trellis } from "../../paths/trellis.ts";

export interface SalaryGrid {
  readonly cost: Int32Array;
  readonly budget: number;
  readonly mostLeft: number;
  /** Units of salary per step; 0 if every lineup is within the budget, so that salaries do not matter. */
  readonly step: number;
}

/** The most cells (states times salary steps) of a table of `LineupSums`. */
const MOST_CELLS = 12_000_000;

/**
 * The grid of the salaries' greatest common divisor. If the tables of `LineupSums` would have too many cells,
 * steps are larger and salaries rounded up, so that lineups still keep the cap.
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
 * Sums of the weights of all lineups that leave at most `mostLeft` unspent, per state and remaining salary. A
 * lineup's weight is the product of its options' weights and the `leftWeight` of its remaining salary.
 */
export class LineupSums {
  readonly leftWeight: Float64Array;
  readonly #trellis: Trellis;
  readonly #grid: SalaryGrid;
  /** Per state, the range of salary that can remain there, in steps; empty if no lineup's path has it. */
  readonly #low: Int32Array;
  readonly #high: Int32Array;
  /** Per state, what to add to a remaining salary for its index in `#after` and `#before`. */
  readonly #row: Int32Array;
  readonly #after: Float64Array;
  readonly #before: Float64Array;

  constructor(trellis: Trellis, grid: SalaryGrid) {
    this.#trellis = trellis;
    this.#grid = grid;
    this.leftWeight = new Float64Array(grid.mostLeft + 1).fill(1);
    this.#low = new Int32Array(trellis.states).fill(grid.budget + 1);
    this.#high = new Int32Array(trellis.states).fill(-1);
    this.#reach();
    let size = 0;
    this.#row = this.#low.map((low, state) => {
      const row = size - low;
      size += Math.max(0, this.#high[state]! - low + 1);
      return row;
    });
    this.#after = new Float64Array(size);
    this.#before = new Float64Array(size);
  }

  get total(): number {
    return this.after(this.#trellis.start, this.#grid.budget);
  }

  /** The weights of all paths to the end from a state with this remaining salary, after `backwardPass`. */
  after(state: number, left: number): number {
    return left < this.#low[state]! || left > this.#high[state]! ? 0 : this.#after[this.#row[state]! + left]!;
  }

  /** Computes the sums over paths to the end. `weight` has the weight of each option, and 1 for `noPick`. */
  backwardPass(weight: Float64Array): void {
    const { states, first, target, option } = this.#trellis;
    const { cost } = this.#grid;
    const [lows, highs, rows, after] = [this.#low, this.#high, this.#row, this.#after];
    after.fill(0);
    for (let left = lows[states - 1]!; left <= highs[states - 1]!; left += 1)
      after[rows[states - 1]! + left] = this.leftWeight[left]!;
    for (let state = states - 2; state >= 0; state -= 1) {
      const [low, high, row] = [lows[state]!, highs[state]!, rows[state]!];
      if (low > high) continue;
      for (let arc = first[state]!; arc < first[state + 1]!; arc += 1) {
        const reached = target[arc]!;
        const factor = weight[option[arc]!]!;
        const spent = cost[option[arc]!]!;
        const from = rows[reached]! - spent;
        const end = Math.min(high, highs[reached]! + spent);
        for (let left = Math.max(low, lows[reached]! + spent); left <= end; left += 1)
          after[row + left]! += factor * after[from + left]!;
      }
    }
  }

  /** Adds to `sums` the total weight of the lineups with each option. Call `backwardPass` first. */
  forwardPass(weight: Float64Array, sums: Float64Array): void {
    const { states, start, first, target, option } = this.#trellis;
    const { cost, budget } = this.#grid;
    const [lows, highs, rows] = [this.#low, this.#high, this.#row];
    const [before, after] = [this.#before, this.#after];
    const noPick = weight.length - 1;
    before.fill(0);
    if (this.total === 0) return;
    before[rows[start]! + budget] = 1;
    for (let state = start; state < states - 1; state += 1) {
      const [low, high, row] = [lows[state]!, highs[state]!, rows[state]!];
      if (low > high) continue;
      for (let arc = first[state]!; arc < first[state + 1]!; arc += 1) {
        const picked = option[arc]!;
        const reached = target[arc]!;
        const factor = weight[picked]!;
        const spent = cost[picked]!;
        const to = rows[reached]! - spent;
        const begin = Math.max(low, lows[reached]! + spent);
        const end = Math.min(high, highs[reached]! + spent);
        if (picked === noPick) {
          for (let left = begin; left <= end; left += 1) before[to + left]! += before[row + left]!;
          continue;
        }
        let sum = 0;
        for (let left = begin; left <= end; left += 1) {
          const own = before[row + left]! * factor;
          sum += own * after[to + left]!;
          before[to + left]! += own;
        }
        sums[picked]! += sum;
      }
    }
  }

  /**
   * The mean and variance of the remaining salary of lineups that leave at most `usual` steps, and the
   * fraction of those that leave more, after `forwardPass`.
   */
  momentsOfLeft(usual: number): LeftMoments {
    const end = this.#trellis.states - 1;
    let [all, sum, squares, more] = [0, 0, 0, 0];
    for (let left = this.#low[end]!; left <= this.#high[end]!; left += 1) {
      const lineups = this.leftWeight[left]! * this.#before[this.#row[end]! + left]!;
      if (left > usual) {
        more += lineups;
        continue;
      }
      all += lineups;
      sum += lineups * left;
      squares += lineups * left * left;
    }
    if (all === 0) return { mean: 0, variance: 0, more: more === 0 ? 0 : 1 };
    const mean = sum / all;
    return { mean, variance: squares / all - mean * mean, more: more / (all + more) };
  }

  /** Sets `#low` and `#high`. */
  #reach(): void {
    const { states, start, first, target, option } = this.#trellis;
    const { cost, budget, mostLeft } = this.#grid;
    const [lows, highs] = [this.#low, this.#high];
    lows[start] = budget;
    highs[start] = budget;
    for (let state = start; state < states - 1; state += 1) {
      const [low, high] = [lows[state]!, highs[state]!];
      for (let arc = first[state]!; arc < first[state + 1]!; arc += 1) {
        const spent = cost[option[arc]!]!;
        const reached = target[arc]!;
        if (spent > high) continue;
        lows[reached] = Math.min(lows[reached]!, Math.max(0, low - spent));
        highs[reached] = Math.max(highs[reached]!, high - spent);
      }
    }
    highs[states - 1] = Math.min(highs[states - 1]!, mostLeft);
    for (let state = states - 2; state >= start; state -= 1) {
      let [low, high] = [budget + 1, -1];
      for (let arc = first[state]!; arc < first[state + 1]!; arc += 1) {
        const spent = cost[option[arc]!]!;
        const reached = target[arc]!;
        if (lows[reached]! > highs[reached]!) continue;
        low = Math.min(low, lows[reached]! + spent);
        high = Math.max(high, highs[reached]! + spent);
      }
      lows[state] = Math.max(lows[state]!, low);
      highs[state] = Math.min(highs[state]!, high);
    }
  }
}

export interface LeftMoments {
  readonly mean: number;
  readonly variance: number;
  readonly more: number;
}

export interface OpponentKind {
  readonly part: number;
  /** The power of a player's ownership that multiplies the player's weight. */
  readonly following: number;
  /** The logarithm of the factor by which each percent of a mean lineup's points makes a lineup likelier. */
  readonly skill: number;
}

/**
 * The optimizing opponents, and three kinds whose powers have the first five moments of a normal distribution
 * with the deviation `spread`. If no fractions are wanted, powers do not matter.
 */
export function kindsOf(
  { spread, optimizing }: { readonly spread: number; readonly optimizing: OpponentKind },
  isFree: boolean,
): OpponentKind[] {
  const outer = Math.sqrt(3) * spread;
  const rest = 1 - optimizing.part;
  const others =
    spread === 0 || isFree
      ? [{ part: rest, following: 0, skill: 0 }]
      : [
          { part: rest / 6, following: -outer, skill: 0 },
          { part: (2 * rest) / 3, following: 0, skill: 0 },
          { part: rest / 6, following: outer, skill: 0 },
        ];
  return optimizing.part === 0 ? others : [...others, optimizing];
}

export interface Weights {
  readonly weights: Float64Array;
  readonly popularity: Float64Array;
  /** Each step of usual unspent salary multiplies a lineup's weight by exp(-`fall`). */
  readonly fall: number;
  /** The weight of a lineup that leaves one step more than usual. */
  readonly careless: number;
}

/** Per target, the fraction of lineups with it; and the moments of the remaining salary, in steps. */
export interface Outcome extends LeftMoments {
  readonly shares: Float64Array;
}

export interface FittedWeights extends Weights {
  /** Per target, the fraction of lineups with it. */
  readonly shares: Float64Array;
}

interface FitTask {
  readonly shares: Float64Array;
  readonly left: number | null;
  /** The fraction of lineups that leave more than usual. */
  readonly more: number;
  readonly outcomeOf: (weights: Weights) => Outcome;
}

const MOST_ROUNDS = 60;
/** A fit ends if each player's fraction of lineups is this close to the wanted one. */
const SHARE_TOLERANCE = 0.001;
/** Fractions of lineups are kept at least this far from 0 and 1. */
const LEAST_SHARE = 1e-5;
/** A fit ends if this many rounds in a row do not bring the fractions nearer to the wanted ones by a tenth. */
const MOST_IDLE = 6;
const FIRST_CARELESS = 0.01;
/** Salaries may not allow the wanted fraction of lineups that leave more than usual: a fit does not wait longer. */
const MOST_CARELESS = 20;
/** The logarithm of the largest factor by which one round changes a weight. */
const MOST_CHANGE = ln(8);

function inside(share: number): number {
  return Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, share));
}

/** Writes the weights for one kind of opponents, per option and per step of remaining salary. */
export function weigh(
  { noPick }: Instance,
  { weights, popularity, fall, careless }: Weights,
  { following, skill }: OpponentKind,
  {
    target,
    factor,
    percents,
    weight,
    leftWeight,
    usual,
  }: Readonly<Record<"factor" | "percents" | "weight" | "leftWeight", Float64Array>> & {
    readonly usual: number;
    readonly target: Int32Array;
  },
): void {
  const owned =
    following === 0 ? weights : weights.map((own, at) => own * exp(following * ln(popularity[at]!)));
  for (let option = 0; option < noPick; option += 1)
    weight[option] = owned[target[option]!]! * factor[option]! * exp(skill * percents[option]!);
  weight[noPick] = 1;
  for (let steps = 0; steps < leftWeight.length; steps += 1)
    leftWeight[steps] =
      steps <= usual ? exp(-fall * steps) : careless * exp((usual + 1 - steps) / (usual + 1));
}

/** Per player, the logarithm of the weight relative to the start, and the change that the misfit suggests. */
interface Round {
  readonly logs: Float64Array;
  readonly steps: Float64Array;
}

/**
 * Anderson acceleration: extrapolates from how the steps changed since the round before. Players with larger
 * wanted fractions count more.
 */
function accelerated({ logs, steps }: Round, before: Round, shares: Float64Array): Float64Array {
  let [along, size] = [0, 0];
  for (let at = 0; at < steps.length; at += 1) {
    if (!(shares[at]! > 0)) continue;
    const fell = steps[at]! - before.steps[at]!;
    along += steps[at]! * fell * shares[at]! ** 2;
    size += fell * fell * shares[at]! ** 2;
  }
  if (!(size > 0)) return steps;
  return steps.map(
    (step, at) => step - (along / size) * (logs[at]! - before.logs[at]! + step - before.steps[at]!),
  );
}

/** The odds of the wanted fractions; those without one all have the same weight. */
export function firstWeights({ openSeats }: Instance, target: Int32Array, shares: Float64Array): Weights {
  const free = new Set(target.filter((one) => Number.isNaN(shares[one]!)));
  const given = shares.reduce((sum, share) => (Number.isNaN(share) ? sum : sum + inside(share)), 0);
  const rest = free.size === 0 ? 0 : Math.max(LEAST_SHARE, (openSeats - given) / free.size);
  const common = Math.min(1, rest);
  return {
    weights: shares.map((share) => (share >= 0 ? inside(share) / (1 - inside(share)) : common)),
    popularity: shares.map((share) => (share >= 0 ? inside(share) : common)),
    fall: 0,
    careless: 0,
  };
}

/**
 * Fits the weights of the maximum-entropy distribution whose lineups have each target as often as `shares`
 * says and leave `left` steps of salary, or the nearest ones found. `leftSteps` is the number of values of
 * the remaining salary.
 */
export function fitWeights(
  begin: Weights,
  leftSteps: number,
  { shares, left, more: wantedMore, outcomeOf }: FitTask,
): FittedWeights {
  const { popularity } = begin;
  const weights = begin.weights.slice();
  let { fall } = begin;
  let careless = wantedMore > 0 ? FIRST_CARELESS : 0;
  let best: (FittedWeights & { readonly misfit: number; readonly isNear: boolean }) | null = null;
  const logs = new Float64Array(weights.length);
  let before: Round | null = null;
  /** The sums of the distances between found and wanted fractions, round by round. */
  const misfits: number[] = [];
  let damped = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { shares: found, mean, variance, more } = outcomeOf({ weights, popularity, fall, careless });
    let [misfit, furthest] = [0, 0];
    for (let at = 0; at < shares.length; at += 1) {
      if (!(shares[at]! > 0)) continue;
      const off = Math.abs(found[at]! - shares[at]!);
      misfit += off;
      furthest = Math.max(furthest, off);
    }
    const isUsual = left === null || Math.abs(mean - left) <= 0.02 * left || (fall === 0 && mean < left);
    const isNear =
      isUsual &&
      (careless === 0 || Math.abs(more - wantedMore) <= 0.1 * wantedMore || round >= MOST_CARELESS);
    if (
      best === null ||
      (isNear && (misfit < best.misfit || !best.isNear)) ||
      (!best.isNear && misfit < best.misfit)
    )
      best = { misfit, isNear, weights: weights.slice(), popularity, fall, careless, shares: found };
    if (furthest < SHARE_TOLERANCE && isNear) break;
    if (left !== null && variance > 0) {
      // A step of Newton's method, at most halfway to an exponent of 200 for the most salary left.
      const most = (fall + 200 / leftSteps) / 2;
      fall = Math.max(0, Math.min(fall + (mean - left) / variance, most));
    }
    if (more > 0 && more < 1) careless *= (wantedMore / (1 - wantedMore)) * ((1 - more) / more);
    if (isNear && misfit > 0.9 * (misfits.at(-MOST_IDLE) ?? Number.POSITIVE_INFINITY)) break;
    if (isNear && misfit > (misfits.at(-1) ?? Number.POSITIVE_INFINITY)) damped += 1;
    misfits.push(misfit);
    const steps = shares.map((share, at) => {
      if (!(share > 0) || found[at] === 0) return 0;
      const [now, wanted] = [inside(found[at]!), inside(share)];
      return ln((wanted * (1 - now)) / (now * (1 - wanted))) / 2 ** damped;
    });
    const current = { logs: logs.slice(), steps };
    const changes = before !== null && damped === 0 ? accelerated(current, before, shares) : steps;
    before = current;
    for (const [at, change] of changes.entries()) {
      const limited = Math.min(MOST_CHANGE, Math.max(-MOST_CHANGE, change));
      logs[at]! += limited;
      weights[at]! *= exp(limited);
    }
  }
  if (best === null) throw new RangeError("no round of fitting was made");
  return best;
}
