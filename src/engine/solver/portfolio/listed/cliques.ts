import { isOne, isPositive } from "../joint/master.ts";
import type { Effort } from "./choice-task.ts";
import { add, has, lowest } from "./choice-task.ts";

/** A clique is violated if its items' values exceed 1 by more than this. */
const EXCESS = 1e-4;

/** The most cliques returned at once, the most violated first. */
const MOST_RETURNED = 100;
/**
 * Cliques are grown from single items. If these give fewer than `FEW_CLIQUES`, cliques are grown from pairs
 * too, until there are more than `ENOUGH_CLIQUES`.
 */
const FEW_CLIQUES = 10;
const ENOUGH_CLIQUES = 200;

/** How many 32-bit words of a set count as one step of `Effort`. */
const WORDS_PER_STEP = 20;

/**
 * Finds cuts for linear programs: cliques whose items' values in a fractional choice sum to more than 1. In a
 * clique, any two items clash, so at most one can be chosen.
 */
export class Cliques {
  readonly #items: number;
  readonly #clash: (one: number, other: number) => boolean;
  /** Per item, the items that clash with it, as bits; computed on first use. */
  readonly #clashes: (Uint32Array | undefined)[];
  readonly #effort: Pick<Effort, "add">;
  readonly #known = new Set<string>();

  constructor(items: number, clash: (one: number, other: number) => boolean, effort: Pick<Effort, "add">) {
    this.#items = items;
    this.#clash = clash;
    this.#effort = effort;
    this.#clashes = new Array(items);
  }

  /** The items that clash with an item, without the item itself, as bits. */
  of(item: number): Uint32Array {
    const known = this.#clashes[item];
    if (known !== undefined) return known;
    const bits = new Uint32Array((this.#items + 31) >>> 5);
    for (let other = 0; other < this.#items; other += 1)
      if (other !== item && this.#clash(item, other)) add(bits, other);
    this.#clashes[item] = bits;
    return bits;
  }

  /**
   * Returns cliques that are violated by `parts` (the value of each item) and were not returned before. Each
   * is maximal, with its items in ascending order.
   */
  violated(parts: Float64Array): number[][] {
    const some: number[] = [];
    for (let item = 0; item < this.#items; item += 1) if (isPositive(parts[item]!)) some.push(item);
    some.sort((a, b) => parts[b]! - parts[a]! || a - b);
    const found = new Map<string, { readonly set: number[]; readonly sum: number }>();
    const grow = (seed: readonly number[]) => {
      const { set, sum } = this.#grown(seed, some, parts);
      const key = set.join();
      if (sum > 1 + EXCESS && !this.#known.has(key)) found.set(key, { set, sum });
    };
    for (const item of some) if (!isOne(parts[item]!)) grow([item]);
    if (found.size < FEW_CLIQUES)
      for (const [at, item] of some.entries()) {
        if (found.size > ENOUGH_CLIQUES) break;
        const clashes = this.of(item);
        for (const other of some.slice(at + 1)) if (has(clashes, other)) grow([item, other]);
      }
    const violated = [...found].sort(([, a], [, b]) => b.sum - a.sum).slice(0, MOST_RETURNED);
    for (const [key] of violated) this.#known.add(key);
    return violated.map(([, { set }]) => set);
  }

  /**
   * Extends the clashing items of `seed` to a clique: first by items of `some` (those with positive values,
   * the greatest first), then, if the clique is violated, by all others.
   */
  #grown(seed: readonly number[], some: readonly number[], parts: Float64Array) {
    const set: number[] = [];
    let sum = 0;
    let left: Uint32Array<ArrayBufferLike> | null = null;
    const take = (item: number): Uint32Array => {
      set.push(item);
      sum += parts[item]!;
      const clashes = this.of(item);
      left ??= new Uint32Array(clashes.length).fill(-1);
      for (let at = 0; at < left.length; at += 1) left[at]! &= clashes[at]!;
      this.#effort.add(left.length / WORDS_PER_STEP);
      return left;
    };
    let fitting: Uint32Array = new Uint32Array(0);
    for (const item of seed) fitting = take(item);
    this.#effort.add(some.length / WORDS_PER_STEP);
    for (const item of some) if (has(fitting, item)) take(item);
    if (sum > 1 + EXCESS)
      for (let word = 0; word < fitting.length; word += 1)
        while (fitting[word] !== 0) take(32 * word + lowest(fitting[word]!));
    return { set: set.sort((a, b) => a - b), sum };
  }
}
