import { AT_LOWER, BASIC, type Basis } from "./basis.ts";
import type { Table } from "./table.ts";

/** Maximum cost perturbation, different per column, which makes degenerate steps rare. */
const APART = 1e-6;

/** Smaller rates are rounding errors. */
const TINY = 1e-12;

/** The columns of a table that are not fixed, packed. */
export class OpenColumns {
  count = 0;
  /** Per place: column, distance between its bounds, reduced cost, and entry in the pivot row. */
  columns = new Int32Array(0);
  ranges = new Float64Array(0);
  gains = new Float64Array(0);
  parts = new Float64Array(0);
  /** Per place -1 at the lower bound and 1 at the upper; 0 for basic and fixed columns. */
  sides = new Float64Array(0);
  /** Per column of the table its place here; undefined for fixed columns. */
  places = new Int32Array(0);
  #costs = new Float64Array(0);
  /** Per row the start of its list (one extra element), and the places in the lists. */
  #first = new Int32Array(0);
  #members = new Int32Array(0);
  #values = new Float64Array(0);

  /** Packs the columns whose bounds differ and the basic columns. */
  read(table: Table, { columnAt }: Basis): void {
    const { columns, lower, upper, cost, rowsOf } = table;
    if (this.columns.length < columns) this.#grow(2 * columns);
    let [count, length] = [0, 0];
    for (let column = 0; column < columns; column += 1) {
      const range = upper[column]! - lower[column]!;
      if (range === 0 && columnAt[column] !== BASIC) continue;
      this.columns[count] = column;
      this.places[column] = count;
      this.ranges[count] = range;
      this.#costs[count] = cost[column]! + APART * scattered(column);
      length += rowsOf[column]!.length;
      count += 1;
    }
    this.count = count;
    this.#readRows(table, length);
  }

  #readRows({ rows, rowsOf, valuesOf }: Table, length: number): void {
    if (this.#members.length < length) {
      this.#members = new Int32Array(2 * length);
      this.#values = new Float64Array(2 * length);
    }
    const ends = new Int32Array(rows + 1);
    for (let at = 0; at < this.count; at += 1)
      for (const row of rowsOf[this.columns[at]!]!) ends[row + 1]! += 1;
    for (let row = 0; row < rows; row += 1) ends[row + 1]! += ends[row]!;
    this.#first = ends.slice();
    for (let at = 0; at < this.count; at += 1) {
      const own = rowsOf[this.columns[at]!]!;
      const values = valuesOf[this.columns[at]!]!;
      for (let index = 0; index < own.length; index += 1) {
        const to = ends[own[index]!]!;
        ends[own[index]!] = to + 1;
        this.#members[to] = at;
        this.#values[to] = values[index]!;
      }
    }
  }

  /** A column's objective coefficient with its perturbation. */
  costOf(column: number): number {
    return this.#costs[this.places[column]!]!;
  }

  /** Computes the reduced costs for the rows' prices. */
  price(prices: Float64Array): void {
    this.share(prices);
    for (let at = 0; at < this.count; at += 1) this.gains[at] = this.#costs[at]! - this.parts[at]!;
  }

  /** Computes the pivot row: each column's product with these rates of the rows. */
  share(rates: Float64Array): void {
    const [members, values] = [this.#members, this.#values];
    const parts = this.parts.fill(0, 0, this.count);
    for (let row = 0; row < rates.length; row += 1) {
      const rate = rates[row]!;
      if (Math.abs(rate) < TINY) continue;
      const end = this.#first[row + 1]!;
      for (let index = this.#first[row]!; index < end; index += 1)
        parts[members[index]!]! += rate * values[index]!;
    }
  }

  /** Records that a column is at a bound or in the basis. */
  put(column: number, side: number): void {
    const at = this.places[column]!;
    this.sides[at] = side === BASIC || this.ranges[at] === 0 ? 0 : side === AT_LOWER ? -1 : 1;
  }

  #grow(size: number): void {
    this.columns = new Int32Array(size);
    this.places = new Int32Array(size);
    this.ranges = new Float64Array(size);
    this.gains = new Float64Array(size);
    this.parts = new Float64Array(size);
    this.#costs = new Float64Array(size);
    this.sides = new Float64Array(size);
  }
}

/** An arbitrary start for the perturbation, which decides among equally good solutions. */
const ANYWHERE = 4001;

/**
 * A deterministic pseudorandom number from 0 to 1; unevenly distributed, as else many sums of two would be
 * equal.
 */
function scattered(number: number): number {
  const mixed = Math.imul(number + ANYWHERE, 0x85_eb_ca_6b);
  const again = Math.imul(mixed ^ (mixed >>> 13), 0xc2_b2_ae_35);
  return ((again ^ (again >>> 16)) >>> 0) / 2 ** 32;
}
