import type { Program } from "../../src/model/program.ts";
import type { HighsSolver } from "../../src/solver/highs.ts";
import type { LinearProgram } from "../../src/solver/linear-program.ts";
import { Simplex } from "../../src/solver/simplex/simplex.ts";
import { Table } from "../../src/solver/simplex/table.ts";
import { Mix } from "./mix.ts";

/** How often linear and binary programs were solved, and what they were given. */
interface ProgramWork {
  readonly solves: number;
  readonly columns: number;
  readonly rows: number;
  /** Columns that were given other bounds. */
  readonly bounds: number;
  /** All that they were given, in its order: equal ones are of the very same programs. */
  readonly given: string;
}

interface WatchedPrograms {
  readonly work: ProgramWork;
  /** The solver to use, which is watched as well. */
  readonly highs: HighsSolver;
}

type NewColumns = Parameters<LinearProgram["addColumns"]>[0];
type NewRows = Parameters<LinearProgram["addRows"]>[0];

/** Counts what linear and binary programs do, until it is let go. */
export function watchPrograms(highs: HighsSolver): WatchedPrograms & Disposable {
  const { solve } = Simplex.prototype;
  const { addColumns, addRows, bound } = Table.prototype;
  const count = new Count();
  Simplex.prototype.solve = function (turn) {
    count.solve();
    return solve.call(this, turn);
  };
  Table.prototype.addColumns = function (columns) {
    count.addColumns(columns);
    addColumns.call(this, columns);
  };
  Table.prototype.addRows = function (rows) {
    count.addRows(rows);
    addRows.call(this, rows);
  };
  Table.prototype.bound = function (column, lower, upper) {
    count.bound(column, lower, upper);
    bound.call(this, column, lower, upper);
  };
  return {
    work: count.work,
    highs: {
      ...highs,
      linearProgram: () => watched(highs.linearProgram(), count),
      solve(program, interrupt) {
        count.program(program);
        return highs.solve(program, interrupt);
      },
      improve(program, asked, interrupt) {
        count.program(program);
        return highs.improve(program, asked, interrupt);
      },
    },
    [Symbol.dispose]() {
      Object.assign(Simplex.prototype, { solve });
      Object.assign(Table.prototype, { addColumns, addRows, bound });
    },
  };
}

/** Counts what is asked of programs. */
class Count {
  readonly work;
  readonly #mix = new Mix();

  constructor() {
    const mix = this.#mix;
    this.work = {
      ...{ solves: 0, columns: 0, rows: 0, bounds: 0 },
      get given() {
        return mix.text;
      },
    };
  }

  solve(): void {
    this.work.solves += 1;
    this.#mix.integer(this.work.solves);
  }

  addColumns({ cost, upper, starts, rows, values }: NewColumns): void {
    this.work.columns += cost.length;
    this.#mix.doubles(cost);
    this.#mix.doubles(upper);
    for (const own of [starts, rows]) this.#mix.integers(own);
    this.#mix.doubles(values);
  }

  addRows(added: NewRows | Program["rows"]): void {
    this.work.rows += added.length;
    for (const { columns, values, lower, upper } of added) {
      this.#mix.integers(columns);
      this.#mix.doubles(values);
      this.#mix.doubles([lower, upper]);
    }
  }

  bound(column: number, lower: number, upper: number): void {
    this.work.bounds += 1;
    this.#mix.doubles([column, lower, upper]);
  }

  setCosts(costs: Float64Array): void {
    this.#mix.doubles(costs);
  }

  program({ gain, grid, upper, rows }: Program): void {
    this.solve();
    this.work.columns += gain.length;
    this.addRows(rows);
    for (const own of [gain, upper, [grid]]) this.#mix.doubles(own);
  }
}

/** A linear program that counts what is asked of it. */
function watched(program: LinearProgram, count: Count): LinearProgram {
  return {
    get columns() {
      return program.columns;
    },
    get rows() {
      return program.rows;
    },
    addColumns(columns) {
      count.addColumns(columns);
      program.addColumns(columns);
    },
    addRows(rows) {
      count.addRows(rows);
      program.addRows(rows);
    },
    bound(column, lower, upper) {
      count.bound(column, lower, upper);
      program.bound(column, lower, upper);
    },
    setCosts(costs) {
      count.setCosts(costs);
      program.setCosts(costs);
    },
    solve(interrupt) {
      count.solve();
      return program.solve(interrupt);
    },
    dispose: () => program.dispose(),
  };
}
