import type { CompletionBound } from "./completion-bound.ts";
import type { Instance } from "./instance.ts";
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

/**
 * The priority queue of a best-first search (`AStar`). A node is a partial path, with an upper bound on the
 * points of the lineups that continue it.
 */
class Nodes {
  size = 0;
  births = 0;
  /**
   * Per node: the `bound` on its lineups' points; the `points` of its own picks; its `state` in the trellis;
   * the salary `left`; and the number of its picks, `length`.
   */
  bound = new Float64Array();
  points = new Float64Array();
  state = new Int32Array();
  left = new Int32Array();
  length = new Int32Array();
  /** The options picked by each node: `width` elements per node, the first `length` of which are used. */
  options = new Int32Array();
  width = 1;

  /** A binary heap of nodes: the highest bound first and, among equal bounds, the node added last. */
  #heap = new Int32Array();
  #born = new Float64Array();
  #made = 0;
  #free = new Int32Array();
  #freed = 0;

  clear(width: number): void {
    this.width = width;
    this.size = 0;
    this.births = 0;
    this.#made = 0;
    this.#freed = 0;
    this.#reserve(64);
  }

  get highest(): number {
    return this.size === 0 ? Number.NEGATIVE_INFINITY : this.bound[this.#heap[0]!]!;
  }

  /**
   * Adds a node with the first `length` options of `chosen`, and returns its index. The caller must set its
   * `points`, `state` and `left`.
   */
  add(bound: number, chosen: Int32Array, length: number): number {
    let node = this.#made;
    if (this.#freed > 0) {
      this.#freed -= 1;
      node = this.#free[this.#freed]!;
    } else {
      this.#made += 1;
      if (this.#made > this.bound.length) this.#reserve(2 * this.#made);
    }
    this.bound[node] = bound;
    this.#born[node] = this.births;
    this.births += 1;
    this.length[node] = length;
    const from = node * this.width;
    for (let index = 0; index < length; index += 1) this.options[from + index] = chosen[index]!;
    this.size += 1;
    this.#rise(this.size - 1, node);
    return node;
  }

  /** Removes the node with the highest bound and returns its index, which is valid until a node is added. */
  pop(): number {
    const top = this.#heap[0]!;
    this.size -= 1;
    this.#sink(0, this.#heap[this.size]!);
    this.#free[this.#freed] = top;
    this.#freed += 1;
    return top;
  }

  #precedes(a: number, b: number): boolean {
    const difference = this.bound[a]! - this.bound[b]!;
    return difference > 0 || (difference === 0 && this.#born[a]! > this.#born[b]!);
  }

  #rise(from: number, node: number): void {
    const heap = this.#heap;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = heap[parent]!;
      if (!this.#precedes(node, other)) break;
      heap[at] = other;
      at = parent;
    }
    heap[at] = node;
  }

  #sink(from: number, node: number): void {
    const heap = this.#heap;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && this.#precedes(heap[child + 1]!, heap[child]!)) child += 1;
      if (!this.#precedes(heap[child]!, node)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = node;
  }

  #reserve(nodes: number): void {
    if (nodes > this.bound.length) {
      this.bound = grown(this.bound, nodes);
      this.points = grown(this.points, nodes);
      this.#born = grown(this.#born, nodes);
      this.state = grown(this.state, nodes);
      this.left = grown(this.left, nodes);
      this.length = grown(this.length, nodes);
      this.#free = grown(this.#free, nodes);
      this.#heap = grown(this.#heap, nodes);
    }
    const options = this.bound.length * this.width;
    if (options > this.options.length) this.options = grown(this.options, options);
  }
}

function grown<Kept extends Float64Array | Int32Array>(array: Kept, length: number): Kept {
  const larger = new (array.constructor as new (length: number) => Kept)(length);
  larger.set(array);
  return larger;
}
