import { SolverFailedError } from "../../shared/errors.ts";
import type { Program, Row } from "../model/program.ts";
import type { Interrupt } from "./interrupt.ts";

export interface BinarySolver {
  /**
   * The picks, ascending, of a solution with the highest gain; null if there is none. @throws AbortedError,
   * TimeLimitError, SolverFailedError
   */
  solve(program: Program, interrupt: Interrupt): readonly number[] | null;
  /**
   * The dual of each row of the linear relaxation: at least 0 if its upper side binds, at most 0 if its lower
   * side does. Null if it is infeasible.
   */
  readonly duals?: (program: Program, interrupt: Interrupt) => Float64Array | null;
}

/** How far a column may be from an integer: more than any solver's tolerance, far less than 1/2. */
const TOLERANCE = 1e-4;

export function wholePicks(solver: string, program: Program, columns: ArrayLike<number>): number[] {
  const picks: number[] = [];
  for (let pick = 0; pick < program.pickCount; pick += 1) {
    const value = columns[pick]!;
    if (Math.abs(value - 1) <= TOLERANCE) picks.push(pick);
    else if (!(Math.abs(value) <= TOLERANCE))
      throw new SolverFailedError(
        `${solver} gave a wrong answer: it picked ${value} of a player, but only 0 or 1 is possible. Your request is not the cause. Use another solver, such as \`auto\`, and report the request.`,
      );
  }
  return picks;
}

/** Whether all rows hold if every column is 0. A program without columns has a solution exactly if so. */
export function holdEmpty({ rows }: Program): boolean {
  return rows.every(({ lower, upper }) => lower <= 0 && upper >= 0);
}

export interface Bound {
  readonly bound: number;
  /** Per pick, how much the bound falls for solutions that take it, or do not. */
  readonly costOfTaking: Float64Array;
  readonly costOfLeaving: Float64Array;
}

/**
 * The Lagrangian bound of one multiplier per row: valid for any, and tight for a solver's duals. A multiplier
 * for a side that the row lacks counts as 0.
 */
export function boundOf(program: Program, duals: Float64Array): Bound {
  const reduced = new Float64Array(program.upper.length);
  reduced.set(program.gain);
  // More than the rounding error of a sum of thousands of doubles as large as gains.
  let bound = TOLERANCE;
  for (const [at, row] of program.rows.entries()) {
    const dual = duals[at]!;
    const side = dual > 0 ? row.upper : row.lower;
    if (dual === 0 || !Number.isFinite(side)) continue;
    bound += dual * side;
    for (const [k, column] of row.columns.entries()) reduced[column]! -= dual * row.values[k]!;
  }
  const costOfTaking = new Float64Array(program.pickCount);
  const costOfLeaving = new Float64Array(program.pickCount);
  for (const [column, cost] of reduced.entries()) {
    const most = cost * program.upper[column]!;
    bound += Math.max(0, most);
    if (column >= program.pickCount) continue;
    if (cost > 0) costOfLeaving[column] = most;
    else costOfTaking[column] = -cost;
  }
  return { bound, costOfTaking, costOfLeaving };
}

export interface Part {
  readonly taken: readonly number[];
  readonly left: readonly number[];
  readonly more: boolean;
}

export const WHOLE: Part = { taken: [], left: [], more: false };

export interface Restriction {
  readonly program: Program;
  readonly picks: Int32Array;
  readonly taken: readonly number[];
  readonly gain: number;
}

/** Removes every column that the part or an upper bound of 0 fixes. Null if these alone violate a row. */
export function restrict(program: Program, part: Part): Restriction | null {
  const fixed = new Int8Array(program.upper.length).fill(-1);
  for (const [column, upper] of program.upper.entries()) if (upper === 0) fixed[column] = 0;
  for (const pick of part.left) fixed[pick] = 0;
  for (const pick of part.taken) {
    if (fixed[pick] === 0) return null;
    fixed[pick] = 1;
  }
  const kept = [...fixed.keys()].filter((column) => fixed[column] === -1);
  const picks = Int32Array.from(kept.filter((column) => column < program.pickCount));
  const index = new Int32Array(fixed.length).fill(-1);
  for (const [at, column] of kept.entries()) index[column] = at;
  const rows: Row[] = [];
  for (const row of program.rows) {
    const rest = withoutFixed(row, fixed, index);
    if (holdsAlways(rest)) continue;
    if (rest.columns.length === 0) return null;
    rows.push(rest);
  }
  if (part.more) {
    if (picks.length === 0) return null;
    const all = Int32Array.from(picks.keys());
    rows.push({
      columns: all,
      values: new Float64Array(picks.length).fill(1),
      lower: 1,
      upper: picks.length,
    });
  }
  return {
    program: {
      ...program,
      pickCount: picks.length,
      upper: Float64Array.from(kept, (column) => program.upper[column]!),
      whole: Uint8Array.from(kept, (column) => program.whole[column]!),
      gain: Float64Array.from(picks, (pick) => program.gain[pick]!),
      rows,
    },
    picks,
    taken: part.taken,
    gain: part.taken.reduce((sum, pick) => sum + program.gain[pick]!, 0),
  };
}

export function widen(restriction: Restriction, picks: readonly number[]): number[] {
  return [...restriction.taken, ...picks.map((pick) => restriction.picks[pick]!)].sort((a, b) => a - b);
}

function withoutFixed(row: Row, fixed: Int8Array, index: Int32Array): Row {
  const columns: number[] = [];
  const values: number[] = [];
  let constant = 0;
  for (const [at, column] of row.columns.entries()) {
    if (fixed[column] === 1) constant += row.values[at]!;
    else if (fixed[column] === -1) {
      columns.push(index[column]!);
      values.push(row.values[at]!);
    }
  }
  return {
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
    lower: row.lower - constant,
    upper: row.upper - constant,
  };
}

function holdsAlways(row: Row): boolean {
  return row.columns.length === 0 && row.lower <= 0 && row.upper >= 0;
}
