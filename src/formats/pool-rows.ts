import type { PoolColumn } from "../books/book.ts";
import { books } from "../books/index.ts";
import { InvalidFileError } from "../errors.ts";
import { readPoints, readSalary } from "./cells.ts";
import { type CsvRecord, refuseSwallowedRows } from "./csv.ts";
import { findHeader, type Header, missingFromBest } from "./header.ts";
import type { Book } from "./slate.ts";

/** One row of a pool as the file has it; null for cells that are empty or that the file has no column for. */
export interface PoolRow {
  readonly line: number;
  readonly id: string | null;
  readonly position: string;
  readonly rosterPosition: string | null;
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly salary: number;
  readonly captainSalary: number | null;
  readonly game: string;
  readonly team: string;
  readonly averagePoints: number | null;
  readonly status: string | null;
}

/**
 * Finds the pool in a book's file, wherever it stands in it, and reads its rows.
 * @throws InvalidFileError for a file without a pool and for cells that cannot be read.
 */
export function readPoolRows(
  records: readonly CsvRecord[],
  file: string,
): { readonly book: Book; readonly rows: PoolRow[] } {
  for (const { name: book, salaryFile } of books) {
    const header = findHeader(records, salaryFile.columns);
    if (header === null) continue;
    const rows = records
      .slice(header.row + 1)
      .flatMap((record) => readRow(record, header, records[header.row]!, file) ?? []);
    if (rows.length === 0)
      throw new InvalidFileError(file, records[header.row]!.line, "has a pool header, but no rows below it.");
    return { book, rows };
  }
  throw notASalaryFile(records, file);
}

/** Null for a record that has nothing in the pool's columns, such as an entry below the pool's end. */
function readRow(
  { line, cells }: CsvRecord,
  { at }: Header<PoolColumn>,
  headings: CsvRecord,
  file: string,
): PoolRow | null {
  const cell = (column: PoolColumn): string => {
    const index = at[column];
    return index === undefined ? "" : (cells[index] ?? "");
  };
  const place = (column: PoolColumn) => ({ file, line, column: headings.cells[at[column]!]! });
  if ((["name", "position", "salary", "team"] as const).every((column) => cell(column) === "")) return null;
  refuseSwallowedRows({ line, cells }, file);
  for (const column of ["name", "position"] as const) {
    if (cell(column) === "")
      throw new InvalidFileError(
        file,
        line,
        `column ${place(column).column} is empty. Fill it, or remove the row.`,
      );
  }
  return {
    line,
    id: cell("id") || null,
    position: cell("position"),
    rosterPosition: cell("rosterPosition") || null,
    name: cell("name"),
    firstName: cell("firstName") || null,
    lastName: cell("lastName") || null,
    salary: readSalary(cell("salary"), place("salary")),
    captainSalary:
      cell("captainSalary") === "" ? null : readSalary(cell("captainSalary"), place("captainSalary")),
    game: cell("game"),
    team: cell("team").toUpperCase(),
    averagePoints: readPoints(cell("averagePoints"), place("averagePoints")),
    status: cell("status") || null,
  };
}

function notASalaryFile(records: readonly CsvRecord[], file: string): InvalidFileError {
  const looked = books.map(({ vendor, salaryFile: { columns } }) => {
    const { line, missing } = missingFromBest(records, columns);
    const names = Object.values(columns)
      .filter((column) => column.required)
      .map((column) => column.names[0]);
    const nearest = line === null ? "" : ` (line ${line} lacks ${missing.join(", ")})`;
    return `${vendor}'s ${names.join(", ")}${nearest}`;
  });
  return new InvalidFileError(
    file,
    null,
    `is no salary file: no row has the headers of a pool. Looked for ${looked.join("; or ")}. ` +
      "Give the book's own salary download, upload template or entries file.",
  );
}
