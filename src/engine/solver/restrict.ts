import type { Program, Row } from "../model/program.ts";

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
