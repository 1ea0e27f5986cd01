import { Inverse } from "./inverse.ts";
import type { Packed, Table } from "./table.ts";

/** Values may be beyond their bounds by so much. */
export const FEASIBLE = 1e-9;
/** Bounds of rows are this much wider, each by another part of it, so that steps are seldom of no length. */
const WIDER = 1e-6;

export const [AT_LOWER, AT_UPPER, BASIC] = [0, 1, 2];

/** Which variables are in the basis, and at which bounds the others are. */
export interface Ending {
  readonly basis: readonly number[];
  readonly columnAt: readonly number[];
  readonly rowAt: readonly number[];
}

/**
 * The basis of a linear program that grows: as many variables as there are rows, with a dense inverse and their values when all
 * others are at their bounds. A variable is a column, or `-1 - row` for a row's value.
 */
export class Basis {
  /** Per place its variable, the value of that, and its bounds. */
  readonly variables: number[] = [];
  values = new Float64Array(0);
  lowers = new Float64Array(0);
  uppers = new Float64Array(0);
  readonly inverse = new Inverse();
  /** Per column and per row's value: at which bound it is, or `BASIC`. */
  readonly columnAt: number[] = [];
  readonly rowAt: number[] = [];
  packed!: Packed;
  /** How often a variable was replaced since the inverse was made. */
  pivots = 0;
  readonly #table: Table;
  /** Per row its widened sides. */
  readonly #rowLower: number[] = [];
  readonly #rowUpper: number[] = [];
  #image = new Float64Array(0);

  constructor(table: Table) {
    this.#table = table;
  }

  /** Takes in the columns and rows that have joined the table. */
  grow(): void {
    const { columns, rows } = this.#table;
    while (this.columnAt.length < columns) this.columnAt.push(AT_LOWER);
    while (this.rowAt.length < rows) this.#addRow();
    this.packed = this.#table.packed();
  }

  /** The bound that a variable is at, or `BASIC`. */
  sideOf(variable: number): number {
    return variable < 0 ? this.rowAt[-1 - variable]! : this.columnAt[variable]!;
  }

  /** Where it stands, to go on from later. */
  ending(): Ending {
    return { basis: [...this.variables], columnAt: [...this.columnAt], rowAt: [...this.rowAt] };
  }

  /** Columns that have joined since are out, the values of rows that have joined in the basis. */
  goOnFrom({ basis, columnAt, rowAt }: Ending): void {
    for (const column of this.columnAt.keys()) this.columnAt[column] = columnAt[column] ?? AT_LOWER;
    for (const row of this.rowAt.keys()) this.rowAt[row] = rowAt[row] ?? BASIC;
    for (const place of this.variables.keys()) this.variables[place] = basis[place] ?? -1 - place;
  }

  /** Makes inverse and values anew; false where the basis is none any more. */
  restart(): boolean {
    const { rows } = this.#table;
    if (this.values.length !== rows) {
      this.values = new Float64Array(rows);
      this.#image = new Float64Array(rows);
      this.lowers = new Float64Array(rows);
      this.uppers = new Float64Array(rows);
    }
    this.pivots = 0;
    for (let place = 0; place < rows; place += 1) this.#readBounds(place);
    if (!this.inverse.rebuild(rows, (place, into) => this.#write(this.variables[place]!, into))) return false;
    this.#settle(this.#widened);
    return true;
  }

  #write(variable: number, into: Float64Array): void {
    if (variable < 0) {
      into[-1 - variable] = -1;
      return;
    }
    const { first, rows, values } = this.packed;
    for (let at = first[variable]!; at < first[variable + 1]!; at += 1) into[rows[at]!]! += values[at]!;
  }

  /** The values of the basis, given all others at their bounds. */
  #settle(rowBound: (row: number, at: number) => number): void {
    const { rows, columns } = this.#table;
    const { lower, upper, first, rows: rowOf, values: weightOf } = this.packed;
    const right = new Float64Array(rows);
    for (let column = 0; column < columns; column += 1) {
      const side = this.columnAt[column]!;
      const value = side === BASIC ? 0 : side === AT_UPPER ? upper[column]! : lower[column]!;
      if (value === 0) continue;
      for (let at = first[column]!; at < first[column + 1]!; at += 1)
        right[rowOf[at]!]! -= value * weightOf[at]!;
    }
    for (let row = 0; row < rows; row += 1)
      if (this.rowAt[row] !== BASIC) right[row]! += rowBound(row, this.rowAt[row]!);
    const inverse = this.inverse.values;
    for (let place = 0; place < rows; place += 1) {
      let sum = 0;
      for (let row = 0; row < rows; row += 1) sum += inverse[place * rows + row]! * right[row]!;
      this.values[place] = sum;
    }
  }

