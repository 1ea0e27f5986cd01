import type { Program } from "../../src/engine/model/program.ts";
import type { HighsSolver } from "../../src/engine/solver/highs.ts";
import type { LinearProgram } from "../../src/engine/solver/linear-program.ts";

/** The number of linear and binary programs solved, and their sizes. */
interface ProgramWork {
  readonly solves: number;
  readonly columns: number;
  readonly rows: number;
  /** Columns whose bounds were changed. */
  readonly bounds: number;
}

interface WatchedPrograms {
  readonly work: ProgramWork;
  /** The solver to use, which is watched as well. */
  readonly highs: HighsSolver;
}

type NewColumns = Parameters<LinearProgram["addColumns"]>[0];
type NewRows = Parameters<LinearProgram["addRows"]>[0];

/** Counts the work of linear and binary programs. */
export function watchPrograms(highs: HighsSolver): WatchedPrograms {
  const count = new Count();
  return {
    work: count.work,
    highs: {
      ...highs,
      linearProgram: (pricing) => watched(highs.linearProgram(pricing), count),
      solve(program, interrupt) {
        count.program(program);
        return highs.solve(program, interrupt);
      },
      improve(program, asked, interrupt) {
        count.program(program);
        return highs.improve(program, asked, interrupt);
      },
    },
  };
}

/** Counts the calls of programs. */
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

/** A linear program that counts its calls. */
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
