import type { Instance } from "./instance.ts";
import type { Layers } from "./layers.ts";
import type { Scratch } from "./scratch.ts";

/** How often the multiplier is improved at the most; five to ten times is usual. */
const MOST_STEPS = 40;

/**
 * The salary cap priced instead of kept: a pick is worth its points less `price` times its salary. No lineup has
 * more points than `bound`; through a state of a layer none has more than `bound - slackOf` that state.
 */
export interface Relaxation {
  /** Units of points per unit of salary. */
  readonly price: number;
  /** Units of points. */
  readonly bound: number;
  /** Per state: the best worth of a way from the start to it, and from it to the end; -Infinity for none. */
  readonly forward: Float64Array;
  readonly backward: Float64Array;
  /** Per pick (`layer * roles + role`), its worth; -Infinity where there is none. */
  readonly worth: Float64Array;
}

/**
 * Finds the price that makes the bound least: each way through the automaton is a line, its points less price
 * times what it spends beyond the budget, and the least bound lies where a line that overspends meets one that
 * does not. Null when no way through keeps the budget.
 */
export function relax(instance: Instance, layers: Layers, scratch: Scratch, name: string): Relaxation | null {
  const worth = scratch.doubles(`${name} worth`, layers.length * layers.roles);
  const backward = scratch.doubles(`${name} backward`, layers.offset[layers.length]! + 1);
  const price = leastPrice(instance, layers, worth, backward);
  return price === null ? null : relaxAt(price, instance, layers, scratch, name);
}

/** The relaxation at a price; at any price it is a bound. There must be a way through. */
export function relaxAt(
  price: number,
  instance: Instance,
  layers: Layers,
  scratch: Scratch,
  name: string,
): Relaxation {
  const worth = scratch.doubles(`${name} worth`, layers.length * layers.roles);
  const backward = scratch.doubles(`${name} backward`, layers.offset[layers.length]! + 1);
  const { budget } = instance;
  setWorth(instance, layers, worth, 1, price);
  const best = sweepBack(instance, layers, worth, backward);
  const forward = scratch.doubles(`${name} forward`, layers.offset[layers.length]! + 1);
  sweepForward(instance, layers, worth, forward);
  return { price, bound: best + (price === 0 ? 0 : price * budget), forward, backward, worth };
}

function leastPrice(
  instance: Instance,
  layers: Layers,
  worth: Float64Array,
  backward: Float64Array,
): number | null {
  const { budget } = instance;
  setWorth(instance, layers, worth, 1, 0);
  if (sweepBack(instance, layers, worth, backward) === Number.NEGATIVE_INFINITY) return null;
  let over = trace(instance, layers, worth, backward);
  if (over.salary <= budget) return 0;
  setWorth(instance, layers, worth, 0, 1);
  sweepBack(instance, layers, worth, backward);
  let under = trace(instance, layers, worth, backward);
  if (under.salary > budget) return null;
  let price = 0;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    price = Math.max(0, (over.points - under.points) / (over.salary - under.salary));
    setWorth(instance, layers, worth, 1, price);
    const best = sweepBack(instance, layers, worth, backward);
    const line = under.points - price * under.salary;
    if (best <= line + Math.abs(line) * 1e-12) break;
    const found = trace(instance, layers, worth, backward);
    if (found.salary === over.salary || found.salary === under.salary) break;
    if (found.salary > budget) over = found;
    else under = found;
  }
  return price;
}

function setWorth(
  instance: Instance,
  layers: Layers,
  worth: Float64Array,
  pointsWeight: number,
  price: number,
): void {
  const { pick, points, salary } = instance;
  const { roles } = layers;
  for (let layer = 0; layer < layers.length; layer += 1) {
    const from = layers.candidate[layer]! * roles;
    for (let role = 0; role < roles; role += 1) {
      worth[layer * roles + role] =
        pick[from + role] === -1
          ? Number.NEGATIVE_INFINITY
          : pointsWeight * points[from + role]! - price * salary[from + role]!;
    }
  }
}

