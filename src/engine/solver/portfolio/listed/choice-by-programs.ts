import { REPORT_IT } from "../../../../shared/errors/message-parts.ts";
import { SolverFailedError } from "../../../../shared/errors.ts";
import { greatestCommonDivisor } from "../../../../shared/greatest-common-divisor.ts";
import type { Interrupt } from "../../interrupt.ts";
import type { LinearProgram } from "../../linear-program.ts";
import { isOne, isPositive } from "../joint/master.ts";
import { type ChoiceTask, Effort, has, type RowsOfItems, rowsOfItems } from "./choice-task.ts";
import { Cliques } from "./cliques.ts";

interface BoundedChoice {
  /** The best choice found, as indices of items; null if none was found. */
  readonly chosen: readonly number[] | null;
  /**
   * `chosen` or, if it is null, the largest set found in which no items clash and no row is exceeded.
   */
  readonly partial: readonly number[];
  /** Whether `chosen` is proved to have the greatest gain or, if it is null, that no choice exists. */
  readonly isProved: boolean;
  /** A proven upper bound on the gain of any choice; null if there is no choice or nothing is proved. */
  readonly bound: number | null;
}

/** The linear programs scale gains so that the greatest is this. */
const SCALE = 1000;
/**
 * The penalty in the linear programs for each item by which a choice has fewer than `task.count`, and for
 * each unit by which a row's sum is below its lower limit.
 */
const MISSING_COST = 2 * SCALE;

/** Doubles add multiples of a grid exactly if the sum is below this many grid steps. */
const EXACT = 2 ** 52;
/** Dual prices of programs that only minimize missing items are rounded to multiples of this. */
const MISSING_GRID = 2 ** -30;

/** A round of cuts is stalled if it lowers the bound by less than this part of the gap to the incumbent. */
const STALLED_PART = 0.02;
/** Without an incumbent, a round is stalled if it lowers the bound by less than this part of the bound. */
const STALLED_ALONE = 0.0002;
/** The search branches after this many stalled rounds in a row: at the root, and at other nodes. */
const ROUNDS_AT_ROOT = 5;
const ROUNDS_BELOW = 2;

/** In `#branch`, replaces the value of items with value 1, so that all other items come first. */
const ALL_IN = -1;

/** The search branches on a row's sum if it is at least this far from a whole number. */
const LEAST_FRACTION = 0.01;

/**
 * Finds the choice with the greatest gain by branch and cut. The cuts are violated clique rows: at most one
 * of a set of clashing items. Bounds are recomputed exactly from rounded dual prices, so they hold even if a
 * linear program is solved inexactly. Work is limited, not time, so every run gives the same result.
 * @throws AbortedError, TimeLimitError, SolverFailedError
 */
export async function choiceByPrograms(
  task: ChoiceTask,
  program: LinearProgram,
  interrupt: Interrupt,
): Promise<BoundedChoice> {
  return new ChoiceTree(task, program, interrupt).run();
}

/** A bound at a node of the tree, proved by dual prices. */
interface Proof {
  /** An upper bound on the gain, in the units of `#gains`; below 0 if there is no choice. */
  readonly bound: number;
  /** Per item, its gain minus the prices of its rows. */
  readonly reduced: Float64Array;
  /** The least of the reduced gains that the bound adds up. */
  readonly last: number;
}

class ChoiceTree {
  readonly #task: ChoiceTask;
  readonly #program: LinearProgram;
  readonly #interrupt: Interrupt;
  readonly #effort: Effort;
  readonly #cliques: Cliques;
  readonly #sets: number[][] = [];
  readonly #rowsOf: RowsOfItems;
  /** Per item, its gain minus the least gain, divided by `#unit`, the greatest common divisor. */
  readonly #gains: Float64Array;
  readonly #least: number;
  readonly #unit: number;
  readonly #scale: number;
  readonly #grid: number;
  /** The bounds of each variable: of items, then of the rows' sums. */
  readonly #lower: Float64Array;
  readonly #upper: Float64Array;
  /** The index of the program's first slack column; slack columns count missing items. */
  readonly #missing: number;
  /** The bounds that changes replaced, to be restored on backtracking. */
  readonly #trail: (readonly [variable: number, lower: number, upper: number])[] = [];
  #best: readonly number[] | null = null;
  #bestGain = -1;
  #partial: readonly number[] = [];
  /** The greatest bound of a node that was not searched to the end; -1 if there is none. */
  #open = -1;

