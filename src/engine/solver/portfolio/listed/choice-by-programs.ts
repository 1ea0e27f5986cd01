import { SolverFailedError } from "../../../../shared/errors.ts";
import { greatestCommonDivisor } from "../../../../shared/greatest-common-divisor.ts";
import type { Interrupt } from "../../interrupt.ts";
import type { LinearProgram } from "../../linear-program.ts";
import { isOne, isPositive } from "../joint/master.ts";
import { type Choice, type ChoiceTask, Effort, has, type RowsOfItems, rowsOfItems } from "./choice-task.ts";
import { Cliques } from "./cliques.ts";

/** A choice, and what is proved of all others. */
export interface BoundedChoice extends Choice {
  /** No choice has a greater gain; null where there is none, or nothing is proved. */
  readonly bound: number | null;
}

/** The greatest gain in the linear programs, and what each missing item, or each row's missing one, costs there. */
const SCALE = 1000;
const FINE = 2 * SCALE;

/** Sums of multiples of the grid are exact up to here. */
const EXACT = 2 ** 52;
/** The grid of prices where only what is missing counts. */
const FINE_GRID = 2 ** -30;

/**
 * Rounds of joining sets at one place of the tree that lower the bound by less than this part of what is open, or of the
 * bound where nothing was found, before it is parted instead: at the root, and below.
 */
const STALLED = 0.02;
const STALLED_ALONE = 0.0002;
const ROUNDS_AT_ROOT = 5;
const ROUNDS_BELOW = 2;

/** Less than any part of an item. */
const ALL_IN = -1;

/** A row's sum is parted where it is as far as this from whole numbers. */
const PARTED = 0.01;

/**
 * The choice with the greatest gain, by branch and bound over linear programs, whose rows of items that all clash are found as
 * they are broken. A bound is a sum of whole multiples of a grid, made from prices that the programs suggest and exact
 * whatever these are. It ends after so much work, not time: the same answer and bound in every run.
 * @throws AbortedError, TimeLimitError, SolverFailedError
 */
export async function choiceByPrograms(
  task: ChoiceTask,
  program: LinearProgram,
  interrupt: Interrupt,
): Promise<BoundedChoice> {
  return new ChoiceTree(task, program, interrupt).run();
}

/** What prices prove of the choices that a place of the tree leaves. */
interface Proof {
  /** Below 0 where there is no choice. */
  readonly bound: number;
  /** Per item its gain less what it pays. */
  readonly worths: Float64Array;
  /** The least worth that the bound counts. */
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
  /** Gains beyond the least, in multiples of their greatest common divisor. */
  readonly #gains: Float64Array;
  readonly #least: number;
  readonly #unit: number;
  readonly #scale: number;
  readonly #grid: number;
  /** Per variable, items first and then sums of rows, between what it may be. */
  readonly #lower: Float64Array;
  readonly #upper: Float64Array;
  /** Where the program's columns of what is missing begin. */
  readonly #missing: number;
  /** Changes of the variables' limits, to be undone. */
  readonly #trail: (readonly [variable: number, lower: number, upper: number])[] = [];
  #best: readonly number[] | null = null;
  #bestGain = -1;
  #partial: readonly number[] = [];
  /** The greatest bound of a place that is left open. */
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

