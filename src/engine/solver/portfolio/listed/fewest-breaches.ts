import type { Interrupt } from "../../interrupt.ts";
import { Effort, type RowsOfItems, rowsOfItems } from "./choice-task.ts";

/**
 * An item that can be assigned to any line of its kind. In a late swap, an item is a lineup, and a line is
 * one or more contest entries that share a lineup (see `SwapLine`).
 */
interface BreachItem {
  readonly kind: number;
  /** What the item gains if it is taken, a whole number. */
  readonly gain: number;
  /** The number of breaches that the item causes by itself. */
  readonly breaches: number;
  /** Per item of the task, 1 if this item clashes with it; 1 for itself too. */
  readonly clashes: Uint8Array;
}

/** A limit on a weighted number of taken items; every unit below `lower` or above `upper` is a breach. */
interface BreachRow {
  readonly lower: number;
  readonly upper: number;
  readonly members: readonly number[];
  /** The weight of each member. */
  readonly weights: readonly number[];
}

/**
 * The task of assigning an item to each line so that there are as few breaches as possible. Two lines of a
 * kind may take the same item, but then they clash, which is a breach.
 */
export interface BreachTask {
  readonly items: readonly BreachItem[];
  /** The number of lines of each kind. */
  readonly lines: readonly number[];
  readonly rows: readonly BreachRow[];
  /** A choice to improve: one item per line, ordered by kind. */
  readonly start: readonly number[];
  /** The search ends after this many steps of `Effort`. */
  readonly mostWork: number;
}

interface FewestBreaches {
  /** The chosen items: one per line, ordered by kind. */
  readonly chosen: readonly number[];
  /** A lower bound on the breaches of any choice. */
  readonly least: number;
  /**
   * Whether it is proved that no choice is better; false for a choice without breaches, because the search
   * then does not look for a greater gain.
   */
  readonly isProved: boolean;
}

/** Number of subgradient steps to find the multipliers of rows. */
const STEPS = 200;

/** More than the rounding error of any bound; a bound is a sum of few small doubles. */
const ROUNDING = 1e-6;

/**
 * Finds the choice with the fewest breaches, by branch and bound; each pair of taken items that clash is a
 * breach. If all choices have breaches, finds the one with the greatest gain of those with the fewest. Work
 * is limited, not time, so the result is the same in every run.
 * @throws AbortedError, TimeLimitError
 */
export async function fewestBreaches(task: BreachTask, interrupt: Interrupt): Promise<FewestBreaches> {
  return new BreachSearch(task, interrupt).run();
}

class BreachSearch {
  readonly #task: BreachTask;
  readonly #effort: Effort;
  /** Per row, its Lagrangian multiplier: a price per unit of weight, from -1 to 1. */
  readonly #multipliers: Float64Array;
  /** Per item, its weight in each row times the row's multiplier, summed over the rows. */
  readonly #priced: Float64Array;
  readonly #rowsOf: RowsOfItems;
  /** Per row, its greatest weight. */
  readonly #heaviest: Float64Array;
  /**
   * The items ordered by kind and then by cost (breaches plus `#priced`); those of kind k are at `#from[k]`
   * to `#from[k + 1]` - 1.
   */
  readonly #order: Int32Array;
  readonly #from: readonly number[];
  /** Per item, the index of its set. The items are divided into `#sets` sets; items of one set all clash. */
  readonly #setOf: Int32Array;
  readonly #sets: number;
  /** Per line of the task, its kind; lines are ordered by kind. */
  readonly #kinds: readonly number[];
  /** Per item, the breaches that taking it would add, apart from those of rows. */
  readonly #added: Float64Array;
  readonly #sums: Float64Array;
  readonly #taken: number[] = [];
  #breaches = 0;
  #gain = 0;
  #best: readonly number[];
  #fewest: number;
  #bestGain: number;
  /** Whether the search looks for fewer breaches only, not for a greater gain. */
  #isFewerOnly = true;

