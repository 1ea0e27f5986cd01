import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { HighsSolver } from "../../../src/engine/solver/highs.ts";
import type { LinearProgram } from "../../../src/engine/solver/linear-program.ts";
import { loadHighs } from "../../../src/engine/solver/registry.ts";
import { machinery } from "../../../src/platform/node/machinery.ts";
import { AbortedError, SolverFailedError, TimeLimitError } from "../../../src/shared/errors.ts";
import { free, stopped, within } from "../../support/interrupts.ts";
import { runs } from "../../support/runs.ts";

let highs: HighsSolver;

beforeAll(async () => {
  highs = await loadHighs(machinery);
});

function withProgram<Result>(use: (program: LinearProgram) => Result): Result {
  const program = highs.linearProgram();
  try {
    return use(program);
  } finally {
    program.dispose();
  }
}

const NO_LIMIT = Number.POSITIVE_INFINITY;

/** `sum of x <= most`, with costs 3 and 2 and x up to 1. */
function pair(program: LinearProgram, most: number): void {
  program.addRows([{ columns: [], values: [], lower: -NO_LIMIT, upper: most }]);
  program.addColumns({ cost: [3, 2], upper: [1, 1], starts: [0, 1, 2], rows: [0, 0], values: [1, 1] });
}

describe("a linear program in HiGHS", () => {
  it("accepts new columns and rows, and returns the dual prices of its rows", () => {
    withProgram((program) => {
      pair(program, 1.5);
      const first = program.solve(free())!;
      expect(first.objective).toBeCloseTo(4, 9);
      expect([...first.columns]).toEqual([1, 0.5]);
      expect(first.duals[0]).toBeCloseTo(2, 9);
      program.addRows([{ columns: [0], values: [2], lower: -NO_LIMIT, upper: 1 }]);
      program.addColumns({ cost: [1], upper: [5], starts: [0, 1], rows: [0], values: [1] });
      expect([program.rows, program.columns]).toEqual([2, 3]);
      const second = program.solve(free())!;
      expect(second.objective).toBeCloseTo(3.5, 9);
      expect([...second.columns]).toEqual([0.5, 1, 0]);
    });
  });

  it("accepts other bounds and costs, and restores them", () => {
    withProgram((program) => {
      pair(program, 1.5);
      program.bound(0, 0, 0);
      expect(program.solve(free())!.objective).toBeCloseTo(2, 9);
      program.bound(0, 1, 1);
      expect(program.solve(free())!.objective).toBeCloseTo(4, 9);
      program.bound(0, 0, 1);
      program.setCosts(Float64Array.of(0, 5));
      expect(program.solve(free())!.objective).toBeCloseTo(5, 9);
    });
  });

  it("reports infeasible rows, and continues once they are feasible", () => {
    withProgram((program) => {
      pair(program, 1.5);
      program.addRows([{ columns: [0, 1], values: [1, 1], lower: 3, upper: NO_LIMIT }]);
      expect(program.solve(free())).toBeNull();
    });
  });

  it("finds, after any additions, the same as a newly built program", () => {
    const cents = fc.integer({ min: -500, max: 500 }).map((value) => value / 100);
    const column = fc.record({ cost: cents, values: fc.array(cents, { minLength: 3, maxLength: 3 }) });
    const lots = fc.array(fc.array(column, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 });
    const limits = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(lots, limits, (batches, uppers) => {
        const rows = uppers.map((upper) => ({ columns: [], values: [], lower: -NO_LIMIT, upper }));
        const add = (program: LinearProgram, columns: (typeof batches)[number]) =>
          program.addColumns({
            cost: columns.map(({ cost }) => cost),
            upper: columns.map(() => 1),
            starts: [0, ...columns.map((_, at) => 3 * (at + 1))],
            rows: columns.flatMap(() => [0, 1, 2]),
            values: columns.flatMap(({ values }) => values),
          });
        const grown = withProgram((program) => {
          program.addRows(rows);
          for (const batch of batches) {
            add(program, batch);
            program.solve(free());
          }
          return program.solve(free())!.objective;
        });
        const anew = withProgram((program) => {
          program.addRows(rows);
          add(program, batches.flat());
          return program.solve(free())!.objective;
        });
        expect(grown).toBeCloseTo(anew, 6);
      }),
      runs(60),
    );
  });

  it("stops when aborted and at its deadline, which is set per solve", () => {
    withProgram((program) => {
      pair(program, 1.5);
      expect(() => program.solve(stopped())).toThrow(AbortedError);
      expect(() => program.solve(within(-1))).toThrow(TimeLimitError);
      for (let solve = 0; solve < 3; solve += 1)
        expect(program.solve(within(60_000))!.objective).toBeCloseTo(4, 9);
    });
  });

  it("refuses non-numbers, and frees its model when disposed of", () => {
    const before = highs.openModels();
    const program = highs.linearProgram();
    pair(program, 1);
    expect(() =>
      program.addColumns({ cost: [Number.NaN], upper: [1], starts: [0, 0], rows: [], values: [] }),
    ).toThrow(SolverFailedError);
    expect(highs.openModels()).toBe(before + 1);
    program.dispose();
    program.dispose();
    expect(highs.openModels()).toBe(before);
  });
});