  /** Makes the values those of the rows' own sides. */
  settlePlainly(): void {
    const { rowLower, rowUpper } = this.#table;
    this.#settle((row, at) => (at === AT_UPPER ? rowUpper[row]! : rowLower[row]!));
  }

  readonly #widened = (row: number, at: number): number =>
    at === AT_UPPER ? this.#rowUpper[row]! : this.#rowLower[row]!;

  #readBounds(place: number): void {
    this.lowers[place] = this.lowerOf(this.variables[place]!);
    this.uppers[place] = this.upperOf(this.variables[place]!);
  }

  lowerOf(variable: number): number {
    return variable < 0 ? this.#rowLower[-1 - variable]! : this.packed.lower[variable]!;
  }

  upperOf(variable: number): number {
    return variable < 0 ? this.#rowUpper[-1 - variable]! : this.packed.upper[variable]!;
  }

  /** What the basis loses for one more of a variable. */
  imageOf(variable: number): Float64Array {
    const rows = this.values.length;
    const image = this.#image.fill(0);
    const inverse = this.inverse.values;
    const { first, rows: rowOf, values: weightOf } = this.packed;
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
  change(place: number, side: number, entering: number, value: number): void {
    this.put(this.variables[place]!, side);
    this.put(entering, BASIC);
    this.variables[place] = entering;
    this.#readBounds(place);
    this.values[place] = value;
    this.inverse.replace(place, this.#image);
    this.pivots += 1;
  }

  /** How far a variable of the basis may move at a rate of that sign; to the bound that it is beyond where it comes back. */
  room(place: number, rate: number): number {
    const value = this.values[place]!;
    const lower = this.lowers[place]!;
    const upper = this.uppers[place]!;
    if (rate > 0) {
      if (value > upper + FEASIBLE) return Number.POSITIVE_INFINITY;
      return value < lower - FEASIBLE ? lower - value : upper - value;
    }
    if (value < lower - FEASIBLE) return Number.POSITIVE_INFINITY;
    return value > upper + FEASIBLE ? value - upper : value - lower;
  }

  /** The bound that it meets at that rate. */
  sideMet(place: number, rate: number): number {
    const value = this.values[place]!;
    if (rate > 0) return value < this.lowers[place]! - FEASIBLE ? AT_LOWER : AT_UPPER;
    return value > this.uppers[place]! + FEASIBLE ? AT_UPPER : AT_LOWER;
  }

  /** Puts a variable at a bound, or marks it as one of the basis. */
  put(variable: number, at: number): void {
    if (variable < 0) this.rowAt[-1 - variable] = at;
    else this.columnAt[variable] = at;
  }

  #addRow(): void {
    const row = this.rowAt.length;
    const part = WIDER * (0.5 + ((row * 0.618_033_988_749_895) % 1));
    this.#rowLower.push(this.#table.rowLower[row]! - part);
    this.#rowUpper.push(this.#table.rowUpper[row]! + part);
    this.variables.push(-1 - row);
    this.rowAt.push(BASIC);
  }
}
