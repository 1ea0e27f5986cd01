import type { Model } from "../../src/engine/model/model.ts";
import type { Program } from "../../src/engine/model/program.ts";

/**
 * A model with its rows priced into the picks: no solution has more points than `base` plus its picks'
 * values.
 */
export interface Priced {
  /** Units of points. */
  readonly base: number;
  /** Units of points, one element per pick. */
  readonly value: Float64Array;
}

/** The error of sums of some thousand doubles of this size is far below this, in units of points. */
const ROUNDING = 1e5;

/**
 * Prices every row at its multiplier. Any multipliers give a valid bound; those of the linear relaxation a
 * tight one. A multiplier on a side that the row does not have counts as 0.
 */
export function priceRows(model: Model, program: Program, multipliers: Float64Array): Priced {
  const reduced = new Float64Array(program.upper.length);
  reduced.set(model.picks.points);
  let base = ROUNDING;
  for (const [at, row] of program.rows.entries()) {
    const multiplier = multipliers[at]! * program.grid;
    const side = multiplier > 0 ? row.upper : row.lower;
    if (multiplier === 0 || !Number.isFinite(side)) continue;
    base += multiplier * side;
    for (const [k, column] of row.columns.entries()) reduced[column]! -= multiplier * row.values[k]!;
  }
  for (let column = program.pickCount; column < reduced.length; column += 1)
    base += Math.max(0, reduced[column]! * program.upper[column]!);
  return { base, value: reduced.slice(0, program.pickCount) };
}
