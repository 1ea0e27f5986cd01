import { REPORT_IT } from "../../../../shared/errors/message-parts.ts";
import { SolverFailedError } from "../../../../shared/errors.ts";
import { POINT_UNITS } from "../../../model/model.ts";
import type { Interrupt } from "../../interrupt.ts";
import type { LinearProgram } from "../../linear-program.ts";
import { type Column, keyOf, type Row, RowIndex, weightIn } from "./rows.ts";

/** Tolerance for rounding errors in the values of columns, and in how far rows are violated. */
const TOLERANCE = 1e-6;

export function isPositive(value: number): boolean {
  return value > TOLERANCE;
}

export function isOne(value: number): boolean {
  return !isPositive(1 - value);
}

/** The solution of the master's linear program. */
export interface LpSolution {
  /** Total points, minus the penalties for violated rows. */
  readonly objective: number;
  readonly parts: Float64Array;
  /** How far rows are violated in total, in lineups or contest entries. */
  readonly missing: number;
  /** Dual prices of the rows, in points. The first rows are those that count the lineups of each kind. */
  readonly duals: Float64Array;
}

/**
 * The linear program over the lineups known so far: each is a column with a value from 0 to 1. It maximizes
 * points such that the values of each column class sum to the required number and all rows hold. Slack
 * columns let a solution violate lower limits at a penalty.
 */
export class Master {
  readonly columns: Column[] = [];
  readonly rows: Row[] = [];
  readonly #program: LinearProgram;
  readonly #known = new Set<string>();
  readonly #knownRows = new Set<string>();
  readonly #index = new RowIndex();
  readonly #place: number[] = [];
  /** The indices of the program's slack columns, and the row that each belongs to. */
  readonly #slack: number[] = [];
  readonly #slackRows: Row[] = [];
  readonly #penaltyOf: (row: Row) => number;
  #penaltyFactor = 1;
  /** Whether columns cost their points; if not, only missing lineups cost anything. */
  scored = true;

  /** `penaltyOf`: the points that missing the row's lower limit by one lineup or contest entry costs. */
  constructor(program: LinearProgram, penaltyOf: (row: Row) => number) {
    this.#program = program;
    this.#penaltyOf = penaltyOf;
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
    const values: number[] = [];
    for (const column of added) {
      this.#known.add(column.key);
      this.#place.push(this.#program.columns + starts.length - 1);
      this.columns.push(column);
      for (const row of this.#index.of(column)) {
        rows.push(row);
        values.push(weightIn(this.rows[row]!, column));
      }
      starts.push(rows.length);
    }
    this.#program.addColumns({
      cost: added.map((column) => (this.scored ? gainOf(column) : 0)),
      upper: added.map(() => 1),
      starts,
      rows,
      values,
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
      for (const row of index.of(column)) columnsOf[row]!.push(at);
    this.#program.addRows(
      added.map((row, at) => ({
        columns: columnsOf[at]!.map((column) => this.#place[column]!),
        values: columnsOf[at]!.map((column) => weightIn(row, this.columns[column]!)),
        lower: row.lower,
        upper: row.upper,
      })),
    );
    const slack = added.flatMap((row, at) => (row.lower > 0 ? [{ row, at: first + at }] : []));
    for (const [at, { row }] of slack.entries()) {
      this.#slack.push(this.#program.columns + at);
      this.#slackRows.push(row);
    }
    this.#program.addColumns({
      cost: slack.map(({ row }) => this.#costOf(row)),
      upper: slack.map(({ row }) => row.lower),
      starts: [0, ...slack.map((_, at) => at + 1)],
      rows: slack.map(({ at }) => at),
      values: slack.map(() => 1),
    });
  }

  ignorePoints(): void {
    this.scored = false;
    this.#setCosts();
  }

  raisePenalties(times: number): void {
    this.scored = true;
    this.#penaltyFactor *= times;
    this.#setCosts();
  }

  #setCosts(): void {
    const costs = new Float64Array(this.#program.columns);
    for (const [at, place] of this.#slack.entries()) costs[place] = this.#costOf(this.#slackRows[at]!);
    if (this.scored)
      for (const [at, column] of this.columns.entries()) costs[this.#place[at]!] = gainOf(column);
    this.#program.setCosts(costs);
  }

  #costOf(row: Row): number {
    return this.scored ? -this.#penaltyFactor * this.#penaltyOf(row) : -1;
  }

  bound(column: number, lower: 0 | 1, upper: 0 | 1): void {
    this.#program.bound(this.#place[column]!, lower, upper);
  }

  solve(interrupt: Interrupt): LpSolution {
    const solved = this.#program.solve(interrupt);
    if (solved === null)
      throw new SolverFailedError(`HiGHS found no solution of a linear program that has one. ${REPORT_IT}`);
    return {
      objective: solved.objective,
      parts: Float64Array.from(this.#place, (place) => solved.columns[place]!),
      missing: this.#slack.reduce((sum, place) => sum + solved.columns[place]!, 0),
      duals: solved.duals,
    };
  }
}

function gainOf({ points, weight }: Column): number {
  return (weight * points) / POINT_UNITS;
}
