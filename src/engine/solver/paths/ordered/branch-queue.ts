import { Heap } from "../../../../shared/collections.ts";
import type { Branch } from "./branch.ts";
import type { EngineScratch } from "./engine-scratch.ts";
import type { Terms } from "./trackers.ts";

/** Growth factor of the candidate sample when it was too small. */
const SAMPLE_FACTOR = 4;

/** A branch's initial bounds, taken from a branch that contains it. */
export type Origin = Pick<Branch, "bound" | "ceiling" | "most" | "price" | "prices">;

/** Branches that join the queue once none has a higher bound. */
interface Waiting {
  readonly parts: readonly Terms[];
  readonly bounds: Float64Array;
  readonly from: Origin;
  /** The indices of the parts that have lineups, highest bound first. */
  readonly order: Heap<number>;
}

/** The branches of a search, highest bound first. */
export class BranchQueue {
  /** Lineups below these points are not searched yet. */
  threshold = 0;
  /** Multiplier on the candidate sample when many candidates tie. */
  share = 1;
  #branches: Branch[] = [];
  #heap = new Heap<Branch>(precedes);
  #waiting: Waiting[] = [];
  #made = 0;
  readonly #engineScratch: EngineScratch;

  constructor(engineScratch: EngineScratch) {
    this.#engineScratch = engineScratch;
  }

  /** The queued branches, without those still waiting to join. */
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

  /** The branches with the highest bounds. */
  highest(count: number): Branch[] {
    for (;;) {
      const highest = this.#branches.toSorted((a, b) => b.bound - a.bound).slice(0, count);
      if (this.#nextBound <= (highest[count - 1]?.bound ?? Number.NEGATIVE_INFINITY)) return highest;
      this.#addNext();
    }
  }

  /** Removes the top branch until `put` returns it. */
  take(): void {
    this.#heap.pop();
  }

  put(branch: Branch): void {
    this.#heap.push(branch);
  }

  /** Adds a branch; `way` is the path that attains its bound, if the bound is already nearly optimal. */
  add(terms: Terms, { bound, ceiling, most, price, prices }: Origin, way: Int32Array | null = null): void {
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
      prices,
      priced: null,
      bound,
      key: this.keyOf(bound),
      descent: null,
      tables: "class by class",
      isThinned: false,
      ceiling,
      pending: null,
      refused: new Map(),
    };
    this.#made += 1;
    this.#branches.push(branch);
    this.#heap.push(branch);
  }

  /** Adds a branch for each part with these bounds; all else is as in `from`. */
  addBounded(parts: readonly Terms[], bounds: Float64Array, from: Origin): void {
    const order = new Heap<number>((a, b) => bounds[a]! > bounds[b]! || (bounds[a] === bounds[b] && a < b));
    for (const at of parts.keys()) if (bounds[at]! > Number.NEGATIVE_INFINITY) order.push(at);
    if (order.size > 0) this.#waiting.push({ parts, bounds, from, order });
  }

  /** The highest bound of a branch that waits; -Infinity if there is none. */
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
      const { ceiling, most, price, prices } = from;
      this.add(parts[at]!, { bound, ceiling, most, price, prices });
      return;
    }
  }

  /** The queue key of a branch with this bound that has no descent. */
  keyOf(bound: number): number {
    return bound >= this.threshold ? bound : Number.NEGATIVE_INFINITY;
  }

  /** Lowers the threshold and restarts all branches. */
  lower(threshold: number): void {
    this.threshold = threshold;
    this.share = 1;
    for (const branch of this.#branches) {
      this.shut(branch);
      branch.key = this.keyOf(branch.bound);
    }
    this.#pile();
  }

  /** Whether a finished branch may have more lineups at exactly the threshold. */
  get isThinned(): boolean {
    return this.#branches.some(({ isThinned }) => isThinned);
  }

  /** Enlarges the candidate sample; lineups may repeat. */
  widen(): void {
    this.share *= SAMPLE_FACTOR;
    for (const branch of this.#branches) {
      if (!branch.isThinned) continue;
      this.shut(branch);
      branch.key = this.keyOf(branch.bound);
      branch.isThinned = false;
    }
    this.#pile();
  }

  /** Drops a branch's descent; keeps its bound and its lineups. */
  shut(branch: Branch): void {
    if (branch.descent !== null) this.#engineScratch.giveBack(branch.descent);
    branch.descent = null;
  }

  /** Marks a branch as having no more lineups at this threshold. */
  finish(branch: Branch, threshold = this.threshold): void {
    this.shut(branch);
    branch.bound = Math.min(branch.bound, threshold);
    if (!branch.isThinned) branch.ceiling = Math.min(branch.ceiling, threshold);
    branch.key = Number.NEGATIVE_INFINITY;
  }

  /** Releases a branch that was removed. */
  drop(branch: Branch): void {
    this.#branches.splice(this.#branches.indexOf(branch), 1);
    this.shut(branch);
  }

  /** Removes and returns all branches. */
  clear(): readonly Branch[] {
    const branches = this.#branches;
    for (const branch of branches) this.shut(branch);
    this.#branches = [];
    this.#waiting = [];
    this.#pile();
    return branches;
  }

  /** Discards pending lineups that are no longer legal. */
  withdraw(isOut: (picks: Int32Array) => boolean): void {
    for (const branch of this.#branches) {
      if (branch.pending === null || !isOut(branch.pending.picks)) continue;
      branch.pending = null;
      branch.key = branch.descent?.highest ?? Number.NEGATIVE_INFINITY;
    }
    this.#pile();
  }

  /** Rebuilds the heap. */
  #pile(): void {
    this.#heap = new Heap<Branch>(precedes);
    for (const branch of this.#branches) this.#heap.push(branch);
  }
}

function precedes(a: Branch, b: Branch): boolean {
  return a.key > b.key || (a.key === b.key && a.id < b.id);
}
