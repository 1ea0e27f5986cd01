import { SolverFailedError } from "../../../../shared/errors.ts";
import { POINT_UNITS } from "../../../model/model.ts";
import type { Interrupt } from "../../interrupt.ts";
import type { LinearProgram } from "../../linear-program.ts";
import type { Column } from "./columns.ts";
import { RowIndex } from "./row-index.ts";
import { keyOf, type Row } from "./rows.ts";

/** What the master's linear program came to. */
export interface Mixture {
  /** Points, minus the penalties for missing lineups. */
  readonly objective: number;
  /** The value of each column, 0 to 1. */
  readonly parts: Float64Array;
  /** Total shortage of rows below their lower sides, in lineups. */
  readonly missing: number;
  /** Dual prices of the rows, in points per lineup. */
  readonly duals: Float64Array;
}

/**
 * The linear program over the lineups known so far: parts of lineups that sum to the count and keep the rows, with the
 * most points. What is missing to the lower side of a row may be bought, dear.
 */
export class Master {
  readonly columns: Column[] = [];
  readonly rows: Row[] = [];
  readonly #program: LinearProgram;
  readonly #known = new Set<string>();
  readonly #knownRows = new Set<string>();
  readonly #index = new RowIndex();
  /** Per column its place in the program; and the places of what may be bought. */
  readonly #place: number[] = [];
  readonly #bought: number[] = [];
  #fine: number;
  #scored = true;

  /** `fine` is the penalty of a missing lineup, in points. */
  constructor(program: LinearProgram, fine: number) {
    this.#program = program;
    this.#fine = fine;
  }

  has({ key }: Column): boolean {
    return this.#known.has(key);
  }

  hasRow(row: Row): boolean {
    return this.#knownRows.has(keyOf(row));
  }

  addColumns(added: readonly Column[]): void {
    const starts = [0];
    const rows: number[] = [];
    for (const column of added) {
      this.#known.add(column.key);
      this.#place.push(this.#program.columns + starts.length - 1);
      this.columns.push(column);
      rows.push(...this.#index.of(column));
      starts.push(rows.length);
    }
    this.#program.addColumns({
      cost: added.map(({ points }) => (this.#scored ? points / POINT_UNITS : 0)),
      upper: added.map(() => 1),
      starts,
      rows,
      values: rows.map(() => 1),
    });
  }

  addRows(added: readonly Row[]): void {
    const first = this.rows.length;
    this.rows.push(...added);
    for (const row of added) {
      this.#knownRows.add(keyOf(row));
      this.#index.add(row);
    }
    const columnsOf = added.map((): number[] => []);
    const index = new RowIndex(added);
    for (const [at, column] of this.columns.entries())
      for (const row of index.of(column)) columnsOf[row]!.push(this.#place[at]!);
    this.#program.addRows(
      added.map(({ lower, upper }, at) => {
        const columns = columnsOf[at]!;
        return { columns, values: columns.map(() => 1), lower, upper };
      }),
    );
    const short = added.flatMap(({ lower }, at) => (lower > 0 ? [first + at] : []));
    for (const [at] of short.entries()) this.#bought.push(this.#program.columns + at);
    this.#program.addColumns({
      cost: short.map(() => this.#costOfMissing),
      upper: short.map((row) => this.rows[row]!.lower),
      starts: [0, ...short.map((_, at) => at + 1)],
      rows: short,
      values: short.map(() => 1),
    });
  }

  /** Whether points count, or only the shortage. */
  get scored(): boolean {
    return this.#scored;
  }

  /** Makes only the shortage count. */
  ignorePoints(): void {
    this.#scored = false;
    this.#setCosts();
  }

  /** Makes points count again, with a higher penalty for the shortage. */
  charge(times: number): void {
    this.#scored = true;
    this.#fine *= times;
    this.#setCosts();
  }

  #setCosts(): void {
    const costs = new Float64Array(this.#program.columns);
    for (const place of this.#bought) costs[place] = this.#costOfMissing;
    if (this.#scored)
      for (const [at, { points }] of this.columns.entries()) costs[this.#place[at]!] = points / POINT_UNITS;
    this.#program.setCosts(costs);
  }

  get #costOfMissing(): number {
    return this.#scored ? -this.#fine : -1;
  }

  /** Sets the bounds of a column. */
  bound(column: number, lower: 0 | 1, upper: 0 | 1): void {
    this.#program.bound(this.#place[column]!, lower, upper);
  }

  /** @throws AbortedError, TimeLimitError, SolverFailedError */
  solve(interrupt: Interrupt): Mixture {
    const solved = this.#program.solve(interrupt);
    if (solved === null)
      throw new SolverFailedError("HiGHS found no solution of a linear program that has one.");
    return {
      objective: solved.objective,
      parts: Float64Array.from(this.#place, (place) => solved.columns[place]!),
      missing: this.#bought.reduce((sum, place) => sum + solved.columns[place]!, 0),
      duals: solved.duals,
    };
  }
}
