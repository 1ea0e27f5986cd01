import { AT_LOWER, AT_UPPER, BASIC, Basis, type Ending } from "./basis.ts";
import { Breakpoints } from "./breakpoints.ts";
import { OpenColumns } from "./open-columns.ts";
import type { Table } from "./table.ts";

/** Tolerance for values beyond their bounds. */
const FEASIBLE = 1e-9;
/** Tolerance for reduced costs. */
const WORTH = 1e-9;
/** Smallest pivot. */
const PIVOT = 1e-7;
/** Tolerance between a pivot computed by row and by column. */
const SURE = 1e-7;
/** Pivots before the inverse is recomputed; a solve that starts recomputes it earlier. */
const PIVOTS = 100;
const PIVOTS_BEFORE = 50;
/** Search range for breakpoints, as a multiple of the previous step. */
const FARTHER = 8;
/** Steps between calls of `turn`. */
const STEPS_PER_TURN = 128;

export interface SimplexSolution {
  readonly columns: Float64Array;
  readonly duals: Float64Array;
}

/**
 * The dual simplex method with a dense inverse and long steps (bound flipping), for programs with few rows
 * and boxed columns. Any basis can be the start, with each column at the bound that its reduced cost asks
 * for, so a solve restarts from the previous basis after columns and rows are added and bounds change. A step
 * changes the prices until a basic value is back within its bounds, and may move many columns to their
 * opposite bounds. A row's value is a variable of its own, `-1 - row`, bounded by the row's sides.
 */
export class Simplex {
  readonly #table: Table;
  readonly #basis: Basis;
  readonly #open = new OpenColumns();
  readonly #breaks = new Breakpoints();
  /** The basis of the last solve in which every column had its original bounds. */
  #freely: Ending | null = null;
  #wasFree = true;
  /** One element per row. */
  #prices = new Float64Array(0);
  #rates = new Float64Array(0);
  /** The length of the last step. */
  #length = Number.POSITIVE_INFINITY;

  constructor(table: Table) {
    this.#table = table;
    this.#basis = new Basis(table);
  }

