import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createHighs, type HighsSolver } from "../../../../src/engine/solver/highs.ts";
import type { LinearProgram } from "../../../../src/engine/solver/linear-program.ts";
import { smallLinearProgram } from "../../../../src/engine/solver/simplex/small-linear-program.ts";
import { compileHighs } from "../../../../src/platform/node/machinery.ts";
import { AbortedError } from "../../../../src/shared/errors.ts";
import { free, stopped } from "../../../support/interrupts.ts";
import { runs, share, Tally } from "../../../support/runs.ts";

let highs: HighsSolver;

beforeAll(async () => {
  highs = await createHighs(await compileHighs());
});

const RUNS = 60;
const NO_LIMIT = Number.POSITIVE_INFINITY;

/** One thing after another that is done to a program. */
type Change =
  | { readonly kind: "columns"; readonly columns: readonly Drawn[] }
  | { readonly kind: "row"; readonly every: number; readonly lower: number; readonly upper: number }
  | { readonly kind: "bound"; readonly column: number; readonly to: 0 | 1 }
  | { readonly kind: "release" }
  | { readonly kind: "rows"; readonly sides: readonly (readonly [lower: number, upper: number])[] };

interface Drawn {
  readonly cost: number;
  readonly rows: readonly number[];
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  cost: fc.integer({ min: -20, max: 400 }).map((cents) => cents / 4),
  rows: fc.uniqueArray(fc.nat({ max: 6 }), { maxLength: 4 }),
});

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("columns" as const),
      columns: fc.array(drawn, { minLength: 1, maxLength: 25 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("row" as const),
      every: fc.integer({ min: 1, max: 5 }),
      lower: fc.nat({ max: 3 }),
      upper: fc.integer({ min: 3, max: 6 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("bound" as const),
      column: fc.nat(),
      to: fc.constantFrom<0 | 1>(0, 1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("release" as const) }) },
);

type Growing = Pick<LinearProgram, "columns" | "rows" | "addColumns" | "addRows" | "bound">;

/** A program as it was told, to judge answers by. */
class Known implements Growing {
  readonly #columns: { readonly cost: number; readonly rows: number[]; lower: number; upper: number }[] = [];
  readonly #sides: { readonly lower: number; readonly upper: number }[] = [];

  get columns(): number {
    return this.#columns.length;
  }

  get rows(): number {
    return this.#sides.length;
  }

  addColumns({ cost, starts, rows }: Parameters<LinearProgram["addColumns"]>[0]): void {
    for (const [at, own] of cost.entries())
      this.#columns.push({ cost: own, rows: rows.slice(starts[at], starts[at + 1]), lower: 0, upper: 1 });
  }

  addRows(added: Parameters<LinearProgram["addRows"]>[0]): void {
    for (const { columns, lower, upper } of added) {
      for (const column of columns) this.#columns[column]!.rows.push(this.rows);
      this.#sides.push({ lower, upper });
    }
  }

  bound(column: number, lower: number, upper: number): void {
    Object.assign(this.#columns[column]!, { lower, upper });
  }

  /** No solution has a higher objective, whatever the duals are. */
  boundBy(duals: Float64Array): number {
    const paid = this.#sides.reduce((sum, { lower, upper }, row) => {
      const dual = duals[row]!;
      return Math.abs(dual) < 1e-9 ? sum : sum + dual * (dual > 0 ? upper : lower);
    }, 0);
    return this.#columns.reduce((sum, { cost, rows, lower, upper }) => {
      const gain = rows.reduce((left, row) => left - duals[row]!, cost);
      return sum + Math.max(gain * lower, gain * upper);
    }, paid);
  }

  /** By how much values break a side or a bound at the most. */
  breach(values: Float64Array): number {
    const sums = this.#sides.map(() => 0);
    let most = 0;
    for (const [at, { rows, lower, upper }] of this.#columns.entries()) {
      const value = values[at]!;
      most = Math.max(most, lower - value, value - upper);
      for (const row of rows) sums[row]! += value;
    }
    for (const [row, { lower, upper }] of this.#sides.entries())
      most = Math.max(most, lower - sums[row]!, sums[row]! - upper);
    return most;
  }
}