/** Fills `backward` and returns the worth of the best way through. */
function sweepBack(instance: Instance, layers: Layers, worth: Float64Array, backward: Float64Array): number {
  const { roles, offset, candidate, moves } = layers;
  backward[offset[layers.length]!] = 0;
  for (let layer = layers.length - 1; layer >= 0; layer -= 1) {
    const { states, skip, take } = moves[layer]!;
    const here = offset[layer]!;
    const there = offset[layer + 1]!;
    const mayskip = instance.required[candidate[layer]!] === 0;
    for (let state = 0; state < states; state += 1) {
      let best = Number.NEGATIVE_INFINITY;
      if (mayskip && skip[state]! !== -1) best = backward[there + skip[state]!]!;
      for (let role = 0; role < roles; role += 1) {
        const target = take[state * roles + role]!;
        if (target === -1) continue;
        const value = worth[layer * roles + role]! + backward[there + target]!;
        if (value > best) best = value;
      }
      backward[here + state] = best;
    }
  }
  return layers.start === -1 ? Number.NEGATIVE_INFINITY : backward[layers.start]!;
}

function sweepForward(instance: Instance, layers: Layers, worth: Float64Array, forward: Float64Array): void {
  const { roles, offset, candidate, moves } = layers;
  forward.fill(Number.NEGATIVE_INFINITY, 0, offset[layers.length]! + 1);
  forward[layers.start] = 0;
  for (let layer = 0; layer < layers.length; layer += 1) {
    const { states, skip, take } = moves[layer]!;
    const there = offset[layer + 1]!;
    const mayskip = instance.required[candidate[layer]!] === 0;
    for (let state = 0; state < states; state += 1) {
      const value = forward[offset[layer]! + state]!;
      if (value === Number.NEGATIVE_INFINITY) continue;
      const skipped = mayskip ? skip[state]! : -1;
      if (skipped !== -1 && value > forward[there + skipped]!) forward[there + skipped] = value;
      for (let role = 0; role < roles; role += 1) {
        const target = take[state * roles + role]!;
        if (target === -1) continue;
        const taken = value + worth[layer * roles + role]!;
        if (taken > forward[there + target]!) forward[there + target] = taken;
      }
    }
  }
}

/** The points and the salary of the best way that `backward` knows. */
function trace(
  instance: Instance,
  layers: Layers,
  worth: Float64Array,
  backward: Float64Array,
): { points: number; salary: number } {
  const { roles, offset, candidate, moves } = layers;
  let state = layers.start;
  let points = 0;
  let salary = 0;
  for (let layer = 0; layer < layers.length; layer += 1) {
    const { skip, take } = moves[layer]!;
    const there = offset[layer + 1]!;
    const value = backward[offset[layer]! + state]!;
    const mayskip = instance.required[candidate[layer]!] === 0;
    if (mayskip && skip[state]! !== -1 && backward[there + skip[state]!] === value) {
      state = skip[state]!;
      continue;
    }
    for (let role = 0; role < roles; role += 1) {
      const target = take[state * roles + role]!;
      if (target === -1 || worth[layer * roles + role]! + backward[there + target]! !== value) continue;
      const from = candidate[layer]! * roles + role;
      points += instance.points[from]!;
      salary += instance.salary[from]!;
      state = target;
      break;
    }
  }
  return { points, salary };
}

/**
 * How far below the bound the best lineup lies that picks a layer's candidate, as the relaxation sees it: one element
 * per layer. A lineup with the candidate never has more than `bound` less this.
 */
export function slacks(layers: Layers, relaxation: Relaxation, scratch: Scratch): Float64Array {
  const { roles, offset, moves } = layers;
  const { forward, backward, worth } = relaxation;
  const slack = scratch.doubles("slack", layers.length);
  const best = backward[layers.start]!;
  for (let layer = 0; layer < layers.length; layer += 1) {
    const { states, take } = moves[layer]!;
    const here = offset[layer]!;
    const there = offset[layer + 1]!;
    let most = Number.NEGATIVE_INFINITY;
    for (let state = 0; state < states; state += 1) {
      for (let role = 0; role < roles; role += 1) {
        const target = take[state * roles + role]!;
        if (target === -1) continue;
        const value = forward[here + state]! + worth[layer * roles + role]! + backward[there + target]!;
        if (value > most) most = value;
      }
    }
    slack[layer] = best - most;
  }
  return slack;
}
