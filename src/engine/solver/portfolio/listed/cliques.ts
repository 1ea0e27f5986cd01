import { isOne, isPositive } from "../joint/master.ts";
import type { Effort } from "./choice-task.ts";
import { add, has, lowest } from "./choice-task.ts";

/** A set joins only where its parts exceed 1 by more than this. */
const EXCESS = 1e-4;

/** So many sets join at a time, the most exceeded first; where fewer are found from single items, pairs are tried as well. */
const MOST_JOINING = 100;
const FEW = 10;
const ENOUGH = 200;

/** Words of bits that are looked at in a step of work. */
const WORDS_PER_STEP = 20;

/** Finds sets of items, every two of which clash, that a fractional choice has more than one of. */
export class Cliques {
  readonly #items: number;
  readonly #clash: (one: number, other: number) => boolean;
  /** Per item those that clash with it, as bits; made when it is first asked for. */
  readonly #clashes: (Uint32Array | undefined)[];
  readonly #effort: Pick<Effort, "add">;
  readonly #known = new Set<string>();

  constructor(items: number, clash: (one: number, other: number) => boolean, effort: Pick<Effort, "add">) {
    this.#items = items;
    this.#clash = clash;
    this.#effort = effort;
    this.#clashes = new Array(items);
  }

  /** The items that clash with one, as bits; the item itself is none of them. */
  of(item: number): Uint32Array {
    const known = this.#clashes[item];
    if (known !== undefined) return known;
    const bits = new Uint32Array((this.#items + 31) >>> 5);
    for (let other = 0; other < this.#items; other += 1)
      if (other !== item && this.#clash(item, other)) add(bits, other);
    this.#clashes[item] = bits;
    return bits;
  }

  /** Sets, none of which was found before, whose parts sum to more than 1: as large as they can be, and ascending. */
  exceeded(parts: Float64Array): number[][] {
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
    if (found.size < FEW)
      for (const [at, item] of some.entries()) {
        if (found.size > ENOUGH) break;
        const clashes = this.of(item);
        for (const other of some.slice(at + 1)) if (has(clashes, other)) grow([item, other]);
      }
    const joining = [...found].sort(([, a], [, b]) => b.sum - a.sum).slice(0, MOST_JOINING);
    for (const [key] of joining) this.#known.add(key);
    return joining.map(([, { set }]) => set);
  }

  /** A set with some items that clash: first those of the greatest parts, then whoever else clashes with all. */
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
