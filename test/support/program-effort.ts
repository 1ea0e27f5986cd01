import type { HighsSolver } from "../../src/solver/highs.ts";
import type { LinearProgram } from "../../src/solver/linear-program.ts";
import { Simplex } from "../../src/solver/simplex/simplex.ts";
import { Table } from "../../src/solver/simplex/table.ts";

/** How often linear and binary programs were solved, and what they were given. */
interface ProgramWork {
  solves: number;
  columns: number;
  rows: number;
  /** Columns that were given other bounds. */
  bounds: number;
}

interface WatchedPrograms {
  readonly work: ProgramWork;
  /** The solver to use, which is watched as well. */
  readonly highs: HighsSolver;
}

/** Counts what linear and binary programs do, until it is let go. */
export function watchPrograms(highs: HighsSolver): WatchedPrograms & Disposable {
  const { solve } = Simplex.prototype;
  const { addColumns, addRows, bound } = Table.prototype;
  const work: ProgramWork = { solves: 0, columns: 0, rows: 0, bounds: 0 };
  Simplex.prototype.solve = function (turn) {
    work.solves += 1;
    return solve.call(this, turn);
  };
  Table.prototype.addColumns = function (columns) {
    work.columns += columns.cost.length;
    addColumns.call(this, columns);
  };
  Table.prototype.addRows = function (rows) {
    work.rows += rows.length;
    addRows.call(this, rows);
  };
  Table.prototype.bound = function (column, lower, upper) {
    work.bounds += 1;
    bound.call(this, column, lower, upper);
  };
  return {
    work,
    highs: {
      ...highs,
      linearProgram: () => watched(highs.linearProgram(), work),
      solve(program, interrupt) {
        work.solves += 1;
        work.columns += program.gain.length;
        work.rows += program.rows.length;
        return highs.solve(program, interrupt);
      },
    },
    [Symbol.dispose]() {
      Object.assign(Simplex.prototype, { solve });
      Object.assign(Table.prototype, { addColumns, addRows, bound });
    },
  };
}

/** A linear program that counts what is asked of it. */
function watched(program: LinearProgram, work: ProgramWork): LinearProgram {
  return {
    get columns() {
      return program.columns;
    },
    get rows() {
      return program.rows;
    },
    addColumns(columns) {
      work.columns += columns.cost.length;
      program.addColumns(columns);
    },
    addRows(rows) {
      work.rows += rows.length;
      program.addRows(rows);
    },
    bound(column, lower, upper) {
      work.bounds += 1;
      program.bound(column, lower, upper);
    },
    setCosts: (costs) => program.setCosts(costs),
    solve(interrupt) {
      work.solves += 1;
      return program.solve(interrupt);
    },
    dispose: () => program.dispose(),
  };
}
