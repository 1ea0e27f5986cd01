import { SolverFailedError } from "../../shared/errors.ts";
import type { Program, Row } from "../model/program.ts";
import type { Interrupt } from "./interrupt.ts";

/** A solver of binary programs; the searches for the N best are built on it. */
export interface BinarySolver {
  /**
   * The picks of a solution with the highest gain, ascending, or null when there is none. What HiGHS and the
   * like return in doubles is rounded here and refused where it is far from whole.
   * @throws AbortedError, TimeLimitError, SolverFailedError
   */
  solve(program: Program, interrupt: Interrupt): readonly number[] | null;
  /**
   * The row duals of the linear relaxation, each at least 0 where the row's upper side binds and at most 0 where its
   * lower side does; null when the relaxation has no solution. A solver without duals has no such function.
   * @throws AbortedError, TimeLimitError, SolverFailedError
   */
  readonly duals?: (program: Program, interrupt: Interrupt) => Float64Array | null;
}

/** Far above any solver's tolerance, far below the distance to another whole number. */
const NEAR = 1e-4;

/**
 * The picks whose column is 1 in a solver's answer.
 * @throws SolverFailedError when a pick's column is neither near 0 nor near 1.
 */
export function wholePicks(solver: string, program: Program, columns: ArrayLike<number>): number[] {
  const picks: number[] = [];
  for (let pick = 0; pick < program.pickCount; pick += 1) {
    const value = columns[pick]!;
    if (Math.abs(value - 1) <= NEAR) picks.push(pick);
    else if (!(Math.abs(value) <= NEAR))
      throw new SolverFailedError(`${solver} answered with a fractional pick: ${value}.`);
  }
  return picks;
}

/** Whether a program's rows hold where nothing is picked: all that can be where it has no columns. */
export function holdEmpty({ rows }: Program): boolean {
  return rows.every(({ lower, upper }) => lower <= 0 && upper >= 0);
}

/** What row duals prove of a program: no solution gains more than `bound`. */
export interface Bound {
  readonly bound: number;
  /** Per pick: how much lower the bound is for solutions that take it, and at least 0. */
  readonly costOfTaking: Float64Array;
  /** Per pick: how much lower the bound is for solutions that leave it, and at least 0. */
  readonly costOfLeaving: Float64Array;
}

/** Sums of some thousand doubles of the size of gains are exact to far less than this. */
const ROUNDING = 1e-4;

/**
 * The Lagrangian bound of any row multipliers, whatever their quality: it trusts a solver's duals for being good,
 * never for being right. A multiplier on a side that the row does not have counts as 0.
 */
export function boundOf(program: Program, duals: Float64Array): Bound {
  const reduced = new Float64Array(program.upper.length);
  reduced.set(program.gain);
  let bound = ROUNDING;
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

/** A part of a program's solutions. Picks are columns of the program; parts of one search are disjoint. */
export interface Part {
  /** Picks that are taken. */
  readonly taken: readonly number[];
  /** Picks that are not. */
  readonly left: readonly number[];
  /** Whether some pick beyond `taken` is. */
  readonly more: boolean;
}

export const WHOLE: Part = { taken: [], left: [], more: false };

/** A smaller program for a part, with what it takes to read its picks as the larger program's. */
export interface Restriction {
  readonly program: Program;
  /** The larger program's pick for each pick of the smaller one. */
  readonly picks: Int32Array;
  readonly taken: readonly number[];
  /** What the taken picks gain, which the smaller program's solutions gain besides. */
  readonly gain: number;
}

/** Drops every column that the part or its own bound fixes; null where that alone breaks a row. */
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

/** The larger program's picks, ascending. */
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

/** Of a row without columns: whether 0 lies within its bounds. A row with columns is kept. */
function holdsAlways(row: Row): boolean {
  return row.columns.length === 0 && row.lower <= 0 && row.upper >= 0;
}
