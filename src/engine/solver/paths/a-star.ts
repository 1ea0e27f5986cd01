import type { CompletionBound } from "./completion-bound.ts";
import type { Guard } from "./guard.ts";
import type { Instance } from "./instance.ts";
import { Nodes } from "./nodes.ts";
import type { ResourceWindows } from "./resource-windows.ts";
import type { Trellis } from "./trellis.ts";

/** Nodes may be dropped once the queue has this many more than twice the number of lineups still wanted. */
const SPARE_NODES = 512;

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
  /**
   * The most lineups that the caller will take. Not used if the table rounds salaries: its `boundError` is
   * infinite (see `CompletionBound`).
   */
  readonly room: number;
  /** Prunes picks that no legal lineup can follow. */
  readonly guard?: Guard | undefined;
  /**
   * Returns true if no lineup that begins with the first `length` options is useful; false if that is
   * unknown.
   */
  readonly isUseless?: ((options: Int32Array, length: number) => boolean) | undefined;
  /**
   * Follows the arcs that pick no candidate, from the given state to the first one in which a candidate can
   * be picked with `left` units of salary. Returns that state.
   */
  readonly skip?: ((state: number, left: number) => number) | undefined;
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
  #cutoff = 0;
  #room = 0;
  /** Nodes may be dropped only if the queue has more than this: twice the number kept the last time. */
  #full = 0;

  begin(plan: AStarPlan): void {
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

  /**
   * The A* search may drop nodes that it does not need for the lineups still wanted. This is an upper bound
   * on the points of the lineups lost in that way; -Infinity if no node was dropped.
   */
  lost = Number.NEGATIVE_INFINITY;

  /** An upper bound on the points of all lineups not found yet, lost or not; -Infinity if there are none. */
  get highest(): number {
    return Math.max(this.#nodes.highest, this.lost);
  }

  /** The number of nodes created since `begin`. */
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
    for (let index = 0; index < this.length; index += 1) this.lineup[index] = nodes.options[from + index]!;
    const { isUseless } = this.#plan;
    if (isUseless?.(this.lineup, this.length)) return "cut";
    const step = this.#follow(node);
    if (step !== "found") return step;
    this.#room -= 1;
    if (nodes.size > Math.max(this.#full, 2 * this.#room + SPARE_NODES)) this.#dropUnneeded();
    return "found";
  }

  /** Extends a node; if the outcome is `FOUND`, the lineup is in `lineup`. */
  #follow(node: number): Step {
    const { instance, trellis, windows, table, guard, isUseless, skip } = this.#plan;
    const { first, target, option } = trellis;
    const { low, high, cost } = windows;
    const { unit, shift, base, steps } = table;
    const { points: gains, noPick, openSeats } = instance;
    const cutoff = this.#cutoff;
    const nodes = this.#nodes;
    let state = nodes.state[node]!;
    let left = nodes.left[node]!;
    let points = nodes.points[node]!;
    let bound = points + this.#mostFrom(state, left);
    // The table may have become tighter since the node was added.
    if (bound < nodes.bound[node]!) {
      if (bound >= cutoff) this.#add(bound, points, state, left);
      return "in vain";
    }
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
          if (value >= cutoff) this.#addArc(value, arc, points, left);
          continue;
        }
        if (best >= cutoff) this.#addArc(best, bestArc, points, left);
        best = value;
        bestArc = arc;
      }
      if (best < this.#plan.threshold) return "in vain";
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

  /** An upper bound on the points that the rest of a path adds, from a state with `left` units of salary. */
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

  /**
   * Drops the nodes that are certainly not needed for the lineups still wanted. Each node leads to a lineup
   * whose points are at most the table's `boundError` below the node's bound. So only the best nodes are
   * needed: one per lineup, and those that may tie with the last. With a guard or an infinite `boundError`, a
   * node may lead to no lineup, so none is dropped.
   */
  #dropUnneeded(): void {
    const { table, guard } = this.#plan;
    const { boundError } = table;
    if (boundError === Number.POSITIVE_INFINITY || guard !== undefined) return;
    const { highest } = this.#nodes;
    this.#nodes.keep(this.#room, boundError);
    this.#full = 2 * this.#nodes.size;
    if (this.#room === 0) {
      this.lost = highest;
      this.#cutoff = Number.POSITIVE_INFINITY;
    } else {
      this.lost = this.#nodes.boundOfKept(this.#room - 1);
      this.#cutoff = this.lost - boundError + 1;
    }
  }
}
