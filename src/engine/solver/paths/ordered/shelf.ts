import { Heap } from "../../../../shared/collections.ts";
import type { Branch, Terms } from "./branch.ts";
import type { Spare } from "./spare.ts";

/** What a branch begins with: what is known of another that has all its lineups. */
export type Origin = Pick<Branch, "bound" | "ceiling" | "most" | "price" | "prices">;

/** The branches of a search, on top the one that may have the best of the lineups to come. */
export class Shelf {
  /** Lineups of fewer points are not looked for yet. */
  threshold = 0;
  #branches: Branch[] = [];
  #heap = new Heap<Branch>(precedes);
  #made = 0;
  readonly #spare: Spare;

  constructor(spare: Spare) {
    this.#spare = spare;
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
    for (const branch of this.#branches) {
      this.shut(branch);
      branch.key = this.keyOf(branch.bound);
    }
    this.#pile();
  }

  /** Keeps nothing of how far a branch came but its bound and what it has met. */
  shut(branch: Branch): void {
    if (branch.descent !== null) this.#spare.giveBack(branch.descent);
    branch.descent = null;
  }

  /** A branch has nothing more with so many points. */
  finish(branch: Branch, threshold = this.threshold): void {
    this.shut(branch);
    branch.bound = Math.min(branch.bound, threshold);
    branch.ceiling = Math.min(branch.ceiling, threshold);
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