  /** The program of all items, with a column for each row's sum, and one for what is missing to the count and to each row. */
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
      cost: short.map(() => -FINE),
      upper: short,
      starts: [...short.keys(), short.length],
      rows: [...short.keys()],
      values: short.map(() => 1),
    });
  }

  #gainOf(items: readonly number[]): number {
    return items.reduce((sum, item) => sum + this.#gains[item]!, 0);
  }

  /** Looks for what is better than the best choice at one place of the tree and below, where no choice gains more than `most`. */
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
        const found = this.#isPossible();
        if (found === null) return;
        this.#round(found);
        parts = found;
      } else if (this.#best !== null) this.#leaveOut(proof, bound);
      const isStalled =
        this.#best === null
          ? before - bound < STALLED_ALONE * bound
          : before - bound < STALLED * (bound - this.#bestGain);
      stalled = isStalled ? stalled + 1 : 0;
      const isTired = !isShort && stalled >= (depth === 0 ? ROUNDS_AT_ROOT : ROUNDS_BELOW);
      if (isTired && this.#gains.some((_, item) => this.#isParted(columns, item))) break;
      if (!this.#join(parts)) break;
    }
    await this.#part(parts, bound, depth);
  }

  #isParted(parts: Float64Array, item: number): boolean {
    return isPositive(parts[item]!) && !isOne(parts[item]!);
  }

  /** Parts the choices that are left in two: by a row's sum that is not whole, else by the item that is in most but not all. */
  async #part(parts: Float64Array, bound: number, depth: number): Promise<void> {
    const items = this.#gains.length;
    let [variable, far] = [-1, PARTED];
    for (let row = items; row < this.#missing; row += 1) {
      const beyond = parts[row]! - Math.floor(parts[row]!);
      if (Math.min(beyond, 1 - beyond) <= far || this.#lower[row]! >= this.#upper[row]!) continue;
      [variable, far] = [row, Math.min(beyond, 1 - beyond)];
    }
    if (variable === -1) {
      let most = Number.NEGATIVE_INFINITY;
      for (let item = 0; item < items; item += 1) {
        if (this.#lower[item] === this.#upper[item]) continue;
        // Items that are all in come last: once all that are open are, nothing else is left to ask.
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

  /** Leaves out what clashes with items that are in, and what no row has room for; whether the rows can still be kept. */
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

  /** Solves the program, whose steps of work are about as many as its size says: 40 or so take a microsecond. */
  #solve() {
    const { rows, columns } = this.#program;
    this.#effort.add(rows * (rows + columns / 2));
    const solved = this.#program.solve(this.#interrupt);
    if (solved === null)
      throw new SolverFailedError("HiGHS found no solution of a linear program that has one.");
    return solved;
  }

  /** Parts with the least missing, whatever they gain; null where it is proved that there is no choice. */
  #isPossible(): Float64Array | null {
    const costs = new Float64Array(this.#program.columns);
    costs.fill(-1, this.#missing);
    this.#program.setCosts(costs);
    const { columns, duals } = this.#solve();
    costs.fill(-FINE, this.#missing);
    for (const [item, gain] of this.#gains.entries()) costs[item] = gain / this.#scale;
    this.#program.setCosts(costs);
    return this.#prove(duals, false).bound < 0 ? null : columns;
  }

  /**
   * What prices prove: each row's at its side, and the greatest worths. All terms are multiples of a grid, and their sum
   * is exact, or nothing is proved.
   */
  #prove(duals: Float64Array, isScored: boolean): Proof {
    const { rows, count } = this.#task;
    const items = this.#gains.length;
    const [grid, scale] = isScored ? [this.#grid, this.#scale] : [FINE_GRID, 1];
    const priceOf = (dual: number) => Math.round((dual * scale) / grid) * grid;
    const worths = isScored ? this.#gains.slice() : new Float64Array(items);
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
        worths[item]! -= price * weight;
        heaviest = Math.max(heaviest, weight);
      }
      size += Math.abs(price) * heaviest * count;
    }
    for (const [at, set] of this.#sets.entries()) {
      const price = priceOf(duals[rows.length + 1 + at]!);
      if (price <= 0) continue;
      add(price);
      for (const item of set) worths[item]! -= price;
      size += price * count;
    }
    let missing = count;
    const open: number[] = [];
    for (const [item, worth] of worths.entries())
      if (this.#lower[item] === 1) {
        missing -= 1;
        add(worth);
      } else if (this.#upper[item] === 1) open.push(worth);
    if (open.length < missing) return { bound: -1, worths, last: 0 };
    const greatest = Float64Array.from(open).sort().reverse().subarray(0, missing);
    for (const worth of greatest) add(worth);
    const isExact = size < EXACT * grid;
    return {
      bound: !isExact ? Number.POSITIVE_INFINITY : isScored ? Math.floor(bound) : bound,
      worths,
      last: greatest.at(-1) ?? Number.NEGATIVE_INFINITY,
    };
  }

  /** Leaves out items with which the bound is no better than the best choice. */
  #leaveOut({ worths, last, bound: own }: Proof, bound: number): void {
    // Where an earlier bound is lower, these worths say nothing of it.
    if (own > bound) return;
    for (const [item, worth] of worths.entries())
      if (this.#lower[item] === 0 && this.#upper[item] === 1 && last - worth >= bound - this.#bestGain)
        this.#limit(item, 0, 0);
  }

  /** Takes items, those that are in most first, while they fit. */
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

  /** Adds rows of items that all clash, of which more than one is in; whether there are any. */
  #join(parts: Float64Array): boolean {
    const joining = this.#cliques.exceeded(parts);
    this.#sets.push(...joining);
    this.#program.addRows(
      joining.map((set) => ({
        columns: set,
        values: set.map(() => 1),
        lower: Number.NEGATIVE_INFINITY,
        upper: 1,
      })),
    );
    return joining.length > 0;
  }
}