/** So many columns are in, of some at most a few. */
function start(count: number): Change {
  return {
    kind: "rows",
    sides: [
      [count, count],
      [-NO_LIMIT, 2],
      [-NO_LIMIT, 3],
      [-NO_LIMIT, 1],
    ],
  };
}

function apply(program: Growing, one: Change): void {
  const { columns } = program;
  if (one.kind === "rows") {
    program.addRows(one.sides.map(([lower, upper]) => ({ columns: [], values: [], lower, upper })));
  } else if (one.kind === "columns") {
    const rows = one.columns.map((column) => [
      0,
      ...column.rows.map((row) => row + 1).filter((row) => row < program.rows),
    ]);
    const starts = [0];
    for (const own of rows) starts.push(starts.at(-1)! + own.length);
    program.addColumns({
      cost: one.columns.map(({ cost }) => cost),
      upper: one.columns.map(() => 1),
      starts,
      rows: rows.flat(),
      values: rows.flat().map(() => 1),
    });
  } else if (one.kind === "row") {
    const members = Array.from({ length: columns }, (_, column) => column).filter(
      (column) => column % one.every === 0,
    );
    program.addRows([{ columns: members, values: members.map(() => 1), lower: one.lower, upper: one.upper }]);
  } else if (one.kind === "bound") {
    if (columns > 0) program.bound(one.column % columns, one.to, one.to);
  } else for (let column = 0; column < columns; column += 1) program.bound(column, 0, 1);
}

describe("a small linear program", () => {
  it("finds what HiGHS finds after whatever was done to it, and prices that prove it", () => {
    const tally = new Tally();
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 9 }),
        fc.array(change, { minLength: 3, maxLength: 14 }),
        (count, changes) => {
          const other = highs.linearProgram();
          let replaced = 0;
          const own = smallLinearProgram(() => {
            replaced += 1;
            return highs.linearProgram();
          });
          const known = new Known();
          try {
            for (const program of [own, other, known]) apply(program, start(count));
            for (const one of changes) {
              for (const program of [own, other, known]) apply(program, one);
              if (own.columns === 0) continue;
              const [found, expected] = [own.solve(free()), other.solve(free())];
              expect(found === null).toBe(expected === null);
              if (found === null || expected === null) {
                tally.add("infeasible");
                continue;
              }
              expect(found.objective).toBeCloseTo(expected.objective, 4);
              expect(known.boundBy(found.duals)).toBeCloseTo(expected.objective, 4);
              expect(known.breach(found.columns)).toBeLessThan(1e-5);
              tally.add(replaced === 0 ? "solved here" : "solved elsewhere");
            }
          } finally {
            own.dispose();
            other.dispose();
          }
        },
      ),
      runs(RUNS),
    );
    expect(tally.of("solved here"), tally.toString()).toBeGreaterThan(share(RUNS, 2));
    expect(tally.of("infeasible"), tally.toString()).toBeGreaterThan(share(RUNS, 0.5));
  });

  it("leaves many rows to another solver, with all that was said before", () => {
    let others = 0;
    const program = smallLinearProgram(() => {
      others += 1;
      return highs.linearProgram();
    });
    program.addRows([{ columns: [], values: [], lower: -NO_LIMIT, upper: 1.5 }]);
    program.addColumns({ cost: [3, 2], upper: [1, 1], starts: [0, 1, 2], rows: [0, 0], values: [1, 1] });
    program.bound(0, 0, 0);
    expect(program.solve(free())!.objective).toBeCloseTo(2, 9);
    expect(others).toBe(0);
    program.addRows(Array.from({ length: 100 }, () => ({ columns: [1], values: [1], lower: 0, upper: 0.5 })));
    expect(program.solve(free())!.objective).toBeCloseTo(1, 9);
    program.bound(0, 0, 1);
    program.setCosts(Float64Array.of(5, 2));
    expect(program.solve(free())!.objective).toBeCloseTo(6, 9);
    expect(others).toBe(1);
    expect(() => program.solve(stopped())).toThrow(AbortedError);
    program.dispose();
  });
});
