import { Heap } from "../../../../shared/collections.ts";
import type { Branch } from "./branch.ts";
import type { Terms } from "./counters.ts";
import type { EngineScratch } from "./engine-scratch.ts";

/** The bounds and the price that a new branch inherits from the branch that it is a part of. */
export type Origin = Pick<Branch, "bound" | "ceiling" | "most" | "price">;

/**
 * The parts into which a branch was split, as long as they are not branches themselves. Each becomes a branch
 * of the queue once no other branch or part has a higher bound.
 */
interface Waiting {
  readonly parts: readonly Terms[];
  readonly bounds: Float64Array;
  readonly from: Origin;
  /** The indices of the parts that still wait, highest bound first; parts without lineups are omitted. */
  readonly order: Heap<number>;
}

/** The branches of a search, highest bound first. */
export class BranchQueue {
  /** Lineups with fewer points than this are not searched yet. */
  threshold = 0;
  #branches: Branch[] = [];
  #heap = new Heap<Branch>(precedes);
  #waiting: Waiting[] = [];
  #made = 0;
  readonly #engineScratch: EngineScratch;

  constructor(engineScratch: EngineScratch) {
    this.#engineScratch = engineScratch;
  }

  /** The branches created so far, without those that were dropped; parts that still wait are not included. */
  get branches(): readonly Branch[] {
    return this.#branches;
  }

  get size(): number {
    return this.#waiting.reduce((sum, { order }) => sum + order.size, this.#branches.length);
  }

  get top(): Branch | undefined {
    while (this.#waiting.length > 0) {
      const key = this.keyOf(this.#nextBound);
      const top = this.#heap.peek();
      if (key === Number.NEGATIVE_INFINITY || (top !== undefined && top.key > key)) return top;
      this.#addNext();
    }
    return this.#heap.peek();
  }

  /** The `count` branches with the highest bounds, or all if there are fewer. */
  highest(count: number): Branch[] {
    for (;;) {
      const highest = this.#branches.toSorted((a, b) => b.bound - a.bound).slice(0, count);
      if (this.#nextBound <= (highest[count - 1]?.bound ?? Number.NEGATIVE_INFINITY)) return highest;
      this.#addNext();
    }
  }

  /** Takes the top branch off the heap until `put` returns it. */
  take(): void {
    this.#heap.pop();
  }

  put(branch: Branch): void {
    this.#heap.push(branch);
  }

  /**
   * Adds a branch. If the bound was computed for this branch, `way` has the options of the lineup that
   * attains it; null if the bound is inherited.
   */
  add(terms: Terms, { bound, ceiling, most, price }: Origin, way: Branch["way"] = null): void {
    const branch: Branch = {
      id: this.#made,
      terms,
      layout: null,
      most,
      way,
      stackBarred: null,
      isTight: way !== null,
      barred: 0,
      price,
      bound,
      key: this.keyOf(bound),
      search: null,
      ceiling,
      pending: null,
      refused: new Map(),
    };
    this.#made += 1;
    this.#branches.push(branch);
    this.#heap.push(branch);
  }

  /**
   * Adds parts of a branch, which wait until they become branches (see `Waiting`). `bounds` has the bound of
   * each part; parts with the bound -Infinity are omitted. Everything else is inherited from `from`.
   */
  addBounded(parts: readonly Terms[], bounds: Float64Array, from: Origin): void {
    const order = new Heap<number>((a, b) => bounds[a]! > bounds[b]! || (bounds[a] === bounds[b] && a < b));
    for (const at of parts.keys()) if (bounds[at]! > Number.NEGATIVE_INFINITY) order.push(at);
    if (order.size > 0) this.#waiting.push({ parts, bounds, from, order });
  }

  /** The highest bound of a part that waits to become a branch; -Infinity if there is none. */
  get #nextBound(): number {
    return this.#waiting.reduce(
      (most, { bounds, from, order }) => Math.max(most, Math.min(from.bound, bounds[order.peek()!]!)),
      Number.NEGATIVE_INFINITY,
    );
  }

  #addNext(): void {
    const highest = this.#nextBound;
    for (const [index, { parts, bounds, from, order }] of this.#waiting.entries()) {
      const at = order.peek()!;
      const bound = Math.min(from.bound, bounds[at]!);
      if (bound < highest) continue;
      order.pop();
      if (order.size === 0) this.#waiting.splice(index, 1);
      const { ceiling, most, price } = from;
      this.add(parts[at]!, { bound, ceiling, most, price });
      return;
    }
  }

  /**
   * The queue key of a branch whose search has not started: its bound, or -Infinity if that is below the
   * threshold.
   */
  keyOf(bound: number): number {
    return bound >= this.threshold ? bound : Number.NEGATIVE_INFINITY;
  }

  lower(threshold: number): void {
    this.threshold = threshold;
    for (const branch of this.#branches) {
      this.shut(branch);
      branch.key = this.keyOf(branch.bound);
    }
    this.#rebuildHeap();
  }

  /**
   * Ends a branch's refined search (its running search), and releases the memory. The branch keeps its bound
   * and its pending lineup.
   */
  shut(branch: Branch): void {
    if (branch.search !== null) this.#engineScratch.giveBack(branch.search);
    branch.search = null;
  }

  /**
   * Marks a branch as having no more lineups with at least `threshold` points. If `threshold` is -Infinity,
   * no lineup is left at all.
   */
  finish(branch: Branch, threshold = this.threshold): void {
    this.shut(branch);
    branch.bound = Math.min(branch.bound, threshold);
    branch.ceiling = Math.min(branch.ceiling, threshold);
    branch.key = Number.NEGATIVE_INFINITY;
  }

  /** Discards a branch that `take` took off the heap. */
  drop(branch: Branch): void {
    this.#branches.splice(this.#branches.indexOf(branch), 1);
    this.shut(branch);
  }

  /** Removes all branches and waiting parts; returns the branches. */
  clear(): readonly Branch[] {
    const branches = this.#branches;
    for (const branch of branches) this.shut(branch);
    this.#branches = [];
    this.#waiting = [];
    this.#rebuildHeap();
    return branches;
  }

  /** Discards each branch's pending lineup (found, but not returned yet) if `isOut` returns true for it. */
  withdraw(isOut: (picks: Int32Array) => boolean): void {
    for (const branch of this.#branches) {
      if (branch.pending === null || !isOut(branch.pending.picks)) continue;
      branch.pending = null;
      branch.key = branch.search?.highest ?? Number.NEGATIVE_INFINITY;
    }
    this.#rebuildHeap();
  }

  #rebuildHeap(): void {
    this.#heap = new Heap<Branch>(precedes);
    for (const branch of this.#branches) this.#heap.push(branch);
  }
}

function precedes(a: Branch, b: Branch): boolean {
  return a.key > b.key || (a.key === b.key && a.id < b.id);
}
