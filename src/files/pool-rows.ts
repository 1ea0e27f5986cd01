import type { PoolColumn } from "../shared/books/book.ts";
import { books } from "../shared/books/index.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { type CellsByHeader, cellsByHeader, readPoints, readSalary } from "./cells.ts";
import { type CsvRecord, FileFaults, reportSwallowedRows } from "./csv.ts";
import { GAME_INFO_FORMS, type GameInfo, readGameInfo } from "./game-info.ts";
import { findHeader, type Header, missingFromBest } from "./header.ts";
import type { Book } from "./slate.ts";

/** One row of a pool; null for cells that are empty or whose column is missing. */
export interface PoolRow {
  /** The file's name in errors. */
  readonly file: string;
  readonly line: number;
  readonly id: string | null;
  readonly position: string;
  readonly rosterPosition: string | null;
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly salary: number;
  readonly captainSalary: number | null;
  readonly game: GameInfo;
  /** The game as written in the file. */
  readonly gameText: string;
  readonly team: string;
  readonly averagePoints: number | null;
  readonly status: string | null;
  /** Every non-empty cell of the row, by its header. */
  readonly columns: CellsByHeader;
}

/**
 * Finds the pool at any position in a book's file, and reads its rows.
 * @throws InvalidFileError for a file without a pool, and for all unreadable cells.
 */
export function readPoolRows(
  records: readonly CsvRecord[],
  file: string,
): { readonly book: Book; readonly rows: PoolRow[] } {
  for (const { name: book, salaryFile } of books) {
    const header = findHeader(records, salaryFile.columns);
    if (header === null) continue;
    const faults = new FileFaults(file);
    const gameOf = gameReader();
    const rows = records
      .slice(header.row + 1)
      .flatMap((record) => readRow(record, header, records[header.row]!, gameOf, faults) ?? []);
    faults.throwIfAny();
    if (rows.length === 0)
      throw new InvalidFileError(file, records[header.row]!.line, "has a pool header, but no rows below it.");
    return { book, rows };
  }
  throw notASalaryFile(records, file);
}

/** A memoized `readGameInfo`: a pool has hundreds of players in a dozen games. */
function gameReader(): typeof readGameInfo {
  const known = new Map<string, GameInfo | null>();
  return (text) => {
    const game = known.has(text) ? known.get(text)! : readGameInfo(text);
    known.set(text, game);
    return game;
  };
}

/** Returns null for faults, and for a record outside the pool, such as an entry below the pool's end. */
function readRow(
  record: CsvRecord,
  { at }: Header<PoolColumn>,
  headings: CsvRecord,
  gameOf: typeof readGameInfo,
  faults: FileFaults,
): PoolRow | null {
  const { line, cells } = record;
  const cell = (column: PoolColumn): string => cells[at[column] ?? -1] ?? "";
  const place = (column: PoolColumn) => ({ line, column: headings.cells[at[column]!]! });
  const salaryOf = (column: PoolColumn) => readSalary(cell(column), place(column), faults);
  if ((["name", "position", "salary", "team"] as const).every((column) => cell(column) === "")) return null;
  if (reportSwallowedRows(record, faults)) return null;
  for (const column of ["name", "position"] as const) {
    if (cell(column) === "")
      faults.add(line, `column ${place(column).column} is empty. Fill it, or remove the row.`);
  }
  const gameText = cell("game");
  const game = gameOf(gameText);
  if (game === null)
    faults.add(line, `the game "${gameText}" cannot be read. Give one of: ${GAME_INFO_FORMS}.`);
  const salary = salaryOf("salary");
  const captainSalary = cell("captainSalary") === "" ? null : salaryOf("captainSalary");
  const averagePoints = readPoints(cell("averagePoints"), place("averagePoints"), faults);
  if (game === null || salary === null) return null;
  return {
    file: faults.file,
    line,
    id: cell("id") || null,
    position: cell("position"),
    rosterPosition: cell("rosterPosition") || null,
    name: cell("name"),
    firstName: cell("firstName") || null,
    lastName: cell("lastName") || null,
    salary,
    captainSalary,
    game,
    gameText,
    team: cell("team").toUpperCase(),
    averagePoints,
    status: cell("status") || null,
    columns: cellsByHeader(headings.cells, cells, Math.min(...Object.values(at))),
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
