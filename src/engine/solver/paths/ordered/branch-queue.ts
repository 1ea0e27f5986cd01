import { Heap } from "../../../../shared/collections.ts";
import type { Branch } from "./branch.ts";
import type { Terms } from "./counters.ts";
import type { EngineScratch } from "./refined-search.ts";

/** The bounds and the price that a new branch inherits from the branch that it is a part of. */
export type Origin = Pick<Branch, "bound" | "ceiling" | "most" | "price">;

export class BranchQueue {
  /** Lineups with fewer points than this are not searched yet. */
  threshold = 0;
  #branches: Branch[] = [];
  #heap = new Heap<Branch>(precedes);
  #made = 0;
  readonly #engineScratch: EngineScratch;

  constructor(engineScratch: EngineScratch) {
    this.#engineScratch = engineScratch;
  }

  get branches(): readonly Branch[] {
    return this.#branches;
  }

  get top(): Branch | undefined {
    return this.#heap.peek();
  }

  highest(count: number): Branch[] {
    return this.#branches.toSorted((a, b) => b.bound - a.bound).slice(0, count);
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

  drop(branch: Branch): void {
    this.#branches.splice(this.#branches.indexOf(branch), 1);
    this.shut(branch);
  }

  clear(): readonly Branch[] {
    const branches = this.#branches;
    for (const branch of branches) this.shut(branch);
    this.#branches = [];
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