  constructor(task: ChoiceTask, program: LinearProgram, interrupt: Interrupt) {
    const { gains, rows, count, clash, start, mostWork } = task;
    this.#task = task;
    this.#program = program;
    this.#interrupt = interrupt;
    this.#effort = new Effort(mostWork, interrupt);
    this.#cliques = new Cliques(gains.length, clash, this.#effort);
    this.#rowsOf = rowsOfItems(gains.length, rows);
    this.#least = gains.reduce((so, gain) => Math.min(so, gain), Number.POSITIVE_INFINITY);
    const more = gains.map((gain) => gain - this.#least);
    this.#unit = more.reduce(greatestCommonDivisor, 0) || 1;
    this.#gains = Float64Array.from(more, (gain) => gain / this.#unit);
    const most = this.#gains.reduce((so, gain) => Math.max(so, gain), 1);
    this.#scale = most / SCALE;
    this.#grid = Math.min(1, 2 ** (Math.ceil(Math.log2(most * (count + 1))) - 40));
    const total = rows.map(({ members, weights }) =>
      weights === undefined ? members.length : weights.reduce((sum, weight) => sum + weight, 0),
    );
    this.#lower = Float64Array.from([...gains.map(() => 0), ...rows.map(({ lower }) => Math.max(0, lower))]);
    this.#upper = Float64Array.from([
      ...gains.map(() => 1),
      ...rows.map(({ upper }, row) => Math.min(upper, total[row]!)),
    ]);
    this.#missing = gains.length + rows.length;
    this.#state();
    if (start !== undefined) {
      this.#best = start;
      this.#bestGain = this.#gainOf(start);
      this.#partial = start;
    }
  }

  async run(): Promise<BoundedChoice> {
    if (this.#lower.every((lower, variable) => lower <= this.#upper[variable]!))
      await this.#visit(Number.POSITIVE_INFINITY, 0);
    const isProved = this.#open <= this.#bestGain;
    const most = Math.max(this.#open, this.#bestGain);
    return {
      chosen: this.#best,
      partial: this.#best ?? this.#partial,
      isProved,
      bound:
        most < 0 || most === Number.POSITIVE_INFINITY
          ? null
          : most * this.#unit + this.#least * this.#task.count,
    };
  }

  /**
   * Builds the linear program: a column per item, a column per row for its sum, and a slack column for the
   * count and for each row.
   */
  #state(): void {
    const { rows, count } = this.#task;
    const items = this.#gains.length;
    this.#program.addRows([
      { columns: [], values: [], lower: count, upper: count },
      ...rows.map(() => ({ columns: [], values: [], lower: 0, upper: 0 })),
    ]);
    const starts = [0];
    for (const own of this.#rowsOf) starts.push(starts.at(-1)! + 1 + own.length);
    this.#program.addColumns({
      cost: Array.from(this.#gains, (gain) => gain / this.#scale),
      upper: Array<number>(items).fill(1),
      starts,
      rows: this.#rowsOf.flatMap((own) => [0, ...own.map(({ row }) => row + 1)]),
      values: this.#rowsOf.flatMap((own) => [1, ...own.map(({ weight }) => weight)]),
    });
    const each = [...rows.keys()];
    this.#program.addColumns({
      cost: each.map(() => 0),
      upper: each.map((row) => this.#upper[items + row]!),
      starts: [...each, rows.length],
      rows: each.map((row) => row + 1),
      values: each.map(() => -1),
    });
    for (const row of each) this.#put(items + row, this.#lower[items + row]!, this.#upper[items + row]!);
    const short = [count, ...each.map((row) => Math.max(0, this.#upper[items + row]!))];
    this.#program.addColumns({
      cost: short.map(() => -MISSING_COST),
      upper: short,
      starts: [...short.keys(), short.length],
      rows: [...short.keys()],
      values: short.map(() => 1),
    });
  }

  #gainOf(items: readonly number[]): number {
    return items.reduce((sum, item) => sum + this.#gains[item]!, 0);
  }

  /**
   * Searches a node of the tree, and those below it, for a better choice. No choice there has a greater gain
   * than `most`.
   */
  async #visit(most: number, depth: number): Promise<void> {
    if (!this.#keepRows()) return;
    let bound = most;
    let parts: Float64Array;
    for (let stalled = 0; ; ) {
      await this.#effort.breathe();
      if (this.#effort.isOver) {
        this.#open = Math.max(this.#open, bound);
        return;
      }
      const { columns, duals } = this.#solve();
      const proof = this.#prove(duals, true);
      const before = bound;
      bound = Math.min(bound, proof.bound);
      this.#round(columns);
      if (bound <= this.#bestGain) return;
      parts = columns;
      const isShort = columns.subarray(this.#missing).some(isPositive);
      if (isShort) {
        const found = this.#nearestChoice();
        if (found === null) return;
        this.#round(found);
        parts = found;
      } else if (this.#best !== null) this.#fixByReducedGain(proof, bound);
      const isStalled =
        this.#best === null
          ? before - bound < STALLED_ALONE * bound
          : before - bound < STALLED_PART * (bound - this.#bestGain);
      stalled = isStalled ? stalled + 1 : 0;
      const isTired = !isShort && stalled >= (depth === 0 ? ROUNDS_AT_ROOT : ROUNDS_BELOW);
      if (isTired && this.#gains.some((_, item) => this.#isFractional(columns, item))) break;
      if (!this.#addCuts(parts)) break;
    }
    await this.#branch(parts, bound, depth);
  }

  #isFractional(parts: Float64Array, item: number): boolean {
    return isPositive(parts[item]!) && !isOne(parts[item]!);
  }

  /**
   * Branches on a row's sum that is not whole; if all are whole, on the item with the greatest value below 1.
   */
  async #branch(parts: Float64Array, bound: number, depth: number): Promise<void> {
    const items = this.#gains.length;
    let [variable, far] = [-1, LEAST_FRACTION];
    for (let row = items; row < this.#missing; row += 1) {
      const beyond = parts[row]! - Math.floor(parts[row]!);
      if (Math.min(beyond, 1 - beyond) <= far || this.#lower[row]! >= this.#upper[row]!) continue;
      [variable, far] = [row, Math.min(beyond, 1 - beyond)];
    }
    if (variable === -1) {
      let most = Number.NEGATIVE_INFINITY;
      for (let item = 0; item < items; item += 1) {
        if (this.#lower[item] === this.#upper[item]) continue;
        // Items of value 1 come last: they are branched on only if no other item is open.
        const part = isOne(parts[item]!) ? ALL_IN : Math.max(0, parts[item]!);
        if (part > most) [variable, most] = [item, part];
      }
      if (variable === -1) return;
    }
    const [lower, upper] = [this.#lower[variable]!, this.#upper[variable]!];
    const below = Math.min(Math.floor(parts[variable]!), upper - 1);
    const sides: [number, number][] = [
      [below + 1, upper],
      [lower, below],
    ];
    if (variable >= items && parts[variable]! - below < 0.5) sides.reverse();
    for (const [from, to] of sides) {
      const mark = this.#trail.length;
      this.#limit(variable, from, to);
      await this.#visit(bound, depth + 1);
      while (this.#trail.length > mark) this.#put(...this.#trail.pop()!);
    }
  }

  #limit(variable: number, lower: number, upper: number): void {
    this.#trail.push([variable, this.#lower[variable]!, this.#upper[variable]!]);
    this.#put(variable, lower, upper);
  }

  #put(variable: number, lower: number, upper: number): void {
    this.#lower[variable] = lower;
    this.#upper[variable] = upper;
    this.#program.bound(variable, lower, Math.max(lower, upper));
  }

  /**
   * Excludes items that clash with chosen ones or would exceed a row. Returns whether the choice can still be
   * valid.
   */
  #keepRows(): boolean {
    const items = this.#gains.length;
    const sums = new Float64Array(this.#task.rows.length);
    const out = new Uint32Array((items + 31) >>> 5);
    let missing = this.#task.count;
    for (let item = 0; item < items; item += 1) {
      if (this.#lower[item] === 0) continue;
      missing -= 1;
      for (const { row, weight } of this.#rowsOf[item]!) sums[row]! += weight;
      const clashes = this.#cliques.of(item);
      for (let at = 0; at < out.length; at += 1) out[at]! |= clashes[at]!;
    }
    if (missing < 0 || sums.some((sum, row) => sum > this.#upper[items + row]!)) return false;
    for (let item = 0; item < items; item += 1) {
      if (this.#upper[item] === 0) continue;
      if (this.#lower[item] === 1) {
        if (has(out, item)) return false;
      } else if (
        missing === 0 ||
        has(out, item) ||
        this.#rowsOf[item]!.some(({ row, weight }) => sums[row]! + weight > this.#upper[items + row]!)
      )
        this.#limit(item, 0, 0);
    }
    return true;
  }

  /** Solves the program and counts its work, estimated by its size: about 40 steps per microsecond. */
  #solve() {
    const { rows, columns } = this.#program;
    this.#effort.add(rows * (rows + columns / 2));
    const solved = this.#program.solve(this.#interrupt);
    if (solved === null)
      throw new SolverFailedError(`HiGHS found no solution of a linear program that has one. ${REPORT_IT}`);
    return solved;
  }

  /**
   * Solves the node's linear program for the fewest items missing from the count and the rows, ignoring gains.
   * Returns the values of the variables; null if the dual prices prove that no choice exists at this node.
   */
  #nearestChoice(): Float64Array | null {
    const costs = new Float64Array(this.#program.columns);
    costs.fill(-1, this.#missing);
    this.#program.setCosts(costs);
    const { columns, duals } = this.#solve();
    costs.fill(-MISSING_COST, this.#missing);
    for (const [item, gain] of this.#gains.entries()) costs[item] = gain / this.#scale;
    this.#program.setCosts(costs);
    return this.#prove(duals, false).bound < 0 ? null : columns;
  }

  /**
   * Computes an upper bound from dual prices. It is each row's price times the row's upper limit (the lower
   * one if the price is negative), plus the greatest reduced gains of as many items as are to be chosen. It
   * is infinite if the sum might not be exact. Without `isScored`, items have no gain.
   */
  #prove(duals: Float64Array, isScored: boolean): Proof {
    const { rows, count } = this.#task;
    const items = this.#gains.length;
    const [grid, scale] = isScored ? [this.#grid, this.#scale] : [MISSING_GRID, 1];
    const priceOf = (dual: number) => Math.round((dual * scale) / grid) * grid;
    const reduced = isScored ? this.#gains.slice() : new Float64Array(items);
    let [bound, size] = [0, 0];
    const add = (term: number) => {
      bound += term;
      size += Math.abs(term);
    };
    for (const [row, { members, weights }] of rows.entries()) {
      const price = priceOf(duals[row + 1]!);
      if (price === 0) continue;
      add(price * (price > 0 ? this.#upper : this.#lower)[items + row]!);
      let heaviest = 0;
      for (const [at, item] of members.entries()) {
        const weight = weights?.[at] ?? 1;
        reduced[item]! -= price * weight;
        heaviest = Math.max(heaviest, weight);
      }
      size += Math.abs(price) * heaviest * count;
    }
    for (const [at, set] of this.#sets.entries()) {
      const price = priceOf(duals[rows.length + 1 + at]!);
      if (price <= 0) continue;
      add(price);
      for (const item of set) reduced[item]! -= price;
      size += price * count;
    }
    let missing = count;
    const open: number[] = [];
    for (const [item, worth] of reduced.entries())
      if (this.#lower[item] === 1) {
        missing -= 1;
        add(worth);
      } else if (this.#upper[item] === 1) open.push(worth);
    if (open.length < missing) return { bound: -1, reduced, last: 0 };
    const greatest = Float64Array.from(open).sort().reverse().subarray(0, missing);
    for (const worth of greatest) add(worth);
    const isExact = size < EXACT * grid;
    return {
      bound: !isExact ? Number.POSITIVE_INFINITY : isScored ? Math.floor(bound) : bound,
      reduced,
      last: greatest.at(-1) ?? Number.NEGATIVE_INFINITY,
    };
  }

  /** Reduced-cost fixing: excludes items with which no choice is better than the incumbent. */
  #fixByReducedGain({ reduced, last, bound: own }: Proof, bound: number): void {
    // The reduced gains belong to their own bound, not to a lower earlier one.
    if (own > bound) return;
    for (const [item, worth] of reduced.entries())
      if (this.#lower[item] === 0 && this.#upper[item] === 1 && last - worth >= bound - this.#bestGain)
        this.#limit(item, 0, 0);
  }

  /**
   * Rounds a fractional solution: takes items by descending value while they fit. The choice becomes the
   * incumbent if it is better.
   */
  #round(parts: Float64Array): void {
    const { rows, count } = this.#task;
    const open = [...this.#gains.keys()].filter((item) => this.#upper[item] === 1);
    open.sort((a, b) => parts[b]! - parts[a]! || this.#gains[b]! - this.#gains[a]! || a - b);
    const chosen: number[] = [];
    const sums = new Float64Array(rows.length);
    const out = new Uint32Array((this.#gains.length + 31) >>> 5);
    for (const item of open) {
      if (chosen.length === count) break;
      const own = this.#rowsOf[item]!;
      if (has(out, item) || own.some(({ row, weight }) => sums[row]! + weight > rows[row]!.upper)) continue;
      chosen.push(item);
      for (const { row, weight } of own) sums[row]! += weight;
      const clashes = this.#cliques.of(item);
      for (let at = 0; at < out.length; at += 1) out[at]! |= clashes[at]!;
    }
    if (this.#best === null && chosen.length > this.#partial.length) this.#partial = chosen;
    const gain = this.#gainOf(chosen);
    if (chosen.length < count || gain <= this.#bestGain) return;
    if (rows.some(({ lower }, row) => sums[row]! < lower)) return;
    this.#best = chosen;
    this.#bestGain = gain;
  }

  /** Adds violated clique rows; returns whether there are any. */
  #addCuts(parts: Float64Array): boolean {
    const cuts = this.#cliques.violated(parts);
    this.#sets.push(...cuts);
    this.#program.addRows(
      cuts.map((set) => ({
        columns: set,
        values: set.map(() => 1),
        lower: Number.NEGATIVE_INFINITY,
        upper: 1,
      })),
    );
    return cuts.length > 0;
  }
}
