import { headerKey, numberIn } from "./header.ts";

/** Headers of columns with a draw each, normalized by `headerKey`: `Sim 1`, `sim_1`, `Draw 1`, `Iteration 1`. */
const DRAW = /^(?:sim|simulation|draw|iteration|iter)\d+$/;
/** The same in a file of draws, where `1` is a draw too. */
export const DRAW_OR_NUMBER = /^(?:sim|simulation|draw|iteration|iter)?\d+$/;

/** The columns with a draw each, by index; null if there are fewer than two. */
export type DrawColumns = readonly number[] | null;

/** The columns of a header row that have a draw each. */
export function drawColumns(headings: readonly string[], isDraw: RegExp = DRAW): DrawColumns {
  const found = [...headings.keys()].filter((index) => isDraw.test(headerKey(headings[index]!)));
  return found.length < 2 ? null : found;
}

/** A row's draws. */
export interface DrawCells {
  /** NaN for an empty cell and for text that is no number. */
  readonly points: Float64Array;
  /** The first cell without a number, in words; null if all have one. */
  readonly fault: string | null;
}

/** Reads a row's draws; undefined if all cells are empty. */
export function drawCells(
  columns: DrawColumns,
  headings: readonly string[],
  cells: readonly string[],
): DrawCells | undefined {
  if (columns === null || columns.every((index) => numberIn(cells[index] ?? "") === null)) return undefined;
  const points = Float64Array.from(columns, (index) => numberIn(cells[index] ?? "") ?? Number.NaN);
  const at = points.findIndex(Number.isNaN);
  if (at === -1) return { points, fault: null };
  const index = columns[at]!;
  const cell = cells[index] ?? "";
  const reason = numberIn(cell) === null ? "is empty" : `says "${cell}", which is not a number`;
  return {
    points,
    fault: `column ${headings[index]} ${reason}. Give the player's points in every draw, or in none.`,
  };
}
