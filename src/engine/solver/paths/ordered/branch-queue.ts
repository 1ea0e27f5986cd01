import { Heap } from "../../../../shared/collections.ts";
import type { Branch } from "./branch.ts";
import type { EngineScratch } from "./engine-scratch.ts";
import type { Terms } from "./trackers.ts";

/** Where too few of the candidates that are alike were laid out, so many times as many are. */
const FACTOR = 4;

/** What a branch begins with: what is known of another that has all its lineups. */
export type Origin = Pick<Branch, "bound" | "ceiling" | "most" | "price" | "prices">;

/** The branches of a search, on top the one that may have the best of the lineups to come. */
export class BranchQueue {
  /** Lineups of fewer points are not looked for yet. */
  threshold = 0;
  /** How many times as many candidates as a first look is worth are laid out where many are alike. */
  share = 1;
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

  /** Takes the top off until it is put back. */
  take(): void {
    this.#heap.pop();
  }

  put(branch: Branch): void {
    this.#heap.push(branch);
  }

  /** Adds a branch; `way` where it is bounded already, as near the best as can be. */
  add(terms: Terms, { bound, ceiling, most, price, prices }: Origin, way: Int32Array | null = null): void {
    const branch: Branch = {
      id: this.#made,
      terms,
      layout: null,
      most,
      way,
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

  /** The key of a branch that is bounded but not open. */
  keyOf(bound: number): number {
    return bound >= this.threshold ? bound : Number.NEGATIVE_INFINITY;
  }

  /** Looks deeper: all branches begin anew. */
  lower(threshold: number): void {
    this.threshold = threshold;
    this.share = 1;
    for (const branch of this.#branches) {
      this.shut(branch);
      branch.key = this.keyOf(branch.bound);
    }
    this.#pile();
  }

  /** Whether a branch that came to its end has more lineups of just as many points as the threshold. */
  get isThinned(): boolean {
    return this.#branches.some(({ isThinned }) => isThinned);
  }

  /** Looks among more of the candidates that are alike; lineups may be met again. */
  widen(): void {
    this.share *= FACTOR;
    for (const branch of this.#branches) {
      if (!branch.isThinned) continue;
      this.shut(branch);
      branch.key = this.keyOf(branch.bound);
      branch.isThinned = false;
    }
    this.#pile();
  }

  /** Keeps nothing of how far a branch came but its bound and what it has met. */
  shut(branch: Branch): void {
    if (branch.descent !== null) this.#engineScratch.giveBack(branch.descent);
    branch.descent = null;
  }

  /** A branch has nothing more with so many points. */
  finish(branch: Branch, threshold = this.threshold): void {
    this.shut(branch);
    branch.bound = Math.min(branch.bound, threshold);
    if (!branch.isThinned) branch.ceiling = Math.min(branch.ceiling, threshold);
    branch.key = Number.NEGATIVE_INFINITY;
  }

  /** Lets go of a branch that was taken off. */
  drop(branch: Branch): void {
    this.#branches.splice(this.#branches.indexOf(branch), 1);
    this.shut(branch);
  }

  /** Lets go of all branches, and returns what they were. */
  clear(): readonly Branch[] {
    const branches = this.#branches;
    for (const branch of branches) this.shut(branch);
    this.#branches = [];
    this.#pile();
    return branches;
  }

  /** Takes back lineups that branches have ready. */
  withdraw(isOut: (picks: Int32Array) => boolean): void {
    for (const branch of this.#branches) {
      if (branch.pending === null || !isOut(branch.pending.picks)) continue;
      branch.pending = null;
      branch.key = branch.descent?.highest ?? Number.NEGATIVE_INFINITY;
    }
    this.#pile();
  }

  /** Puts all branches in order anew. */
  #pile(): void {
    this.#heap = new Heap<Branch>(precedes);
    for (const branch of this.#branches) this.#heap.push(branch);
  }
}

function precedes(a: Branch, b: Branch): boolean {
  return a.key > b.key || (a.key === b.key && a.id < b.id);
}
