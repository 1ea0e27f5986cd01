import { InvalidFileError } from "../shared/errors.ts";
import { readPoints } from "./cells.ts";
import { FileFaults, parseCsv } from "./csv.ts";

/** A correlation matrix as written in its file. */
export interface CorrelationsFile {
  /** Names or ids, as the file writes them. */
  readonly names: readonly string[];
  /** Rows in the order of `names`. */
  readonly matrix: readonly (readonly number[])[];
}

/**
 * Reads a correlation matrix: names along the first row from its second cell on, and the same names in the
 * same order down the first column. An empty cell takes the value of its mirror cell, else 0, or 1 on the
 * diagonal.
 * @throws InvalidFileError with line and column
 */
export function readCorrelationsCsv(input: string | Uint8Array, file: string): CorrelationsFile {
  const [header, ...rows] = parseCsv(input, file);
  const names = header.cells.slice(1);
  if (names.length < 2 || names.includes(""))
    throw new InvalidFileError(file, header.line, "has no names along its first row. Give at least two.");
  if (rows.length !== names.length)
    throw new InvalidFileError(
      file,
      null,
      `has ${rows.length} rows for ${names.length} names. Give a row for each name, in the order of the columns.`,
    );
  const faults = new FileFaults(file);
  const stated = rows.map(({ line, cells }, row) => {
    const name = cells[0]!;
    if (name !== names[row])
      faults.add(line, `begins with "${name}" where "${names[row]}" should stand, as in the first row.`);
    return names.map((column, at) => readPoints(cells[at + 1] ?? "", { line, column }, faults));
  });
  faults.throwIfAny();
  const matrix = stated.map((row, i) => row.map((one, j) => one ?? stated[j]![i] ?? (i === j ? 1 : 0)));
  return { names, matrix };
}
