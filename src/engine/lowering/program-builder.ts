import type { Model } from "../model/model.ts";
import type { Program, Row } from "../model/program.ts";

/**
 * A row with larger coefficients is split into two rows: one of their higher digits to this base, and one of
 * their lower digits. In sums of 1e10 or more, the tolerances of solvers would exceed 1.
 */
const BASE = 2 ** 24;

export class ProgramBuilder {
  readonly model: Model;
  /** Per pick, the slots that it may still take, as bits; 0 excludes the pick. */
  readonly slots: Int32Array;
  readonly filled: boolean[];
  once = false;
  readonly #picksOf: number[][];
  readonly #present = new Map<number, readonly number[]>();
  readonly #added: { readonly upper: number; readonly whole: boolean }[] = [];
  readonly #rows: Row[] = [];

  constructor(model: Model) {
    this.model = model;
    this.slots = model.picks.slots.slice();
    this.filled = model.slots.map(() => false);
    this.#picksOf = Array.from({ length: model.entries }, () => []);
    for (const [pick, entry] of model.picks.entry.entries()) this.#picksOf[entry]!.push(pick);
  }

  allPicksOf(entry: number): readonly number[] {
    return this.#picksOf[entry]!;
  }

  picksOf(entry: number): readonly number[] {
    return this.#picksOf[entry]!.filter((pick) => this.slots[pick] !== 0);
  }

  presence(entry: number): readonly number[] {
    const known = this.#present.get(entry);
    if (known) return known;
    const picks = this.picksOf(entry);
    const columns = this.once || picks.length < 2 ? picks : [this.#anyOf(picks)];
    this.#present.set(entry, columns);
    return columns;
  }

  addColumn(upper: number): number {
    return this.slots.length + this.#added.push({ upper, whole: false }) - 1;
  }

  addFlag(): number {
    return this.#addWhole(1);
  }

  addRow(columns: readonly number[], values: readonly number[], lower: number, upper: number): void {
    if (values.every((value) => Math.abs(value) <= BASE)) {
      this.#rows.push({ columns: Int32Array.from(columns), values: Float64Array.from(values), lower, upper });
      return;
    }
    if (Number.isFinite(upper)) this.#addDigits(columns, values, upper);
    if (Number.isFinite(lower))
      this.#addDigits(
        columns,
        values.map((value) => -value),
        -lower,
      );
  }

  addSum(columns: readonly number[], lower: number, upper: number): void {
    this.addRow(
      columns,
      columns.map(() => 1),
      lower,
      upper,
    );
  }

  addAtMost(column: number, columns: readonly number[]): void {
    this.addRow([column, ...columns], [1, ...columns.map(() => -1)], Number.NEGATIVE_INFINITY, 0);
  }

  finish(): Pick<Program, "pickCount" | "upper" | "whole" | "full" | "rows"> {
    const open = Array.from(this.slots, (slots) => (slots === 0 ? 0 : 1));
    return {
      pickCount: this.slots.length,
      upper: Float64Array.from([...open, ...this.#added.map(({ upper }) => upper)]),
      whole: Uint8Array.from([...open.map(() => 1), ...this.#added.map(({ whole }) => Number(whole))]),
      full: this.filled.every((filled) => filled),
      rows: this.#rows,
    };
  }

  /**
   * Limits the sum of `values[i]` times column `columns[i]` to `most` by two rows, of the lower and the
   * higher digits, with a column for the carry.
   */
  #addDigits(columns: readonly number[], values: readonly number[], most: number): void {
    const higher = (value: number) => Math.floor(value / BASE);
    const lows = values.map((value) => value - BASE * higher(value));
    const carry = this.#addWhole(Math.ceil(this.#mostOf(columns, lows) / BASE));
    this.addRow([...columns, carry], [...lows, -BASE], Number.NEGATIVE_INFINITY, most - BASE * higher(most));
    this.addRow([...columns, carry], [...values.map(higher), 1], Number.NEGATIVE_INFINITY, higher(most));
  }

  #mostOf(columns: readonly number[], values: readonly number[]): number {
    const picks = values.filter((_, at) => columns[at]! < this.slots.length).sort((a, b) => b - a);
    const seats = this.model.slots.reduce((sum, { count }) => sum + count, 0);
    const taken = picks.slice(0, seats).reduce((sum, value) => sum + value, 0);
    return columns.reduce(
      (sum, column, at) => sum + (this.#added[column - this.slots.length]?.upper ?? 0) * values[at]!,
      taken,
    );
  }

  #addWhole(upper: number): number {
    return this.slots.length + this.#added.push({ upper, whole: true }) - 1;
  }

  #anyOf(picks: readonly number[]): number {
    const column = this.addColumn(1);
    this.addAtMost(column, picks);
    for (const pick of picks) this.addAtMost(pick, [column]);
    return column;
  }
}
