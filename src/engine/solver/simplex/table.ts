import type { LinearProgram } from "../linear-program.ts";

/** The data of a linear program that grows by columns and rows. */
export class Table {
  readonly cost: number[] = [];
  readonly lower: number[] = [];
  readonly upper: number[] = [];
  readonly rowLower: number[] = [];
  readonly rowUpper: number[] = [];
  /** Per column, the indices of its rows and its values there. */
  readonly rowsOf: number[][] = [];
  readonly valuesOf: number[][] = [];

  /** Columns whose bounds differ from their original ones. */
  readonly #bounded = new Set<number>();
  readonly #ownUpper: number[] = [];

  get fixed(): number {
    return this.#bounded.size;
  }

  bound(column: number, lower: number, upper: number): void {
    this.lower[column] = lower;
    this.upper[column] = upper;
    if (lower === 0 && upper === this.#ownUpper[column]) this.#bounded.delete(column);
    else this.#bounded.add(column);
  }

  get columns(): number {
    return this.cost.length;
  }

  get rows(): number {
    return this.rowLower.length;
  }

  addColumns({ cost, upper, starts, rows, values }: Parameters<LinearProgram["addColumns"]>[0]): void {
    for (const [at, own] of cost.entries()) {
      this.cost.push(own);
      this.lower.push(0);
      this.upper.push(upper[at]!);
      this.#ownUpper.push(upper[at]!);
      this.rowsOf.push(rows.slice(starts[at], starts[at + 1]));
      this.valuesOf.push(values.slice(starts[at], starts[at + 1]));
    }
  }

  addRows(added: Parameters<LinearProgram["addRows"]>[0]): void {
    for (const { columns, values, lower, upper } of added) {
      for (const [at, column] of columns.entries()) {
        this.rowsOf[column]!.push(this.rows);
        this.valuesOf[column]!.push(values[at]!);
      }
      this.rowLower.push(lower);
      this.rowUpper.push(upper);
    }
  }

  /** Copies all rows, columns and bounds to another program. */
  copyTo(program: LinearProgram): void {
    program.addRows(
      this.rowLower.map((lower, row) => ({ columns: [], values: [], lower, upper: this.rowUpper[row]! })),
    );
    const starts = [0];
    for (const rows of this.rowsOf) starts.push(starts.at(-1)! + rows.length);
    program.addColumns({
      cost: this.cost,
      upper: this.#ownUpper,
      starts,
      rows: this.rowsOf.flat(),
      values: this.valuesOf.flat(),
    });
    for (const column of this.#bounded) program.bound(column, this.lower[column]!, this.upper[column]!);
  }
}
