import { InvalidFileError } from "../shared/errors.ts";
import { decodeText } from "./decode-text.ts";
import type { FileFaults } from "./file-faults.ts";
import { rawRecords } from "./raw-records.ts";

/** One record of a CSV file. `line` is the line it ends on, counted from 1; cells are trimmed. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Reads a file of separated values as people have it after downloading and re-saving: separated by commas,
 * semicolons, tabs or bars, in UTF-8, UTF-16 or Windows-1252, with any line ends (also mixed), with records of
 * different lengths, with remains of UTF-7. Empty lines are skipped.
 * @throws InvalidFileError for an empty file and for broken quotes.
 */
export function parseCsv(input: string | Uint8Array, file: string): [CsvRecord, ...CsvRecord[]] {
  const text = decodeText(input);
  const records = rawRecords(text, file)
    .records.filter(({ cells }) => cells.length > 1 || !isEmpty(text.slice(cells[0]!.start, cells[0]!.end)))
    .map(({ line, cells }): CsvRecord => ({ line, cells: cells.map(({ says }) => says) }));
  if (records.every(({ cells }) => cells.every((cell) => cell === "")))
    throw new InvalidFileError(file, null, "is empty. Give a CSV file with a header row.");
  return records as [CsvRecord, ...CsvRecord[]];
}

/** Whether a line's only cell is empty; a mark within the text is no part of it. */
function isEmpty(cell: string): boolean {
  return /^\uFEFF*(?:"\uFEFF*"\uFEFF*)?$/.test(cell);
}

/**
 * A stray quote makes one cell of all that follows up to the next quote, and rows vanish: below a header, no cell
 * may hold several lines. Whether the record does, which is a fault at the line where it begins.
 */
export function reportSwallowedRows({ line, cells }: CsvRecord, faults: FileFaults): boolean {
  const breaks = cells.join().split("\n").length - 1;
  if (breaks > 0)
    faults.add(
      line - breaks,
      `a quoted cell opens here and runs on to line ${line}. Close or remove its quote.`,
    );
  return breaks > 0;
}

/** Cells of an RFC 4180 file, quoted where they must be. */
export function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",");
}
