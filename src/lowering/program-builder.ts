import type { Model } from "../model/model.ts";
import type { Program, Row } from "../model/program.ts";

/** A program in the making. Rules first shape the picks, then add rows over those that are left. */
export class ProgramBuilder {
  readonly model: Model;
  /** Per pick the slots it may still take; an empty set rules the pick out. */
  readonly slots: Int32Array;
  /** Per slot whether every seat must be taken. */
  readonly filled: boolean[];
  /** Whether no entry may be picked in two roles. */
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

  /** All picks of an entry, in whatever role, those ruled out included. */
  allPicksOf(entry: number): readonly number[] {
    return this.#picksOf[entry]!;
  }

  /** The picks of an entry that are not ruled out; to be asked once every rule has had its say on the slots. */
  picksOf(entry: number): readonly number[] {
    return this.#picksOf[entry]!.filter((pick) => this.slots[pick] !== 0);
  }

  /** Columns whose sum is 1 if the entry is picked, in however many roles, and 0 if not. */
  presence(entry: number): readonly number[] {
    const known = this.#present.get(entry);
    if (known) return known;
    const picks = this.picksOf(entry);
    const columns = this.once || picks.length < 2 ? picks : [this.#anyOf(picks)];
    this.#present.set(entry, columns);
    return columns;
  }

  /** Adds a continuous column from 0 to `upper`. */
  addColumn(upper: number): number {
    return this.slots.length + this.#added.push({ upper, whole: false }) - 1;
  }

  /** Adds a column that is 0 or 1. */
  addFlag(): number {
    return this.slots.length + this.#added.push({ upper: 1, whole: true }) - 1;
  }

  addRow(columns: readonly number[], values: readonly number[], lower: number, upper: number): void {
    this.#rows.push({ columns: Int32Array.from(columns), values: Float64Array.from(values), lower, upper });
  }

  /** Adds `lower <= sum of the columns <= upper`. */
  addSum(columns: readonly number[], lower: number, upper: number): void {
    this.addRow(
      columns,
      columns.map(() => 1),
      lower,
      upper,
    );
  }

  /** Adds `column <= sum of the columns`. */
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

  #anyOf(picks: readonly number[]): number {
    const column = this.addColumn(1);
    this.addAtMost(column, picks);
    for (const pick of picks) this.addAtMost(pick, [column]);
    return column;
  }
}
