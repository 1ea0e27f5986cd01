import { type Frontiers, mostFor } from "./frontiers.ts";
import type { Guard } from "./guard.ts";
import type { Instance } from "./instance.ts";
import { Nodes } from "./nodes.ts";
import type { SalaryTable } from "./salary-table.ts";
import type { Trellis } from "./trellis.ts";
import type { Windows } from "./windows.ts";

/** Nodes beyond twice those that can still be asked for are dropped once there are this many of them more. */
const SPARE_NODES = 512;

/** What a step of a walk came to: a lineup, no lineup this time, or the end. */
export const FOUND = 0;
const IN_VAIN = 1;
export const ENDED = 2;
/** A way that leads to no lineup of use, and all that goes on from it. */
export const CUT = 3;
export type Step = typeof FOUND | typeof IN_VAIN | typeof ENDED | typeof CUT;

export interface WalkPlan {
  readonly instance: Instance;
  readonly trellis: Trellis;
  readonly windows: Windows;
  readonly table: SalaryTable | Frontiers;
  /** Lineups of fewer points are not wanted; whole units, and no less than any lineup has. */
  readonly threshold: number;
  /** No more lineups than this can be asked for; no limit where the table's slop has none. */
  readonly room: number;
  /** Keeps ways from picks that no legal lineup goes on from. */
  readonly guard?: Guard | undefined;
  /** Whether no lineup that begins with these options is of use; it may say so of any way, or not at all. */
  readonly isUseless?: ((options: Int32Array, length: number) => boolean) | undefined;
  /** From a state with so much left, a state that leaving everybody out leads to, with nobody on the way to be picked. */
  readonly skip?: ((state: number, left: number) => number) | undefined;
}

/**
 * Walks to the best lineups in order. A node is a way through the first layers with a bound on the lineups it leads
 * to, which the salary table knows. The node of the highest bound is followed along the arcs that keep the bound
 * highest, and every other arc on the way becomes a node of its own, so that each lineup is led to by exactly one node.
 *
 * Points and salary of the way itself are exact, and the bound never grows along it. Where it falls below another
 * node's, the way becomes a node again; so a lineup that is reached has no fewer points than any that is still to come.
 * In an exact table it never falls, and every step finds a lineup. The arrays are kept from one walk to the next.
 */
export class Walk {
  /** The last lineup found, its first `length` elements: options of the instance. */
  lineup = new Int32Array();
  length = 0;
  /** Its points. */
  points = 0;

  readonly #nodes = new Nodes();
  #plan!: WalkPlan;
  #cutoff = 0;
  #room = 0;
  /** Once so many nodes wait, those that cannot be reached any more are dropped. */
  #full = 0;

  begin(plan: WalkPlan): void {
    const { instance, trellis, windows, threshold, room } = plan;
    this.#plan = plan;
    this.#cutoff = threshold;
    this.#room = room;
    this.#full = 0;
    this.lost = Number.NEGATIVE_INFINITY;
    const seats = Math.max(1, instance.openSeats);
    if (this.lineup.length < seats) this.lineup = new Int32Array(seats);
    this.length = 0;
    this.#nodes.clear(seats);
    const { low, high, budget } = windows;
    const { start } = trellis;
    if (budget < low[start]! || budget > high[start]!) return;
    const bound = this.#mostFrom(start, budget);
    if (bound >= threshold) this.#add(bound, 0, start, budget);
  }

  /** No lineup that it dropped for want of room has more points; -Infinity where it dropped none. */
  lost = Number.NEGATIVE_INFINITY;

