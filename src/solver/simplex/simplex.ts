import { AT_LOWER, AT_UPPER, BASIC, Basis, type Ending, FEASIBLE } from "./basis.ts";
import type { Table } from "./table.ts";

/** Columns are worth so much more before they enter. */
const WORTH = 1e-7;
/** A pivot is no smaller. */
const PIVOT = 1e-7;
/** After so many pivots the inverse is made anew. */
const PIVOTS = 80;
/** After so many steps back to within the bounds, it is left to the other method. */
const MOST_REPAIRS = 400;
/** Steps between two chances to stop. */
const STEPS_PER_TURN = 128;

export interface SimplexSolution {
  readonly columns: Float64Array;
  readonly duals: Float64Array;
}

/**
 * The primal simplex method with a dense inverse, for programs of few rows that go on from where they ended as columns and
 * rows join and bounds change. A row's value is a variable of its own, `columns + row`, with the row's sides as bounds.
 */
export class Simplex {
  readonly #table: Table;
  readonly #basis: Basis;
  /** Where the last solve ended in which every column had its own bounds. */
  #freely: Ending | null = null;
  #wasFree = true;
  #costs = new Float64Array(0);
  #prices = new Float64Array(0);

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
    this.#basis.grow();
    const isFree = table.fixed === 0;
    if (isFree && !this.#wasFree && this.#freely !== null) this.#basis.goOnFrom(this.#freely);
    this.#wasFree = isFree;
    if (!this.#restart()) return null;
    this.#repair(turn);
    const most = 20_000 + 50 * table.rows;
    for (let step = 1; step < most; step += 1) {
      if (step % STEPS_PER_TURN === 0) turn();
      if (this.#basis.pivots >= PIVOTS && !this.#restart()) return null;
      const isInfeasible = this.#setCosts();
      this.#setPrices();
      const entering = this.#entering(isInfeasible);
      if (entering === null) {
        if (isInfeasible) return null;
        if (isFree) this.#freely = this.#basis.ending();
        return this.#solution();
      }
      if (!this.#enter(entering)) return null;
    }
    return null;
  }

  /**
   * While no column is worth entering, brings the values of the basis back within their bounds one by one (the dual
   * method): after rows have joined or bounds changed, that takes few steps. Stops where it does not know how to go on.
   */
  #repair(turn: () => void): void {
    const { rows } = this.#table;
    for (let step = 1; step < MOST_REPAIRS; step += 1) {
      if (step % STEPS_PER_TURN === 0) turn();
      if (this.#basis.pivots >= PIVOTS && !this.#restart()) return;
      let leaving = -1;
      let over = FEASIBLE;
      for (let place = 0; place < rows; place += 1) {
        const value = this.#basis.values[place]!;
        const own = Math.max(this.#basis.lowers[place]! - value, value - this.#basis.uppers[place]!);
        if (own <= over) continue;
        leaving = place;
        over = own;
      }
      if (leaving === -1) return;
      this.#setOwnCosts();
      this.#setPrices();
      const isBelow = this.#basis.values[leaving]! < this.#basis.lowers[leaving]!;
      const entering = this.#repairing(leaving, isBelow);
      if (entering === null) return;
      const image = this.#basis.imageOf(entering);
      const pivot = image[leaving]!;
      if (Math.abs(pivot) < PIVOT) return;
      const bound = isBelow ? this.#basis.lowers[leaving]! : this.#basis.uppers[leaving]!;
      const way = (this.#basis.values[leaving]! - bound) / pivot;
      const from =
        this.#basis.sideOf(entering) === AT_UPPER
          ? this.#basis.upperOf(entering)
          : this.#basis.lowerOf(entering);
      for (let place = 0; place < rows; place += 1) this.#basis.values[place]! -= way * image[place]!;
      this.#basis.change(leaving, isBelow ? AT_LOWER : AT_UPPER, entering, from + way);
    }
  }

  /** Makes the inverse and all that follows anew; false where the basis is none any more. */
  #restart(): boolean {
    const { rows } = this.#table;
    if (this.#costs.length !== rows) {
      this.#costs = new Float64Array(rows);
      this.#prices = new Float64Array(rows);
    }
    return this.#basis.restart();
  }

  /** Who enters at the least loss for a value of the basis to come back; null where there is none, or some are worth it anyway. */
  #repairing(leaving: number, isBelow: boolean): number | null {
    const { rows, columns } = this.#table;
    const { first, rows: rowOf, values: weightOf } = this.#basis.packed;
    const inverse = this.#basis.inverse.values;
    const from = leaving * rows;
    let best: number | null = null;
    let least = Number.POSITIVE_INFINITY;
    let largest = 0;
    const look = (variable: number, gain: number, rate: number) => {
      const isUp = this.#basis.sideOf(variable) === AT_LOWER;
      if (Math.abs(rate) < PIVOT || rate > 0 === (isUp === isBelow)) return;
      const loss = Math.abs(gain / rate);
      if (loss > least + FEASIBLE || (loss > least - FEASIBLE && Math.abs(rate) <= largest)) return;
      best = variable;
      least = Math.min(least, loss);
      largest = Math.abs(rate);
    };
    for (let column = 0; column < columns; column += 1) {
      if (
        this.#basis.columnAt[column] === BASIC ||
        this.#basis.lowerOf(column) === this.#basis.upperOf(column)
      )
        continue;
      let gain = this.#basis.packed.cost[column]!;
      let rate = 0;
      for (let at = first[column]!; at < first[column + 1]!; at += 1) {
        gain -= this.#prices[rowOf[at]!]! * weightOf[at]!;
        rate += inverse[from + rowOf[at]!]! * weightOf[at]!;
      }
      if (this.#basis.columnAt[column] === AT_LOWER ? gain > WORTH : gain < -WORTH) return null;
      look(column, gain, rate);
    }
    for (let row = 0; row < rows; row += 1) {
      if (this.#basis.rowAt[row] === BASIC) continue;
      const gain = this.#prices[row]!;
      if (this.#basis.rowAt[row] === AT_LOWER ? gain > WORTH : gain < -WORTH) return null;
      look(-1 - row, gain, -inverse[from + row]!);
    }
    return best;
  }

  /** Costs of the basis: how far it is beyond bounds where it is, else the program's. True where it is. */
  #setCosts(): boolean {
    const costs = this.#costs;
    let isInfeasible = false;
    for (let place = 0; place < costs.length; place += 1) {
      const value = this.#basis.values[place]!;
      costs[place] =
        value < this.#basis.lowers[place]! - FEASIBLE
          ? 1
          : value > this.#basis.uppers[place]! + FEASIBLE
            ? -1
            : 0;
      if (costs[place] !== 0) isInfeasible = true;
    }
    if (!isInfeasible) this.#setOwnCosts();
    return isInfeasible;
  }

  #setOwnCosts(): void {
    for (let place = 0; place < this.#costs.length; place += 1) {
      const variable = this.#basis.variables[place]!;
      this.#costs[place] = variable < 0 ? 0 : this.#basis.packed.cost[variable]!;
    }
  }

  #setPrices(): void {
    const rows = this.#costs.length;
    const prices = this.#prices.fill(0);
    const inverse = this.#basis.inverse.values;
    for (let place = 0; place < rows; place += 1) {
      const cost = this.#costs[place]!;
      if (cost === 0) continue;
      for (let row = 0, at = place * rows; row < rows; row += 1, at += 1) prices[row]! += cost * inverse[at]!;
    }
  }

  /** Who is worth most beyond the prices, where it may move that way; null where nobody is. */
  #entering(isInfeasible: boolean): { readonly variable: number; readonly up: boolean } | null {
    const { cost, lower, upper, first, rows, values } = this.#basis.packed;
    const prices = this.#prices;
    let most = WORTH;
    let variable: number | null = null;
    for (let column = 0; column < cost.length; column += 1) {
      const side = this.#basis.columnAt[column]!;
      if (side === BASIC || lower[column] === upper[column]) continue;
      let gain = isInfeasible ? 0 : cost[column]!;
      for (let at = first[column]!; at < first[column + 1]!; at += 1)
        gain -= prices[rows[at]!]! * values[at]!;
      if (side === AT_UPPER) gain = -gain;
      if (gain <= most) continue;
      most = gain;
      variable = column;
    }
    for (let row = 0; row < prices.length; row += 1) {
      const side = this.#basis.rowAt[row]!;
      if (side === BASIC) continue;
      const gain = side === AT_UPPER ? -prices[row]! : prices[row]!;
      if (gain <= most) continue;
      most = gain;
      variable = -1 - row;
    }
    return variable === null ? null : { variable, up: this.#basis.sideOf(variable) === AT_LOWER };
  }

  /** Lets a variable move as far as the basis allows; false where nothing stops it. */
  #enter({ variable, up }: { readonly variable: number; readonly up: boolean }): boolean {
    const rows = this.#basis.values.length;
    const image = this.#basis.imageOf(variable);
    const sign = up ? -1 : 1;
    // Bounds are stretched a little for the longest step; of those met by then, the largest pivot is the safest.
    let longest = Number.POSITIVE_INFINITY;
    for (let place = 0; place < rows; place += 1) {
      const rate = sign * image[place]!;
      if (Math.abs(rate) < PIVOT) continue;
      const room = this.#basis.room(place, rate);
      if (room < Number.POSITIVE_INFINITY) longest = Math.min(longest, (room + FEASIBLE) / Math.abs(rate));
    }
    const [lower, upper] = [this.#basis.lowerOf(variable), this.#basis.upperOf(variable)];
    let leaving = -1;
    let pivot = 0;
    let length = upper - lower;
    if (longest < length)
      for (let place = 0; place < rows; place += 1) {
        const rate = Math.abs(image[place]!);
        if (rate < PIVOT || rate <= pivot) continue;
        const ratio = this.#basis.room(place, sign * image[place]!) / rate;
        if (ratio > longest) continue;
        leaving = place;
        pivot = rate;
        length = Math.max(0, ratio);
      }
    if (length === Number.POSITIVE_INFINITY) return false;
    const values = this.#basis.values;
    const side = leaving === -1 ? 0 : this.#basis.sideMet(leaving, sign * image[leaving]!);
    for (let place = 0; place < rows; place += 1) values[place]! += length * sign * image[place]!;
    if (leaving === -1) {
      this.#basis.put(variable, up ? AT_UPPER : AT_LOWER);
      return true;
    }
    this.#basis.change(leaving, side, variable, up ? lower + length : upper - length);
    return true;
  }

  #solution(): SimplexSolution {
    const { columns } = this.#table;
    const { lower, upper } = this.#basis.packed;
    this.#basis.settlePlainly();
    const found = Float64Array.from({ length: columns }, (_, column) =>
      this.#basis.columnAt[column] === AT_UPPER ? upper[column]! : lower[column]!,
    );
    for (const [place, variable] of this.#basis.variables.entries())
      if (variable >= 0)
        found[variable] = Math.min(upper[variable]!, Math.max(lower[variable]!, this.#basis.values[place]!));
    return { columns: found, duals: this.#prices.slice() };
  }
}
