import type { CompletionBound } from "./completion-bound.ts";
import type { Instance } from "./instance.ts";
import { Nodes } from "./nodes.ts";
import type { ResourceWindows } from "./resource-windows.ts";
import type { Guard } from "./side-rules.ts";
import type { Trellis } from "./trellis.ts";

/**
 * The outcome of a step: it found a lineup, or none so far; a partial lineup was pruned because it leads to
 * no useful lineup (`cut`); or the search is complete (`ended`).
 */
type Step = "found" | "in vain" | "cut" | "ended";

export interface AStarPlan {
  readonly instance: Instance;
  readonly trellis: Trellis;
  readonly windows: ResourceWindows;
  readonly table: CompletionBound;
  /**
   * The least points of the lineups to find, in whole units. It is never below the lowest points that a
   * lineup could have, so that bounds without a completion (`NO_PATH`) stay below it.
   */
  readonly threshold: number;
  readonly barred: Uint8Array;
  readonly guard?: Guard | undefined;
  /**
   * Returns true if no lineup that begins with the first `length` options is useful; false if that is
   * unknown.
   */
  readonly isUseless: ((options: Int32Array, length: number) => boolean) | undefined;
  /**
   * Follows the arcs that pick no candidate, from the given state to the first one in which a candidate can
   * be picked with `left` units of salary. Returns that state.
   */
  readonly skip: ((state: number, left: number) => number) | undefined;
}

/**
 * Enumerates lineups by descending points with a best-first search. A node is a path through the first
 * layers; the table gives an upper bound on the points of its lineups. The search takes the node with the
 * highest bound and follows the arcs with the highest bound; every other arc becomes a new node. Each lineup
 * descends from exactly one node.
 *
 * Points and salary of a path are exact, and bounds never increase along it. A path whose bound falls below
 * that of another node is put back, so lineups come in descending order of points. With an exact table bounds
 * never fall, and unless picks are pruned, every step finds a lineup. Arrays are reused from one A* search to
 * the next.
 */
export class AStar {
  /** The last lineup found. Its first `length` elements are options of the instance. */
  lineup = new Int32Array();
  length = 0;
  points = 0;

  readonly #nodes = new Nodes();
  #plan!: AStarPlan;

  begin(plan: AStarPlan): void {
    const { instance, trellis, windows, threshold } = plan;
    this.#plan = plan;
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

  /** An upper bound on the points of all lineups not found yet; -Infinity if there are none. */
  get highest(): number {
    return this.#nodes.highest;
  }

  get births(): number {
    return this.#nodes.births;
  }

  /**
   * Takes the node with the highest bound and extends it to a lineup, or until another node has a higher
   * bound.
   */
  step(): Step {
    const nodes = this.#nodes;
    if (nodes.size === 0) return "ended";
    const node = nodes.pop();
    const from = node * nodes.width;
    this.length = nodes.length[node]!;
    const { barred, isUseless } = this.#plan;
    for (let index = 0; index < this.length; index += 1) {
      const picked = nodes.options[from + index]!;
      if (barred[picked] === 1) return "cut";
      this.lineup[index] = picked;
    }
    return isUseless?.(this.lineup, this.length) ? "cut" : this.#follow(node);
  }

  #follow(node: number): Step {
    const { instance, trellis, windows, table, guard, isUseless, skip, threshold } = this.#plan;
    const { first, target, option } = trellis;
    const { low, high, cost } = windows;
    const { unit, shift, base, steps } = table;
    const { points: gains, noPick, openSeats } = instance;
    const nodes = this.#nodes;
    let state = nodes.state[node]!;
    let left = nodes.left[node]!;
    let points = nodes.points[node]!;
    let bound = nodes.bound[node]!;
    guard?.begin(this.lineup, this.length);
    // A full lineup leaves all other candidates out.
    while (this.length < openSeats) {
      if (skip !== undefined) state = skip(state, left);
      let best = Number.NEGATIVE_INFINITY;
      let bestArc = -1;
      for (let arc = first[state]!; arc < first[state + 1]!; arc += 1) {
        const reached = target[arc]!;
        const picked = option[arc]!;
        const rest = left - cost[picked]!;
        if (rest < low[reached]! || rest > high[reached]!) continue;
        if (guard !== undefined && picked !== noPick && !guard.allows(picked)) continue;
        const value = points + gains[picked]! + unit * steps[base[reached]! + (rest >> shift)]!;
        if (value <= best) {
          if (value >= threshold) this.#addArc(value, arc, points, left);
          continue;
        }
        if (best >= threshold) this.#addArc(best, bestArc, points, left);
        best = value;
        bestArc = arc;
      }
      if (best < threshold) return "in vain";
      const picked = option[bestArc]!;
      state = target[bestArc]!;
      if (picked !== noPick) {
        points += gains[picked]!;
        left -= cost[picked]!;
        this.lineup[this.length] = picked;
        this.length += 1;
        guard?.pick(picked);
        if (isUseless?.(this.lineup, this.length)) return "cut";
      }
      if (best === bound) continue;
      bound = best;
      if (nodes.highest > bound) {
        this.#add(bound, points, state, left);
        return "in vain";
      }
    }
    this.points = points;
    return "found";
  }

  #mostFrom(state: number, left: number): number {
    const { unit, shift, base, steps } = this.#plan.table;
    return unit * steps[base[state]! + (left >> shift)]!;
  }

  #addArc(bound: number, arc: number, points: number, left: number): void {
    const { instance, trellis, windows } = this.#plan;
    const picked = trellis.option[arc]!;
    const reached = trellis.target[arc]!;
    if (picked === instance.noPick) {
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
}
