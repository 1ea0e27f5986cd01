import type { Instance } from "./instance.ts";
import type { Layers } from "./layers.ts";
import type { Relaxation } from "./relaxation.ts";
import type { Scratch } from "./scratch.ts";

/** Units of points by which rounding may blur the relaxation; far less than a millionth of a point. */
export const BLUR = 10_000;

/**
 * The most points that the candidates still to come can add, by layer, state and salary left. Salaries are counted
 * in steps: the greatest that divides them all, or, where that makes the table too wide, a coarser one rounded in the
 * lineup's favour (`exact` is false), so that the points are a bound and salaries must be summed on the way.
 *
 * Per state, only salaries left between `low` and `high` are kept: with less no lineup can be completed, with more
 * none reaches `threshold`. Outside, the state is dead.
 */
export interface SalaryTable {
  readonly exact: boolean;
  readonly budget: number;
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** Cell of a state with salary left `b`: `base[state] + b`. */
  readonly base: Int32Array;
  readonly points: Float64Array;
  /** Salary in steps per `layer * roles + role`. */
  readonly cost: Int32Array;
}

/** Builds the table for lineups of at least `threshold` points; a coarser one where it would have more than `mostCells`. */
export function salaryTable(
  instance: Instance,
  layers: Layers,
  relaxation: Relaxation,
  threshold: number,
  scratch: Scratch,
  mostCells: number,
): SalaryTable {
  const states = layers.offset[layers.length]! + 1;
  const table = {
    cost: scratch.integers("cost", layers.length * layers.roles),
    low: scratch.integers("low", states),
    high: scratch.integers("high", states),
    base: scratch.integers("base", states),
  };
  const divisor = salaryDivisor(instance, layers);
  let step = divisor;
  let budget = setCosts(instance, layers, step, table.cost);
  let cells = setWindows(instance, layers, relaxation, threshold, table, budget, step, divisor, scratch);
  while (cells > mostCells && budget > 1) {
    step *= Math.ceil(cells / mostCells);
    budget = setCosts(instance, layers, step, table.cost);
    cells = setWindows(instance, layers, relaxation, threshold, table, budget, step, divisor, scratch);
  }
  const points = scratch.doubles("table", cells);
  fill(instance, layers, table, points);
  return { ...table, exact: step === divisor, budget, points };
}

/** The greatest whole number that divides every salary; 0 where the budget cannot bind. */
function salaryDivisor(instance: Instance, layers: Layers): number {
  const { roles } = layers;
  const open = instance.seats.reduce((sum, seats) => sum + seats, 0);
  let divisor = 0;
  let dearest = 0;
  for (let layer = 0; layer < layers.length; layer += 1) {
    for (let role = 0; role < roles; role += 1) {
      const salary = instance.salary[layers.candidate[layer]! * roles + role]!;
      if (salary > dearest) dearest = salary;
      let [a, b] = [divisor, salary];
      while (b !== 0) [a, b] = [b, a % b];
      divisor = a;
    }
  }
  return dearest * open <= instance.budget ? 0 : divisor;
}

/** Sets the picks' costs in steps and returns the budget in steps; with step 0, nothing costs anything. */
function setCosts(instance: Instance, layers: Layers, step: number, cost: Int32Array): number {
  const { roles } = layers;
  for (let layer = 0; layer < layers.length; layer += 1) {
    for (let role = 0; role < roles; role += 1) {
      const salary = instance.salary[layers.candidate[layer]! * roles + role]!;
      cost[layer * roles + role] = step === 0 ? 0 : Math.floor(salary / step);
    }
  }
  return step === 0 ? 0 : Math.floor(instance.budget / step);
}

type Windows = Pick<SalaryTable, "cost" | "low" | "high" | "base">;