  /**
   * Maximizes the objective; null if it fails numerically or finds no feasible solution, which proves
   * nothing. Calls `turn` regularly, which may throw to stop.
   */
  solve(turn: () => void): SimplexSolution | null {
    const table = this.#table;
    const basis = this.#basis;
    basis.grow();
    const isFree = table.fixed === 0;
    if (isFree && !this.#wasFree && this.#freely !== null) basis.goOnFrom(this.#freely);
    this.#wasFree = isFree;
    this.#open.read(table, basis);
    if (!this.#restart(PIVOTS_BEFORE)) return null;
    let isSettled = true;
    const most = 20_000 + 50 * table.rows;
    for (let step = 1; step < most; step += 1) {
      if (step % STEPS_PER_TURN === 0) turn();
      const leaving = this.#leaving();
      if (leaving === -1 && isSettled) {
        if (isFree) this.#freely = basis.ending();
        return this.#solution();
      }
      const isSure = leaving === -1 || this.#replace(leaving);
      if (!isSure && basis.pivots === 0) return null;
      isSettled = leaving === -1 || !isSure || basis.pivots >= PIVOTS;
      if (isSettled && !this.#restart(isSure ? PIVOTS : 0)) return null;
    }
    return null;
  }

  /**
   * Recomputes the inverse after this many pivots, and all that depends on it; false if the basis is
   * singular.
   */
  #restart(pivots: number): boolean {
    const { rows } = this.#table;
    if (this.#prices.length !== rows) {
      this.#prices = new Float64Array(rows);
      this.#rates = new Float64Array(rows);
    }
    if (this.#basis.pivots >= pivots && !this.#basis.rebuild()) return false;
    this.#setPrices();
    if (!this.#chooseSides()) return false;
    this.#basis.settle();
    return true;
  }

  #setPrices(): void {
    const { variables, inverse } = this.#basis;
    const prices = this.#prices.fill(0);
    for (const [place, variable] of variables.entries()) {
      const cost = variable < 0 ? 0 : this.#open.costOf(variable);
      if (cost === 0) continue;
      const from = place * prices.length;
      for (let row = 0; row < prices.length; row += 1) prices[row]! += cost * inverse.values[from + row]!;
    }
    this.#open.price(prices);
  }

  /**
   * Moves each nonbasic variable to the bound that its reduced cost asks for; false if that bound is
   * infinite.
   */
  #chooseSides(): boolean {
    const { rows, rowLower, rowUpper } = this.#table;
    const { columnAt, rowAt } = this.#basis;
    const { count, columns, gains } = this.#open;
    const isWrong = (side: number, gain: number) => (side === AT_LOWER ? gain > WORTH : gain < -WORTH);
    for (let at = 0; at < count; at += 1) {
      const side = columnAt[columns[at]!]!;
      if (side === BASIC) gains[at] = 0;
      else if (isWrong(side, gains[at]!)) columnAt[columns[at]!] = side === AT_LOWER ? AT_UPPER : AT_LOWER;
      this.#open.put(columns[at]!, columnAt[columns[at]!]!);
    }
    for (let row = 0; row < rows; row += 1) {
      const side = rowAt[row]!;
      if (side === BASIC) this.#prices[row] = 0;
      else if (isWrong(side, this.#prices[row]!)) {
        if (!Number.isFinite(side === AT_LOWER ? rowUpper[row] : rowLower[row])) return false;
        rowAt[row] = side === AT_LOWER ? AT_UPPER : AT_LOWER;
      }
    }
    return true;
  }

  /**
   * The place of the largest bound violation, scaled by the norm of its row of the inverse; -1 if there is
   * none.
   */
  #leaving(): number {
    const { values, lowers, uppers, inverse } = this.#basis;
    const rows = values.length;
    let leaving = -1;
    let most = 0;
    for (let place = 0; place < rows; place += 1) {
      const over = Math.max(lowers[place]! - values[place]!, values[place]! - uppers[place]!);
      if (over <= FEASIBLE) continue;
      let length = 0;
      for (let at = place * rows; at < (place + 1) * rows; at += 1)
        length += inverse.values[at]! * inverse.values[at]!;
      const own = (over * over) / length;
      if (own <= most) continue;
      most = own;
      leaving = place;
    }
    return leaving;
  }

  /** Exchanges a basic variable; false if there is no entering variable, or numbers are unreliable. */
  #replace(leaving: number): boolean {
    const { rows } = this.#table;
    const [basis, open, breaks] = [this.#basis, this.#open, this.#breaks];
    const [rates, prices] = [this.#rates, this.#prices];
    const inverse = basis.inverse.values;
    for (let row = 0; row < rows; row += 1) rates[row] = inverse[leaving * rows + row]!;
    open.share(rates);
    const value = basis.values[leaving]!;
    const isBelow = value < basis.lowers[leaving]!;
    const over = isBelow ? basis.lowers[leaving]! - value : value - basis.uppers[leaving]!;
    const passed = this.#pass(over - FEASIBLE * (1 + over), isBelow ? 1 : -1);
    if (passed === -1) return false;
    const entering = breaks.variables[passed]!;
    const place = entering < 0 ? -1 - entering : open.places[entering]!;
    const part = entering < 0 ? -rates[place]! : open.parts[place]!;
    const step = (entering < 0 ? prices[place]! : open.gains[place]!) / part;
    basis.flip(breaks.variables, passed);
    for (let at = 0; at < passed; at += 1) this.#put(breaks.variables[at]!);
    if (Math.abs(basis.imageOf(entering)[leaving]! - part) > SURE * (1 + Math.abs(part))) return false;
    const left = basis.variables[leaving]!;
    basis.change(leaving, isBelow ? AT_LOWER : AT_UPPER, entering);
    const { count, gains, parts } = open;
    for (let at = 0; at < count; at += 1) gains[at]! -= step * parts[at]!;
    for (let row = 0; row < rows; row += 1) prices[row]! += step * rates[row]!;
    this.#put(entering, 0);
    this.#put(left, -step);
    this.#length = Math.abs(step);
    return true;
  }

  /** Records a variable's bound and reduced cost. */
  #put(variable: number, gain?: number): void {
    if (variable >= 0) {
      this.#open.put(variable, this.#basis.columnAt[variable]!);
      if (gain !== undefined) this.#open.gains[this.#open.places[variable]!] = gain;
    } else if (gain !== undefined) this.#prices[-1 - variable] = gain;
  }

  /** The number of breakpoints passed until the slope ends; -1 if it stays positive. */
  #pass(slope: number, sign: 1 | -1): number {
    let reach = FARTHER * this.#length;
    for (;;) {
      if (!(reach > PIVOT)) reach = Number.POSITIVE_INFINITY;
      this.#findBreakpoints(sign, reach);
      const passed = this.#breaks.pass(slope);
      if (passed !== -1 || reach === Number.POSITIVE_INFINITY) return passed;
      reach = reach < 1 ? FARTHER * FARTHER * reach : Number.POSITIVE_INFINITY;
    }
  }

  /**
   * Finds the variables that move to their opposite bounds while prices change by at most `reach` in
   * direction `sign`.
   */
  #findBreakpoints(sign: 1 | -1, reach: number): void {
    const { rows, rowLower, rowUpper } = this.#table;
    const { rowAt } = this.#basis;
    const { count, columns, ranges, gains, parts, sides } = this.#open;
    const breaks = this.#breaks;
    const far = Math.min(reach, Number.MAX_VALUE);
    breaks.clear(count + rows);
    // Columns at the lower bound have no positive reduced cost and move up when it becomes positive; and vice
    // versa.
    for (let at = 0; at < count; at += 1) {
      const gain = gains[at]! * sides[at]!;
      const rate = sign * parts[at]! * sides[at]!;
      if (gain <= far * rate && rate >= PIVOT)
        breaks.add(columns[at]!, Math.max(0, gain / rate), rate * ranges[at]!);
    }
    for (let row = 0; row < rows; row += 1) {
      const rate = -sign * this.#rates[row]!;
      const gain = this.#prices[row]!;
      if (rate < 0 ? rate > -PIVOT || gain < far * rate : rate < PIVOT || gain > far * rate) continue;
      const range = rowUpper[row]! - rowLower[row]!;
      if (rowAt[row] !== (rate < 0 ? AT_LOWER : AT_UPPER) || range === 0) continue;
      breaks.add(-1 - row, Math.max(0, gain / rate), Math.abs(rate) * range);
    }
  }

  #solution(): SimplexSolution {
    const { lower, upper } = this.#table;
    const { columnAt, variables, values } = this.#basis;
    const found = Float64Array.from(columnAt, (side, column) =>
      side === AT_UPPER ? upper[column]! : lower[column]!,
    );
    for (const [place, variable] of variables.entries())
      if (variable >= 0)
        found[variable] = Math.min(upper[variable]!, Math.max(lower[variable]!, values[place]!));
    return { columns: found, duals: this.#prices.slice() };
  }
}
