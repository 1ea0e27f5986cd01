import { AT_LOWER, AT_UPPER, BASIC, Basis, type Ending } from "./basis.ts";
import { Breakpoints } from "./breakpoints.ts";
import { OpenColumns } from "./open-columns.ts";
import type { Table } from "./table.ts";

/** Values may be beyond their bounds by so much. */
const FEASIBLE = 1e-9;
/** Variables may be worth so much where they should be out. */
const WORTH = 1e-9;
/** A pivot is no smaller. */
const PIVOT = 1e-7;
/** What a pivot comes to by row and by column may differ by so much. */
const SURE = 1e-7;
/** After so many pivots the inverse is made anew; before a solve after less. */
const PIVOTS = 100;
const PIVOTS_BEFORE = 50;
/** Breakpoints are looked for as far as so many times the step before. */
const FARTHER = 8;
/** Steps between two chances to stop. */
const STEPS_PER_TURN = 128;

export interface SimplexSolution {
  readonly columns: Float64Array;
  readonly duals: Float64Array;
}

/**
 * The dual simplex method with a dense inverse and long steps, for programs of few rows whose columns have two bounds: any
 * basis will do to begin with, each column at the bound that its gain asks for, so that it goes on from where it ended as
 * columns and rows join and bounds change. A step changes prices until a value of the basis is back within its bounds, and
 * may put many columns to their other bounds on the way. A row's value is a variable of its own, `-1 - row`, with the row's
 * sides as bounds.
 */
export class Simplex {
  readonly #table: Table;
  readonly #basis: Basis;
  readonly #open = new OpenColumns();
  readonly #breaks = new Breakpoints();
  /** Where the last solve ended in which every column had its own bounds. */
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
   * The highest sum of costs; null where it loses its way or finds nothing that satisfies the rows, which is no proof.
   * `turn` may throw, every now and then.
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

  /** Makes the inverse anew after so many pivots, and all that follows; false where the basis is none any more. */
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

  /** Puts everybody outside the basis to the bound that his gain asks for; false where there is none. */
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

  /** The place whose value is the furthest beyond its bounds, by the length of its row of the inverse; -1 where none is. */
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

  /** Puts another variable in a place of the basis; false where none is found, or numbers have grown unsure. */
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

  /** Says where a variable is now, and what it is worth. */
  #put(variable: number, gain?: number): void {
    if (variable >= 0) {
      this.#open.put(variable, this.#basis.columnAt[variable]!);
      if (gain !== undefined) this.#open.gains[this.#open.places[variable]!] = gain;
    } else if (gain !== undefined) this.#prices[-1 - variable] = gain;
  }

  /** How many of the breakpoints are passed until nothing is left of the slope; -1 where something is left. */
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

  /** Finds where somebody goes to his other bound while prices change by no more than `reach` in the direction of the sign. */
  #findBreakpoints(sign: 1 | -1, reach: number): void {
    const { rows, rowLower, rowUpper } = this.#table;
    const { rowAt } = this.#basis;
    const { count, columns, ranges, gains, parts, sides } = this.#open;
    const breaks = this.#breaks;
    const far = Math.min(reach, Number.MAX_VALUE);
    breaks.clear(count + rows);
    // Whoever is out has no gain, and goes in as that grows; whoever is in the other way round.
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
