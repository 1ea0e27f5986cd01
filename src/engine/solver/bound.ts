import type { Program } from "../model/program.ts";

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