/** Sets the salaries left that matter per state, and returns how many cells they take. */
function setWindows(
  instance: Instance,
  layers: Layers,
  { price, bound, forward, backward }: Relaxation,
  threshold: number,
  { cost, low, high, base }: Windows,
  budget: number,
  step: number,
  divisor: number,
  scratch: Scratch,
): number {
  const { roles, offset, candidate, moves } = layers;
  const states = offset[layers.length]! + 1;
  const least = scratch.integers("least suffix", states);
  const most = scratch.integers("most suffix", states);
  const before = scratch.integers("least prefix", states);
  const seats = instance.seats.reduce((sum, count) => sum + count, 0);
  const rounding = step === divisor ? 0 : seats;
  const gap = bound - backward[layers.start]!;

  least[states - 1] = 0;
  most[states - 1] = 0;
  for (let layer = layers.length - 1; layer >= 0; layer -= 1) {
    const { states: count, skip, take } = moves[layer]!;
    const there = offset[layer + 1]!;
    const mayskip = instance.required[candidate[layer]!] === 0;
    for (let state = 0; state < count; state += 1) {
      let fewest = DEAD;
      let greatest = -1;
      if (mayskip && skip[state]! !== -1) {
        fewest = least[there + skip[state]!]!;
        greatest = most[there + skip[state]!]!;
      }
      for (let role = 0; role < roles; role += 1) {
        const target = take[state * roles + role]!;
        if (target === -1 || most[there + target] === -1) continue;
        const spent = cost[layer * roles + role]!;
        fewest = Math.min(fewest, least[there + target]! + spent);
        greatest = Math.max(greatest, most[there + target]! + spent);
      }
      least[offset[layer]! + state] = fewest;
      most[offset[layer]! + state] = greatest;
    }
  }

  before.fill(DEAD, 0, states);
  before[layers.start] = 0;
  let cells = 0;
  for (let layer = 0; layer <= layers.length; layer += 1) {
    const here = offset[layer]!;
    const count = layer === layers.length ? 1 : moves[layer]!.states;
    const there = layer === layers.length ? 0 : offset[layer + 1]!;
    const mayskip = layer < layers.length && instance.required[candidate[layer]!] === 0;
    for (let state = 0; state < count; state += 1) {
      const at = here + state;
      const spare = forward[at]! + backward[at]! + gap - threshold + BLUR;
      const reached = before[at]!;
      let from = 1;
      let to = 0;
      if (reached !== DEAD && most[at] !== -1 && spare >= 0) {
        from = least[at]!;
        to = budget - reached;
        if (price > 0 && step > 0) to = Math.min(to, most[at]! + rounding + Math.floor(spare / price / step));
      }
      low[at] = from;
      high[at] = to;
      if (from > to) continue;
      base[at] = cells - from;
      cells += to - from + 1;
      if (layer === layers.length) continue;
      const { skip, take } = moves[layer]!;
      if (mayskip && skip[state]! !== -1)
        before[there + skip[state]!] = Math.min(before[there + skip[state]!]!, reached);
      for (let role = 0; role < roles; role += 1) {
        const target = take[state * roles + role]!;
        if (target === -1) continue;
        before[there + target] = Math.min(before[there + target]!, reached + cost[layer * roles + role]!);
      }
    }
  }
  return cells;
}

const DEAD = 2 ** 30;

/** Last layer first: the better of leaving a candidate out and of picking it in each role. */
function fill(
  instance: Instance,
  layers: Layers,
  { cost, low, high, base }: Windows,
  points: Float64Array,
): void {
  const { roles, offset, candidate, moves } = layers;
  const end = offset[layers.length]!;
  if (low[end]! <= high[end]!) points.fill(0, base[end]! + low[end]!, base[end]! + high[end]! + 1);
  for (let layer = layers.length - 1; layer >= 0; layer -= 1) {
    const { states, skip, take } = moves[layer]!;
    const there = offset[layer + 1]!;
    const mayskip = instance.required[candidate[layer]!] === 0;
    for (let state = 0; state < states; state += 1) {
      const at = offset[layer]! + state;
      const from = low[at]!;
      const to = high[at]!;
      if (from > to) continue;
      const cell = base[at]!;
      const skipped = mayskip && skip[state]! !== -1 ? there + skip[state]! : -1;
      let kept = from;
      if (skipped !== -1 && low[skipped]! <= high[skipped]!) {
        const first = Math.max(from, low[skipped]!);
        const last = Math.min(to, high[skipped]!);
        if (first <= last) {
          points.fill(Number.NEGATIVE_INFINITY, cell + from, cell + first);
          points.copyWithin(cell + first, base[skipped]! + first, base[skipped]! + last + 1);
          kept = last + 1;
        }
      }
      points.fill(Number.NEGATIVE_INFINITY, cell + kept, cell + to + 1);
      for (let role = 0; role < roles; role += 1) {
        const target = take[state * roles + role]!;
        if (target === -1) continue;
        const taken = there + target;
        if (low[taken]! > high[taken]!) continue;
        const spent = cost[layer * roles + role]!;
        const gained = instance.points[candidate[layer]! * roles + role]!;
        const first = Math.max(from, low[taken]! + spent);
        const last = Math.min(to, high[taken]! + spent);
        const shift = base[taken]! - spent;
        for (let left = first; left <= last; left += 1) {
          const value = gained + points[shift + left]!;
          if (value > points[cell + left]!) points[cell + left] = value;
        }
      }
    }
  }
}
