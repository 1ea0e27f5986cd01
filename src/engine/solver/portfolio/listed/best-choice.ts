import type { Interrupt } from "../../interrupt.ts";
import {
  add,
  type Choice,
  type ChoiceTask,
  Effort,
  has,
  lowest,
  type RowsOfItems,
  remove,
  rowsOfItems,
} from "./choice-task.ts";

/**
 * Finds the choice with the greatest gain by branch and bound: at most one item is chosen from a set in which all clash,
 * which bounds the gain. It computes in whole numbers and its limit is of work, not time, so the result is the same in
 * every run.
 * @throws AbortedError, TimeLimitError
 */
export async function bestChoice(task: ChoiceTask, interrupt: Interrupt): Promise<Choice> {
  return new ChoiceSearch(task, interrupt).run();
}

/** A node of the search tree: the items that may still be chosen, and those to branch on. */
interface Node {
  /** Bits of the items that may still be chosen. */
  readonly open: Uint32Array;
  readonly branches: readonly number[];
  next: number;
}

class ChoiceSearch {
  readonly #task: ChoiceTask;
  readonly #effort: Effort;
  /** Items by gain, the greatest first: bit `i` of a set is item `order[i]`. */
  readonly #order: readonly number[];
  readonly #gains: Float64Array;
  readonly #words: number;
  /** Per place, the places that clash with it, as bits. */
  readonly #clashes: readonly Uint32Array[];
  readonly #rows: readonly {
    readonly lower: number;
    readonly upper: number;
    readonly places: readonly number[];
    readonly weights: readonly number[];
    readonly bits: Uint32Array;
    readonly heaviest: number;
  }[];
  readonly #rowsOf: RowsOfItems;
  readonly #sums: Float64Array;
  readonly #chosen: number[] = [];
  #gain = 0;
  #best: readonly number[] | null = null;
  #bestGain = Number.NEGATIVE_INFINITY;
  #partial: readonly number[] = [];

  constructor(task: ChoiceTask, interrupt: Interrupt) {
    const { gains, rows, clash, start } = task;
    this.#task = task;
    this.#effort = new Effort(task.mostWork, interrupt);
    this.#order = [...gains.keys()].sort((a, b) => gains[b]! - gains[a]! || a - b);
    this.#gains = Float64Array.from(this.#order, (item) => gains[item]!);
    this.#words = (gains.length + 31) >>> 5;
    const placeOf = new Int32Array(gains.length);
    for (const [place, item] of this.#order.entries()) placeOf[item] = place;
    this.#clashes = this.#order.map(() => new Uint32Array(this.#words));
    for (let one = 0; one < this.#order.length; one += 1)
      for (let other = one + 1; other < this.#order.length; other += 1)
        if (clash(this.#order[one]!, this.#order[other]!)) {
          add(this.#clashes[one]!, other);
          add(this.#clashes[other]!, one);
        }
    this.#rows = rows.map(({ lower, upper, members, weights: given }) => {
      const places = members.map((member) => placeOf[member]!);
      const weights = members.map((_, at) => given?.[at] ?? 1);
      const bits = new Uint32Array(this.#words);
      for (const place of places) add(bits, place);
      return { lower, upper, places, weights, bits, heaviest: Math.max(0, ...weights) };
    });
    this.#rowsOf = rowsOfItems(
      gains.length,
      this.#rows.map(({ places, weights }) => ({ members: places, weights })),
    );
    this.#sums = new Float64Array(rows.length);
    if (start !== undefined) {
      this.#best = start.map((item) => placeOf[item]!);
      this.#bestGain = start.reduce((sum, item) => sum + gains[item]!, 0);
      this.#partial = this.#best;
    }
  }

  async run(): Promise<Choice> {
    const { count } = this.#task;
    const all = new Uint32Array(this.#words);
    for (let place = 0; place < this.#order.length; place += 1) add(all, place);
    const stack: Node[] = [];
    this.#enter(stack, all);
    while (stack.length > 0 && !this.#effort.isOver) {
      await this.#effort.breathe();
      const node = stack.at(-1)!;
      // Each node except the root was entered by choosing an item.
      if (node.next === node.branches.length) {
        stack.pop();
        if (stack.length > 0) this.#drop();
        continue;
      }
      const place = node.branches[node.next]!;
      node.next += 1;
      if (!has(node.open, place)) continue;
      // All choices with this item are searched here and nowhere later.
      remove(node.open, place);
      this.#choose(place);
      const open = this.#without(node.open, this.#clashes[place]!);
      if (this.#chosen.length === count) {
        this.#keepWhole();
        this.#drop();
      } else if (!this.#enter(stack, open)) this.#drop();
    }
    const items = (places: readonly number[]) => places.map((place) => this.#order[place]!);
    return {
      chosen: this.#best && items(this.#best),
      partial: items(this.#best ?? this.#partial),
      isProved: stack.length === 0,
    };
  }

  #choose(place: number): void {
    this.#chosen.push(place);
    this.#gain += this.#gains[place]!;
    for (const { row, weight } of this.#rowsOf[place]!) this.#sums[row]! += weight;
  }

  #drop(): void {
    const place = this.#chosen.pop()!;
    this.#gain -= this.#gains[place]!;
    for (const { row, weight } of this.#rowsOf[place]!) this.#sums[row]! -= weight;
  }

  #keepWhole(): void {
    if (this.#chosen.length > this.#partial.length && this.#best === null) this.#partial = [...this.#chosen];
    if (this.#gain <= this.#bestGain) return;
    if (this.#rows.some(({ lower }, row) => this.#sums[row]! < lower)) return;
    this.#best = [...this.#chosen];
    this.#bestGain = this.#gain;
  }

  /** Pushes a node unless nothing better can follow, and returns whether it did; the node then owns `open`. */
  #enter(stack: Node[], open: Uint32Array): boolean {
    if (this.#chosen.length > this.#partial.length && this.#best === null) this.#partial = [...this.#chosen];
    const asked = this.#keepRows(open);
    if (asked === null) return false;
    const branches = this.#branchesOf(open, asked);
    if (branches.length === 0) return false;
    stack.push({ open, branches, next: 0 });
    return true;
  }

  /**
   * Removes from `open` items that would exceed a row or leave one short. Of the rows that still need a member, returns the
   * members of the one with the fewest open items, or all of `open` if none needs one; null if a row can no longer be kept.
   */
  #keepRows(open: Uint32Array): Uint32Array | null {
    const missing = this.#task.count - this.#chosen.length;
    this.#effort.add(this.#rows.length);
    for (const [row, { upper, places, weights, heaviest }] of this.#rows.entries()) {
      const room = upper - this.#sums[row]!;
      if (room >= heaviest) continue;
      this.#effort.add(places.length);
      for (const [at, place] of places.entries()) if (weights[at]! > room) remove(open, place);
    }
    let fewest: Uint32Array = open;
    let least = Number.POSITIVE_INFINITY;
    for (const [row, { lower, bits, places, weights, heaviest }] of this.#rows.entries()) {
      const due = lower - this.#sums[row]!;
      if (due <= 0) continue;
      if (due > missing * heaviest) return null;
      this.#effort.add(places.length);
      let [left, members] = [0, 0];
      for (const [at, place] of places.entries())
        if (has(open, place)) {
          left += weights[at]!;
          members += 1;
        }
      if (left < due) return null;
      if (due > (missing - 1) * heaviest) for (let at = 0; at < open.length; at += 1) open[at]! &= bits[at]!;
      if (members < least) [fewest, least] = [bits, members];
    }
    return fewest;
  }

  /**
   * Items of which every better choice has at least one; empty if there is no better choice. Since at most one item of a
   * set of clashing items is chosen, sets that could not make a better choice by themselves are left out.
   */
  #branchesOf(open: Uint32Array, asked: Uint32Array): readonly number[] {
    const missing = this.#task.count - this.#chosen.length;
    const sets = this.#clashingSets(open);
    if (sets.length < missing) return [];
    // The first item of each set has its greatest gain, and sets are ordered by it.
    let most = this.#gain;
    for (let at = 0; at < missing; at += 1) most += this.#gains[sets[at]![0]!]!;
    if (most <= this.#bestGain) return [];
    // A choice has an item outside any `missing - 1` sets; leave out the largest ones.
    const bySize = [...sets].sort((a, b) => a.length - b.length);
    let branches = bySize.slice(0, sets.length - missing + 1).flat();
    // The last sets, as long as items from them alone gain too little.
    let kept = sets.length;
    for (let sum = this.#gain, first = sets.length - 1; first >= 0; first -= 1) {
      sum += this.#gains[sets[first]![0]!]!;
      if (first + missing < sets.length) sum -= this.#gains[sets[first + missing]![0]!]!;
      if (sum > this.#bestGain && sets.length - first >= missing) break;
      kept = first;
    }
    const byGain = sets.slice(0, kept).reduce((sum, { length }) => sum + length, 0);
    if (byGain < branches.length) branches = sets.slice(0, kept).flat();
    if (asked !== open) {
      const must = sets.flat().filter((place) => has(asked, place));
      if (must.length < branches.length) branches = must;
    }
    return branches.sort((a, b) => a - b);
  }

  /** Partitions the open items into sets in which all items clash; ordered by gain, the greatest first. */
  #clashingSets(open: Uint32Array): number[][] {
    const sets: number[][] = [];
    const left = open.slice();
    const fitting = new Uint32Array(this.#words);
    for (let from = 0; from < this.#words; from += 1)
      while (left[from] !== 0) {
        const first = 32 * from + lowest(left[from]!);
        remove(left, first);
        const set = [first];
        const clashes = this.#clashes[first]!;
        for (let at = from; at < this.#words; at += 1) fitting[at] = left[at]! & clashes[at]!;
        this.#effort.add(this.#words - from);
        for (let word = from; word < this.#words; word += 1)
          while (fitting[word] !== 0) {
            const next = 32 * word + lowest(fitting[word]!);
            set.push(next);
            remove(left, next);
            const others = this.#clashes[next]!;
            fitting[word]! &= ~(1 << (next & 31));
            for (let at = word; at < this.#words; at += 1) fitting[at]! &= others[at]!;
            this.#effort.add(this.#words - word);
          }
        sets.push(set);
      }
    return sets;
  }

  #without(open: Uint32Array, clashes: Uint32Array): Uint32Array {
    this.#effort.add(this.#words);
    const left = new Uint32Array(this.#words);
    for (let at = 0; at < this.#words; at += 1) left[at] = open[at]! & ~clashes[at]!;
    return left;
  }
}
