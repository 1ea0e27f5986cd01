import { Inverse } from "./inverse.ts";
import type { Packed, Table } from "./table.ts";

/** Values may be beyond their bounds by so much, and columns worth so much more before they enter. */
const FEASIBLE = 1e-9;
const WORTH = 1e-7;
/** A pivot is no smaller. */
const PIVOT = 1e-7;
/** After so many pivots the inverse is made anew. */
const PIVOTS = 80;
/** After so many steps back to within the bounds, it is left to the other method. */
const MOST_REPAIRS = 400;
/** Bounds of rows are this much wider, each by another part of it, so that steps are seldom of no length. */
const WIDER = 1e-6;
/** Steps between two chances to stop. */
const STEPS_PER_TURN = 128;

const [AT_LOWER, AT_UPPER, BASIC] = [0, 1, 2];

interface Ending {
  readonly basis: readonly number[];
  readonly columnAt: readonly number[];
  readonly rowAt: readonly number[];
}

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
  #packed!: Packed;
  readonly #inverse = new Inverse();
  /** Per place in the basis its variable: a column, or `-1 - row` for a row's value. */
  #basis: number[] = [];
  readonly #columnAt: number[] = [];
  readonly #rowAt: number[] = [];
  /** Per row its widened sides; per place in the basis the bounds of its variable. */
  readonly #rowLower: number[] = [];
  readonly #rowUpper: number[] = [];
  #lowers = new Float64Array(0);
  #uppers = new Float64Array(0);
  /** Where the last solve ended in which every column had its own bounds. */
  #freely: Ending | null = null;
  #wasFree = true;
  #values = new Float64Array(0);
  #costs = new Float64Array(0);
  #prices = new Float64Array(0);
  #image = new Float64Array(0);
  #pivots = 0;

  constructor(table: Table) {
    this.#table = table;
  }

  /**
   * The highest sum of costs; null where it loses its way or finds nothing that satisfies the rows, which is no proof.
   * `turn` may throw, every now and then.
   */
  solve(turn: () => void): SimplexSolution | null {
    const table = this.#table;
    while (this.#columnAt.length < table.columns) this.#columnAt.push(AT_LOWER);
    while (this.#rowAt.length < table.rows) this.#addRow();
    this.#packed = table.packed();
    const isFree = table.fixed === 0;
    if (isFree && !this.#wasFree && this.#freely !== null) this.#goOnFrom(this.#freely);
    this.#wasFree = isFree;
    if (!this.#restart()) return null;
    this.#repair(turn);
    const most = 20_000 + 50 * table.rows;
    for (let step = 1; step < most; step += 1) {
      if (step % STEPS_PER_TURN === 0) turn();
      if (this.#pivots >= PIVOTS && !this.#restart()) return null;
      const isInfeasible = this.#setCosts();
      this.#setPrices();
      const entering = this.#entering(isInfeasible);
      if (entering === null) {
        if (isInfeasible) return null;
        if (isFree) this.#freely = this.#ending();
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
      if (this.#pivots >= PIVOTS && !this.#restart()) return;
      let leaving = -1;
      let over = FEASIBLE;
      for (let place = 0; place < rows; place += 1) {
        const value = this.#values[place]!;
        const own = Math.max(this.#lowers[place]! - value, value - this.#uppers[place]!);
        if (own <= over) continue;
        leaving = place;
        over = own;
      }
      if (leaving === -1) return;
      this.#setOwnCosts();
      this.#setPrices();
      const isBelow = this.#values[leaving]! < this.#lowers[leaving]!;
      const entering = this.#repairing(leaving, isBelow);
      if (entering === null) return;
      const image = this.#imageOf(entering);
      const pivot = image[leaving]!;
      if (Math.abs(pivot) < PIVOT) return;
      const bound = isBelow ? this.#lowers[leaving]! : this.#uppers[leaving]!;
      const way = (this.#values[leaving]! - bound) / pivot;
      const from = this.#sideOf(entering) === AT_UPPER ? this.#upperOf(entering) : this.#lowerOf(entering);
      for (let place = 0; place < rows; place += 1) this.#values[place]! -= way * image[place]!;
      this.#change(leaving, isBelow ? AT_LOWER : AT_UPPER, entering, from + way);
    }
  }

  /** Who enters at the least loss for a value of the basis to come back; null where there is none, or some are worth it anyway. */
  #repairing(leaving: number, isBelow: boolean): number | null {
    const { rows, columns } = this.#table;
    const { first, rows: rowOf, values: weightOf } = this.#packed;
    const inverse = this.#inverse.values;
    const from = leaving * rows;
    let best: number | null = null;
    let least = Number.POSITIVE_INFINITY;
    let largest = 0;
    const look = (variable: number, gain: number, rate: number) => {
      const isUp = this.#sideOf(variable) === AT_LOWER;
      if (Math.abs(rate) < PIVOT || rate > 0 === (isUp === isBelow)) return;
      const loss = Math.abs(gain / rate);
      if (loss > least + FEASIBLE || (loss > least - FEASIBLE && Math.abs(rate) <= largest)) return;
      best = variable;
      least = Math.min(least, loss);
      largest = Math.abs(rate);
    };
    for (let column = 0; column < columns; column += 1) {
      if (this.#columnAt[column] === BASIC || this.#lowerOf(column) === this.#upperOf(column)) continue;
      let gain = this.#packed.cost[column]!;
      let rate = 0;
      for (let at = first[column]!; at < first[column + 1]!; at += 1) {
        gain -= this.#prices[rowOf[at]!]! * weightOf[at]!;
        rate += inverse[from + rowOf[at]!]! * weightOf[at]!;
      }
      if (this.#columnAt[column] === AT_LOWER ? gain > WORTH : gain < -WORTH) return null;
      look(column, gain, rate);
    }
    for (let row = 0; row < rows; row += 1) {
      if (this.#rowAt[row] === BASIC) continue;
      const gain = this.#prices[row]!;
      if (this.#rowAt[row] === AT_LOWER ? gain > WORTH : gain < -WORTH) return null;
      look(-1 - row, gain, -inverse[from + row]!);
    }
    return best;
  }

  #sideOf(variable: number): number {
    return variable < 0 ? this.#rowAt[-1 - variable]! : this.#columnAt[variable]!;
  }

  #addRow(): void {
    const row = this.#rowAt.length;
    const part = WIDER * (0.5 + ((row * 0.618_033_988_749_895) % 1));
    this.#rowLower.push(this.#table.rowLower[row]! - part);
    this.#rowUpper.push(this.#table.rowUpper[row]! + part);
    this.#basis.push(-1 - row);
    this.#rowAt.push(BASIC);
  }

  #ending(): Ending {
    return { basis: [...this.#basis], columnAt: [...this.#columnAt], rowAt: [...this.#rowAt] };
  }

  /** Columns that have joined since are out, the values of rows that have joined in the basis. */
  #goOnFrom({ basis, columnAt, rowAt }: Ending): void {
    for (const column of this.#columnAt.keys()) this.#columnAt[column] = columnAt[column] ?? AT_LOWER;
    for (const row of this.#rowAt.keys()) this.#rowAt[row] = rowAt[row] ?? BASIC;
    for (const place of this.#basis.keys()) this.#basis[place] = basis[place] ?? -1 - place;
  }

  /** Makes inverse and values anew; false where the basis is none any more. */
  #restart(): boolean {
    const { rows } = this.#table;
    if (this.#values.length !== rows) {
      this.#values = new Float64Array(rows);
      this.#costs = new Float64Array(rows);
      this.#prices = new Float64Array(rows);
      this.#image = new Float64Array(rows);
      this.#lowers = new Float64Array(rows);
      this.#uppers = new Float64Array(rows);
    }
    this.#pivots = 0;
    for (let place = 0; place < rows; place += 1) this.#readBounds(place);
    if (!this.#inverse.rebuild(rows, (place, into) => this.#write(this.#basis[place]!, into))) return false;
    this.#settle(this.#widened);
    return true;
  }

  #write(variable: number, into: Float64Array): void {
    if (variable < 0) {
      into[-1 - variable] = -1;
      return;
    }
    const { first, rows, values } = this.#packed;
    for (let at = first[variable]!; at < first[variable + 1]!; at += 1) into[rows[at]!]! += values[at]!;
  }

  /** The values of the basis, given all others at their bounds. */
  #settle(rowBound: (row: number, at: number) => number): void {
    const { rows, columns } = this.#table;
    const { lower, upper, first, rows: rowOf, values: weightOf } = this.#packed;
    const right = new Float64Array(rows);
    for (let column = 0; column < columns; column += 1) {
      const side = this.#columnAt[column]!;
      const value = side === BASIC ? 0 : side === AT_UPPER ? upper[column]! : lower[column]!;
      if (value === 0) continue;
      for (let at = first[column]!; at < first[column + 1]!; at += 1)
        right[rowOf[at]!]! -= value * weightOf[at]!;
    }
    for (let row = 0; row < rows; row += 1)
      if (this.#rowAt[row] !== BASIC) right[row]! += rowBound(row, this.#rowAt[row]!);
    const inverse = this.#inverse.values;
    for (let place = 0; place < rows; place += 1) {
      let sum = 0;
      for (let row = 0; row < rows; row += 1) sum += inverse[place * rows + row]! * right[row]!;
      this.#values[place] = sum;
    }
  }

  readonly #plain = (row: number, at: number): number =>
    at === AT_UPPER ? this.#table.rowUpper[row]! : this.#table.rowLower[row]!;

  readonly #widened = (row: number, at: number): number =>
    at === AT_UPPER ? this.#rowUpper[row]! : this.#rowLower[row]!;

  #readBounds(place: number): void {
    this.#lowers[place] = this.#lowerOf(this.#basis[place]!);
    this.#uppers[place] = this.#upperOf(this.#basis[place]!);
  }

  #lowerOf(variable: number): number {
    return variable < 0 ? this.#rowLower[-1 - variable]! : this.#packed.lower[variable]!;
  }

  #upperOf(variable: number): number {
    return variable < 0 ? this.#rowUpper[-1 - variable]! : this.#packed.upper[variable]!;
  }

  /** Costs of the basis: how far it is beyond bounds where it is, else the program's. True where it is. */
  #setCosts(): boolean {
    const costs = this.#costs;
    let isInfeasible = false;
    for (let place = 0; place < costs.length; place += 1) {
      const value = this.#values[place]!;
      costs[place] =
        value < this.#lowers[place]! - FEASIBLE ? 1 : value > this.#uppers[place]! + FEASIBLE ? -1 : 0;
      if (costs[place] !== 0) isInfeasible = true;
    }
    if (!isInfeasible) this.#setOwnCosts();
    return isInfeasible;
  }

  #setOwnCosts(): void {
    for (let place = 0; place < this.#costs.length; place += 1) {
      const variable = this.#basis[place]!;
      this.#costs[place] = variable < 0 ? 0 : this.#packed.cost[variable]!;
    }
  }

  #setPrices(): void {
    const rows = this.#costs.length;
    const prices = this.#prices.fill(0);
    const inverse = this.#inverse.values;
    for (let place = 0; place < rows; place += 1) {
      const cost = this.#costs[place]!;
      if (cost === 0) continue;
      for (let row = 0, at = place * rows; row < rows; row += 1, at += 1) prices[row]! += cost * inverse[at]!;
    }
  }

  /** Who is worth most beyond the prices, where it may move that way; null where nobody is. */
  #entering(isInfeasible: boolean): { readonly variable: number; readonly up: boolean } | null {
    const { cost, lower, upper, first, rows, values } = this.#packed;
    const prices = this.#prices;
    let most = WORTH;
    let variable: number | null = null;
    for (let column = 0; column < cost.length; column += 1) {
      const side = this.#columnAt[column]!;
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
      const side = this.#rowAt[row]!;
      if (side === BASIC) continue;
      const gain = side === AT_UPPER ? -prices[row]! : prices[row]!;
      if (gain <= most) continue;
      most = gain;
      variable = -1 - row;
    }
    return variable === null ? null : { variable, up: this.#sideOf(variable) === AT_LOWER };
  }

  /** Lets a variable move as far as the basis allows; false where nothing stops it. */
  #enter({ variable, up }: { readonly variable: number; readonly up: boolean }): boolean {
    const rows = this.#values.length;
    const image = this.#imageOf(variable);
    const sign = up ? -1 : 1;
    // Bounds are stretched a little for the longest step; of those met by then, the largest pivot is the safest.
    let longest = Number.POSITIVE_INFINITY;
    for (let place = 0; place < rows; place += 1) {
      const rate = sign * image[place]!;
      if (Math.abs(rate) < PIVOT) continue;
      const room = this.#room(place, rate);
      if (room < Number.POSITIVE_INFINITY) longest = Math.min(longest, (room + FEASIBLE) / Math.abs(rate));
    }
    const [lower, upper] = [this.#lowerOf(variable), this.#upperOf(variable)];
    let leaving = -1;
    let pivot = 0;
    let length = upper - lower;
    if (longest < length)
      for (let place = 0; place < rows; place += 1) {
        const rate = Math.abs(image[place]!);
        if (rate < PIVOT || rate <= pivot) continue;
        const ratio = this.#room(place, sign * image[place]!) / rate;
        if (ratio > longest) continue;
        leaving = place;
        pivot = rate;
        length = Math.max(0, ratio);
      }
    if (length === Number.POSITIVE_INFINITY) return false;
    const values = this.#values;
    const side = leaving === -1 ? 0 : this.#sideMet(leaving, sign * image[leaving]!);
    for (let place = 0; place < rows; place += 1) values[place]! += length * sign * image[place]!;
    if (leaving === -1) {
      this.#put(variable, up ? AT_UPPER : AT_LOWER);
      return true;
    }
    this.#change(leaving, side, variable, up ? lower + length : upper - length);
    return true;
  }

  /** What the basis loses for one more of a variable. */
  #imageOf(variable: number): Float64Array {
    const rows = this.#values.length;
    const image = this.#image.fill(0);
    const inverse = this.#inverse.values;
    const { first, rows: rowOf, values: weightOf } = this.#packed;
    const from = variable < 0 ? 0 : first[variable]!;
    const end = variable < 0 ? 1 : first[variable + 1]!;
    for (let index = from; index < end; index += 1) {
      const value = variable < 0 ? -1 : weightOf[index]!;
      const row = variable < 0 ? -1 - variable : rowOf[index]!;
      for (let place = 0, at = row; place < rows; place += 1, at += rows)
        image[place]! += value * inverse[at]!;
    }
    return image;
  }

  /** Puts a variable, whose image was asked for last, into a place of the basis. */
  #change(place: number, side: number, entering: number, value: number): void {
    this.#put(this.#basis[place]!, side);
    this.#put(entering, BASIC);
    this.#basis[place] = entering;
    this.#readBounds(place);
    this.#values[place] = value;
    this.#inverse.replace(place, this.#image);
    this.#pivots += 1;
  }

  /** How far a variable of the basis may move at a rate of that sign; to the bound that it is beyond where it comes back. */
  #room(place: number, rate: number): number {
    const value = this.#values[place]!;
    const lower = this.#lowers[place]!;
    const upper = this.#uppers[place]!;
    if (rate > 0) {
      if (value > upper + FEASIBLE) return Number.POSITIVE_INFINITY;
      return value < lower - FEASIBLE ? lower - value : upper - value;
    }
    if (value < lower - FEASIBLE) return Number.POSITIVE_INFINITY;
    return value > upper + FEASIBLE ? value - upper : value - lower;
  }

  #sideMet(place: number, rate: number): number {
    const value = this.#values[place]!;
    if (rate > 0) return value < this.#lowers[place]! - FEASIBLE ? AT_LOWER : AT_UPPER;
    return value > this.#uppers[place]! + FEASIBLE ? AT_UPPER : AT_LOWER;
  }

  #put(variable: number, at: number): void {
    if (variable < 0) this.#rowAt[-1 - variable] = at;
    else this.#columnAt[variable] = at;
  }

  #solution(): SimplexSolution {
    const { columns } = this.#table;
    const { lower, upper } = this.#packed;
    this.#settle(this.#plain);
    const found = Float64Array.from({ length: columns }, (_, column) =>
      this.#columnAt[column] === AT_UPPER ? upper[column]! : lower[column]!,
    );
    for (const [place, variable] of this.#basis.entries())
      if (variable >= 0)
        found[variable] = Math.min(upper[variable]!, Math.max(lower[variable]!, this.#values[place]!));
    return { columns: found, duals: this.#prices.slice() };
  }
}