  constructor(task: BreachTask, interrupt: Interrupt) {
    const { items, lines, rows, start } = task;
    this.#task = task;
    this.#effort = new Effort(task.mostWork, interrupt);
    this.#kinds = lines.flatMap((count, kind) => Array<number>(count).fill(kind));
    this.#sums = new Float64Array(rows.length);
    this.#heaviest = Float64Array.from(rows, ({ weights }) => Math.max(0, ...weights));
    this.#rowsOf = rowsOfItems(items.length, rows);
    this.#added = Float64Array.from(items, ({ breaches }) => breaches);
    this.#multipliers = new Float64Array(rows.length);
    this.#priced = new Float64Array(items.length);
    this.#order = Int32Array.from(items.keys());
    this.#setOf = new Int32Array(items.length);
    this.#sets = this.#findSets();
    this.#findMultipliers();
    const cost = (item: number) => items[item]!.breaches + this.#priced[item]!;
    this.#order.sort(
      (a, b) =>
        items[a]!.kind - items[b]!.kind || cost(a) - cost(b) || items[b]!.gain - items[a]!.gain || a - b,
    );
    this.#from = [...lines.keys(), lines.length].map((kind) => {
      const at = this.#order.findIndex((item) => items[item]!.kind >= kind);
      return at === -1 ? items.length : at;
    });
    this.#best = start;
    for (const item of start) this.#take(item);
    [this.#fewest, this.#bestGain] = [this.#breaches + this.#rowBreaches(), this.#gain];
    while (this.#taken.length > 0) this.#drop();
  }

  async run(): Promise<FewestBreaches> {
    const root = this.#leastOfRows(this.#kinds.length) + this.#leastOf(0, this.#kinds.length).all;
    await this.#extend(0);
    const isFewest = !this.#effort.isOver;
    const least = isFewest ? this.#fewest : Math.ceil(root - ROUNDING);
    if (isFewest && least > 0) {
      this.#isFewerOnly = false;
      await this.#extend(0);
    }
    return { chosen: this.#best, least, isProved: least > 0 && !this.#effort.isOver };
  }

  /**
   * Tries all ways to assign items to the lines that have none yet. Lines of a kind take items in the order
   * of `#order`, so that no choice is tried twice; the next line takes one from index `from` on.
   */
  async #extend(from: number): Promise<void> {
    const { items } = this.#task;
    const missing = this.#kinds.length - this.#taken.length;
    if (missing === 0) {
      const all = this.#breaches + this.#rowBreaches();
      if (all > this.#fewest || (all === this.#fewest && this.#gain <= this.#bestGain)) return;
      [this.#best, this.#fewest, this.#bestGain] = [[...this.#taken], all, this.#gain];
      return;
    }
    await this.#effort.breathe();
    this.#effort.add(3 * (items.length - from) + this.#sets * missing);
    const { all, others } = this.#leastOf(from, missing);
    const before = this.#breaches + this.#leastOfRows(missing);
    if (this.#isHopeless(before + all)) return;
    const kind = this.#kinds[this.#taken.length]!;
    const end = this.#from[kind + 1]!;
    const mostGain = this.#isFewerOnly ? null : this.#mostGain(from, before + others);
    for (let place = from; place < end && !this.#effort.isOver; place += 1) {
      const item = this.#order[place]!;
      if (this.#isHopeless(before + this.#added[item]! + this.#priced[item]! + others)) continue;
      if (mostGain !== null && this.#isAsFew(before + all)) {
        if (this.#gain + items[item]!.gain + mostGain <= this.#bestGain) continue;
      }
      this.#take(item);
      const next = this.#kinds[this.#taken.length];
      await this.#extend(next === undefined || next === kind ? place : this.#from[next]!);
      this.#drop();
    }
  }

  /** Whether this lower bound on the breaches rules out a better choice. */
  #isHopeless(least: number): boolean {
    const breaches = Math.ceil(least - ROUNDING);
    return this.#isFewerOnly ? breaches >= this.#fewest : breaches > this.#fewest;
  }

  #isAsFew(least: number): boolean {
    return Math.ceil(least - ROUNDING) >= this.#fewest;
  }

  /**
   * An upper bound on the gain of all lines after the next one, which take items from index `from` of
   * `#order` on. Ignores items that, added to `before` breaches, would be hopeless (see `#isHopeless`).
   */
  #mostGain(from: number, before: number): number {
    const { items } = this.#task;
    const next = this.#taken.length;
    const most = new Float64Array(this.#task.lines.length).fill(Number.NEGATIVE_INFINITY);
    for (let place = from; place < items.length; place += 1) {
      const item = this.#order[place]!;
      const { kind, gain } = items[item]!;
      if (gain <= most[kind]! || this.#isHopeless(before + this.#added[item]! + this.#priced[item]!))
        continue;
      most[kind] = gain;
    }
    let sum = 0;
    for (const kind of this.#kinds.slice(next + 1)) sum += most[kind]!;
    return sum;
  }

  #take(item: number): void {
    const { gain, clashes } = this.#task.items[item]!;
    this.#taken.push(item);
    this.#breaches += this.#added[item]!;
    this.#gain += gain;
    for (const { row, weight } of this.#rowsOf[item]!) this.#sums[row]! += weight;
    for (let other = 0; other < clashes.length; other += 1) this.#added[other]! += clashes[other]!;
    this.#effort.add(clashes.length);
  }

  #drop(): void {
    const item = this.#taken.pop()!;
    const { gain, clashes } = this.#task.items[item]!;
    for (let other = 0; other < clashes.length; other += 1) this.#added[other]! -= clashes[other]!;
    for (const { row, weight } of this.#rowsOf[item]!) this.#sums[row]! -= weight;
    this.#gain -= gain;
    this.#breaches -= this.#added[item]!;
  }

  #rowBreaches(): number {
    return this.#task.rows.reduce((sum, row, at) => sum + breachesOf(row, this.#sums[at]!), 0);
  }

  /**
   * The rows' part of the Lagrangian lower bound on the breaches, if `missing` more items are taken. Per row,
   * it is the minimum of (breaches - multiplier * added weight) over all weights that these items can add.
   */
  #leastOfRows(missing: number): number {
    let sum = 0;
    for (const [at, row] of this.#task.rows.entries()) {
      const [now, multiplier] = [this.#sums[at]!, this.#multipliers[at]!];
      const most = missing * this.#heaviest[at]!;
      let least = breachesOf(row, now);
      for (const end of [row.lower - now, row.upper - now, most]) {
        const more = Math.min(Math.max(0, end), most);
        least = Math.min(least, breachesOf(row, now + more) - multiplier * more);
      }
      sum += least;
    }
    return sum;
  }

  /**
   * Lower bounds on what `missing` more items cost (`all`), and on what `missing - 1` cost (`others`): the
   * sum of the lowest costs from index `from` of `#order` on (see `#leastPerSet`). A second item of a set
   * costs 1 more, because it clashes with the first; a third one 2 more, and so on.
   */
  #leastOf(from: number, missing: number): { all: number; others: number } {
    const { marginal } = this.#leastPerSet(from);
    let [all, others] = [0, 0];
    for (let count = 0; count < missing; count += 1) {
      let first = 0;
      for (let set = 1; set < marginal.length; set += 1) if (marginal[set]! < marginal[first]!) first = set;
      others = all;
      all += marginal[first]!;
      marginal[first]! += 1;
    }
    return { all, others };
  }

  /**
   * Per set, its cheapest item from index `from` of `#order` on, and what it costs: the breaches that it adds
   * plus its part of `#priced`. The cost is Infinity if the set has no item there.
   */
  #leastPerSet(from: number): { marginal: Float64Array; item: Int32Array } {
    const marginal = new Float64Array(this.#sets).fill(Number.POSITIVE_INFINITY);
    const best = new Int32Array(this.#sets);
    for (let place = from; place < this.#order.length; place += 1) {
      const item = this.#order[place]!;
      const set = this.#setOf[item]!;
      const cost = this.#added[item]! + this.#priced[item]!;
      if (cost < marginal[set]!) [marginal[set], best[set]] = [cost, item];
    }
    return { marginal, item: best };
  }

  /** Partitions the items greedily into sets in which all items clash; returns the number of sets. */
  #findSets(): number {
    const { items } = this.#task;
    this.#setOf.fill(-1);
    let sets = 0;
    for (const first of items.keys()) {
      if (this.#setOf[first] !== -1) continue;
      const fitting = items[first]!.clashes.slice();
      this.#setOf[first] = sets;
      for (let item = first + 1; item < items.length; item += 1) {
        if (fitting[item] === 0 || this.#setOf[item] !== -1) continue;
        this.#setOf[item] = sets;
        const { clashes } = items[item]!;
        for (let other = item + 1; other < fitting.length; other += 1) fitting[other]! &= clashes[other]!;
      }
      sets += 1;
    }
    return sets;
  }

  /** Improves the multipliers by subgradient steps and keeps those with the best bound. */
  #findMultipliers(): void {
    const { rows, items } = this.#task;
    const missing = this.#kinds.length;
    let most = Number.NEGATIVE_INFINITY;
    let best = this.#multipliers.slice();
    const price = () => {
      for (const item of items.keys())
        this.#priced[item] = this.#rowsOf[item]!.reduce(
          (sum, { row, weight }) => sum + weight * this.#multipliers[row]!,
          0,
        );
    };
    for (let step = 0; step < STEPS; step += 1) {
      price();
      const { marginal, item } = this.#leastPerSet(0);
      const counts = new Float64Array(rows.length);
      let bound = this.#leastOfRows(missing);
      for (let count = 0; count < missing; count += 1) {
        let first = 0;
        for (let set = 1; set < marginal.length; set += 1) if (marginal[set]! < marginal[first]!) first = set;
        bound += marginal[first]!;
        marginal[first]! += 1;
        for (const { row, weight } of this.#rowsOf[item[first]!]!) counts[row]! += weight;
      }
      if (bound > most + ROUNDING) [most, best] = [bound, this.#multipliers.slice()];
      const size = 1 / (2 + 0.2 * step) / missing;
      for (const [at, { lower, upper }] of rows.entries()) {
        const beyond = Math.max(0, counts[at]! - upper) - Math.max(0, lower - counts[at]!);
        const slack =
          beyond !== 0 ? beyond : this.#multipliers[at]! > 0 ? counts[at]! - upper : counts[at]! - lower;
        const moved = this.#multipliers[at]! + size * slack;
        const crossed = beyond === 0 && moved * this.#multipliers[at]! < 0;
        this.#multipliers[at] =
          this.#multipliers[at] === 0 && beyond === 0 ? 0 : crossed ? 0 : Math.min(1, Math.max(-1, moved));
      }
    }
    this.#multipliers.set(best);
    price();
  }
}

function breachesOf({ lower, upper }: BreachRow, sum: number): number {
  return Math.max(0, sum - upper) + Math.max(0, lower - sum);
}
