import { InvalidFileError } from "../errors.ts";

/** Where a cell stands, for errors. */
export interface CellPlace {
  readonly file: string;
  readonly line: number;
  readonly column: string;
}

/** A salary: a whole amount, `$` and thousands commas aside. @throws InvalidFileError for anything else. */
export function readSalary(cell: string, place: CellPlace): number {
  const plain = cell.replace(/^\$\s*/, "");
  if (!/^(\d+|\d{1,3}(,\d{3})+)(\.0*)?$/.test(plain))
    throw unreadable(cell, place, "is no salary. Give a whole amount such as 5400.");
  return Number(plain.replaceAll(",", ""));
}

/** What stands in a cell that has no points; books write `null` for a player without a game. */
const NO_POINTS = new Set(["", "null"]);

/** Points, or null for an empty cell. @throws InvalidFileError for anything that is no decimal number. */
export function readPoints(cell: string, place: CellPlace): number | null {
  if (NO_POINTS.has(cell)) return null;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(cell))
    throw unreadable(cell, place, "is no number. Give points such as 12.5, or leave the cell empty.");
  return Number(cell);
}

function unreadable(cell: string, { file, line, column }: CellPlace, reason: string): InvalidFileError {
  return new InvalidFileError(file, line, `column ${column}: "${cell}" ${reason}`);
}
