import type { Program } from "../../src/engine/model/program.ts";
import type { HighsSolver } from "../../src/engine/solver/highs.ts";
import type { LinearProgram } from "../../src/engine/solver/linear-program.ts";
import { Simplex } from "../../src/engine/solver/simplex/simplex.ts";
import { Table } from "../../src/engine/solver/simplex/table.ts";

/** How often linear and binary programs were solved, and what they were given. */
interface ProgramWork {
  readonly solves: number;
  readonly columns: number;
  readonly rows: number;
  /** Columns that were given other bounds. */
  readonly bounds: number;
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
    count.bound();
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
  readonly work = { solves: 0, columns: 0, rows: 0, bounds: 0 };

  solve(): void {
    this.work.solves += 1;
  }

  addColumns({ cost }: NewColumns): void {
    this.work.columns += cost.length;
  }

  addRows(added: NewRows | Program["rows"]): void {
    this.work.rows += added.length;
  }

  bound(): void {
    this.work.bounds += 1;
  }

  program({ gain, rows }: Program): void {
    this.solve();
    this.work.columns += gain.length;
    this.addRows(rows);
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
      count.bound();
      program.bound(column, lower, upper);
    },
    setCosts: (costs) => program.setCosts(costs),
    solve(interrupt) {
      count.solve();
      return program.solve(interrupt);
    },
    dispose: () => program.dispose(),
  };
}