  /** No lineup that is still to come, or was dropped, has more points; -Infinity where there is none. */
  get highest(): number {
    return Math.max(this.#nodes.highest, this.lost);
  }

  /** How many nodes it has made. */
  get births(): number {
    return this.#nodes.births;
  }

  /** Follows the best node, to the next lineup or until another is better. */
  step(): Step {
    const nodes = this.#nodes;
    if (nodes.size === 0) return ENDED;
    const node = nodes.pop();
    const from = node * nodes.width;
    this.length = nodes.length[node]!;
    for (let index = 0; index < this.length; index += 1) this.lineup[index] = nodes.options[from + index]!;
    const { isUseless } = this.#plan;
    if (isUseless?.(this.lineup, this.length)) return CUT;
    const step = this.#follow(node);
    if (step !== FOUND) return step;
    this.#room -= 1;
    if (nodes.size > Math.max(this.#full, 2 * this.#room + SPARE_NODES)) this.#dropUnreachable();
    return FOUND;
  }

  /** Where it finds a lineup, that is in `lineup` then. */
  #follow(node: number): Step {
    const { instance, trellis, windows, table, guard, isUseless, skip } = this.#plan;
    const { first, target, option } = trellis;
    const { low, high, cost } = windows;
    const frontiers = "gains" in table ? table : null;
    // Read only where there are no frontiers.
    const { unit, shift, base, steps } = table as SalaryTable;
    const { points: gains, nobody, openSeats } = instance;
    const cutoff = this.#cutoff;
    const nodes = this.#nodes;
    let state = nodes.state[node]!;
    let left = nodes.left[node]!;
    let points = nodes.points[node]!;
    let bound = points + this.#mostFrom(state, left);
    // The table may say less than it did when the node was added.
    if (bound < nodes.bound[node]!) {
      if (bound >= cutoff) this.#add(bound, points, state, left);
      return IN_VAIN;
    }
    guard?.begin(this.lineup, this.length);
    // A full lineup goes on by leaving everybody out.
    while (this.length < openSeats) {
      if (skip !== undefined) state = skip(state, left);
      let best = Number.NEGATIVE_INFINITY;
      let bestArc = -1;
      for (let arc = first[state]!; arc < first[state + 1]!; arc += 1) {
        const reached = target[arc]!;
        const picked = option[arc]!;
        const rest = left - cost[picked]!;
        if (rest < low[reached]! || rest > high[reached]!) continue;
        if (guard !== undefined && picked !== nobody && !guard.allows(picked)) continue;
        const gained =
          frontiers === null
            ? unit * steps[base[reached]! + (rest >> shift)]!
            : mostFor(frontiers, reached, rest);
        const value = points + gains[picked]! + gained;
        if (value <= best) {
          if (value >= cutoff) this.#addArc(value, arc, points, left);
          continue;
        }
        if (best >= cutoff) this.#addArc(best, bestArc, points, left);
        best = value;
        bestArc = arc;
      }
      if (best < this.#plan.threshold) return IN_VAIN;
      const picked = option[bestArc]!;
      state = target[bestArc]!;
      if (picked !== nobody) {
        points += gains[picked]!;
        left -= cost[picked]!;
        this.lineup[this.length] = picked;
        this.length += 1;
        guard?.pick(picked);
        if (isUseless?.(this.lineup, this.length)) return CUT;
      }
      if (best === bound) continue;
      bound = best;
      if (nodes.highest > bound) {
        this.#add(bound, points, state, left);
        return IN_VAIN;
      }
    }
    this.points = points;
    return FOUND;
  }

  /** What a completion of a state gains at the most. */
  #mostFrom(state: number, left: number): number {
    const { table } = this.#plan;
    return "gains" in table
      ? mostFor(table, state, left)
      : table.unit * table.steps[table.base[state]! + (left >> table.shift)]!;
  }

  #addArc(bound: number, arc: number, points: number, left: number): void {
    const { instance, trellis, windows } = this.#plan;
    const picked = trellis.option[arc]!;
    const reached = trellis.target[arc]!;
    if (picked === instance.nobody) {
      this.#add(bound, points, reached, left);
      return;
    }
    this.lineup[this.length] = picked;
    this.length += 1;
    this.#add(bound, points + instance.points[picked]!, reached, left - windows.cost[picked]!);
    this.length -= 1;
  }

  #add(bound: number, points: number, state: number, left: number): void {
    const nodes = this.#nodes;
    const node = nodes.add(bound, this.lineup, this.length);
    nodes.points[node] = points;
    nodes.state[node] = state;
    nodes.left[node] = left;
  }

  /**
   * Where every node is sure to have a lineup of its own within `slop` of its bound, only as many as can be asked for
   * are ever reached: the best, and those that may be as good as the last of them. Under a guard none is sure.
   */
  #dropUnreachable(): void {
    const { table, guard } = this.#plan;
    const { slop } = table;
    if (slop === Number.POSITIVE_INFINITY || guard !== undefined) return;
    const { highest } = this.#nodes;
    this.#nodes.keep(this.#room, slop);
    this.#full = 2 * this.#nodes.size;
    if (this.#room === 0) {
      this.lost = highest;
      this.#cutoff = Number.POSITIVE_INFINITY;
    } else {
      this.lost = this.#nodes.boundOfKept(this.#room - 1);
      this.#cutoff = this.lost - slop + 1;
    }
  }
}
