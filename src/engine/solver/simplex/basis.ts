import { Inverse } from "./inverse.ts";
import type { Table } from "./table.ts";

export const [AT_LOWER, AT_UPPER, BASIC] = [0, 1, 2];

/** A saved basis: its variables, and the bounds of the others. */
export interface Ending {
  readonly basis: readonly number[];
  readonly columnAt: readonly number[];
  readonly rowAt: readonly number[];
}

/**
 * The basis of a growing linear program: one variable per row, a dense inverse, and the basic values with all
 * other variables at their bounds. A variable is a column, or `-1 - row` for a row's value.
 */
export class Basis {
  /** Per place its variable, the variable's value and its bounds. */
  readonly variables: number[] = [];
  values = new Float64Array(0);
  lowers = new Float64Array(0);
  uppers = new Float64Array(0);
  readonly inverse = new Inverse();
  /** Per column and per row value: its bound, or `BASIC`. */
  readonly columnAt: number[] = [];
  readonly rowAt: number[] = [];
  /** Number of pivots since the inverse was computed; Infinity if it must be recomputed. */
  pivots = Number.POSITIVE_INFINITY;
  readonly #table: Table;
  #image = new Float64Array(0);
  #right = new Float64Array(0);

  constructor(table: Table) {
    this.#table = table;
  }

  /** Adds the columns and rows that are new in the table. */
  grow(): void {
    const { columns, rows } = this.#table;
    while (this.columnAt.length < columns) this.columnAt.push(AT_LOWER);
    while (this.rowAt.length < rows) {
      this.variables.push(-1 - this.rowAt.length);
      this.rowAt.push(BASIC);
      this.pivots = Number.POSITIVE_INFINITY;
    }
  }

  /** The bound of a variable, or `BASIC`. */
  sideOf(variable: number): number {
    return variable < 0 ? this.rowAt[-1 - variable]! : this.columnAt[variable]!;
  }

  /** The current basis, to restart from later. */
  ending(): Ending {
    return { basis: [...this.variables], columnAt: [...this.columnAt], rowAt: [...this.rowAt] };
  }

  /** Restarts from a saved basis: newer columns are nonbasic, the values of newer rows basic. */
  goOnFrom({ basis, columnAt, rowAt }: Ending): void {
    for (const column of this.columnAt.keys()) this.columnAt[column] = columnAt[column] ?? AT_LOWER;
    for (const row of this.rowAt.keys()) this.rowAt[row] = rowAt[row] ?? BASIC;
    for (const place of this.variables.keys()) this.variables[place] = basis[place] ?? -1 - place;
    this.pivots = Number.POSITIVE_INFINITY;
  }

  /** Recomputes the inverse; false if the basis is singular. */
  rebuild(): boolean {
    const { rows } = this.#table;
    if (this.values.length !== rows) {
      this.values = new Float64Array(rows);
      this.#image = new Float64Array(rows);
      this.#right = new Float64Array(rows);
      this.lowers = new Float64Array(rows);
      this.uppers = new Float64Array(rows);
    }
    this.pivots = 0;
    return this.inverse.rebuild(rows, (place, into) => this.#add(this.variables[place]!, 1, into));
  }

  /** Computes the basic values and their bounds, with all other variables at their bounds. */
  settle(): void {
    const { columns, lower, upper, rowLower, rowUpper } = this.#table;
    const right = this.#right.fill(0);
    for (let column = 0; column < columns; column += 1) {
      const side = this.columnAt[column]!;
      const value = side === BASIC ? 0 : side === AT_UPPER ? upper[column]! : lower[column]!;
      if (value !== 0) this.#add(column, -value, right);
    }
    for (const [row, side] of this.rowAt.entries())
      if (side !== BASIC) right[row]! += side === AT_UPPER ? rowUpper[row]! : rowLower[row]!;
    this.inverse.apply(right, this.values);
    for (const place of this.variables.keys()) this.#readBounds(place);
  }

  /** Adds a multiple of a variable's column to a vector. */
  #add(variable: number, times: number, into: Float64Array): void {
    if (variable < 0) {
      into[-1 - variable]! -= times;
      return;
    }
    const rows = this.#table.rowsOf[variable]!;
    const values = this.#table.valuesOf[variable]!;
    for (let at = 0; at < rows.length; at += 1) into[rows[at]!]! += times * values[at]!;
  }

  #readBounds(place: number): void {
    this.lowers[place] = this.lowerOf(this.variables[place]!);
    this.uppers[place] = this.upperOf(this.variables[place]!);
  }

  lowerOf(variable: number): number {
    return variable < 0 ? this.#table.rowLower[-1 - variable]! : this.#table.lower[variable]!;
  }

  upperOf(variable: number): number {
    return variable < 0 ? this.#table.rowUpper[-1 - variable]! : this.#table.upper[variable]!;
  }

  /** Moves nonbasic variables to their opposite bounds. */
  flip(variables: Int32Array, count: number): void {
    if (count === 0) return;
    const moved = this.#right.fill(0);
    for (let index = 0; index < count; index += 1) {
      const variable = variables[index]!;
      const isUp = this.sideOf(variable) === AT_LOWER;
      const range = this.upperOf(variable) - this.lowerOf(variable);
      this.#add(variable, isUp ? range : -range, moved);
      this.#put(variable, isUp ? AT_UPPER : AT_LOWER);
    }
    const image = this.inverse.apply(moved, this.#image);
    for (let place = 0; place < image.length; place += 1) this.values[place]! -= image[place]!;
  }

  /** A variable's column times the inverse: the decrease of the basic values per unit. */
  imageOf(variable: number): Float64Array {
    return this.inverse.apply(this.#column(variable), this.#image);
  }

  #column(variable: number): Float64Array {
    const column = this.#right.fill(0);
    this.#add(variable, 1, column);
    return column;
  }

  /**
   * Makes the variable of the last `imageOf` call basic at a place; the variable there leaves to its bound of
   * `side`.
   */
  change(place: number, side: number, entering: number): void {
    const image = this.#image;
    const left = this.variables[place]!;
    const bound = side === AT_UPPER ? this.uppers[place]! : this.lowers[place]!;
    const way = (this.values[place]! - bound) / image[place]!;
    const from = this.sideOf(entering) === AT_UPPER ? this.upperOf(entering) : this.lowerOf(entering);
    for (let at = 0; at < image.length; at += 1) this.values[at]! -= way * image[at]!;
    this.#put(left, side);
    this.#put(entering, BASIC);
    this.variables[place] = entering;
    this.#readBounds(place);
    this.values[place] = from + way;
    this.inverse.replace(place, image);
    this.pivots += 1;
  }

  #put(variable: number, at: number): void {
    if (variable < 0) this.rowAt[-1 - variable] = at;
    else this.columnAt[variable] = at;
  }
}
