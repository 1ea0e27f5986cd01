import { CsvError, parse } from "csv-parse/sync";
import { InvalidFileError } from "../errors.ts";

/** One record of a CSV file. `line` is the line it ends on, counted from 1; cells are trimmed. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A character that UTF-7 wrote as base64 of its UTF-16 units. */
const UTF7_SHIFT = /\+([A-Za-z0-9+/]{3,})-/g;

/**
 * Reads a comma-separated file as people have it after downloading and re-saving: with or without a byte order
 * mark, with any line ends (also mixed), with records of different lengths, with remains of UTF-7. Empty lines
 * are skipped.
 * @throws InvalidFileError for an empty file and for broken quotes.
 */
export function parseCsv(text: string, file: string): CsvRecord[] {
  const clean = text.replace(/\r\n?/g, "\n").replace(UTF7_SHIFT, decodeUtf7);
  let parsed: { record: string[]; info: { lines: number } }[];
  try {
    parsed = parse(clean, {
      bom: true,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      record_delimiter: "\n",
    }) as unknown as typeof parsed;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error["lines"] === "number" ? error["lines"] : null;
    throw new InvalidFileError(file, line, `${error.message}. Mend the quotes of that line.`, error);
  }
  const records = parsed.map(({ record, info }) => ({
    line: info.lines,
    cells: record.map((cell) => cell.trim()),
  }));
  if (records.every(({ cells }) => cells.every((cell) => cell === "")))
    throw new InvalidFileError(file, null, "is empty. Give a CSV file with a header row.");
  return records;
}

/** Cells of an RFC 4180 file, quoted where they must be. */
export function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",");
}

/** Leaves alone what is no UTF-7: whole UTF-16 units padded with zero bits, all of them printable. */
function decodeUtf7(shift: string, base64: string): string {
  const bytes = Buffer.from(base64, "base64");
  const isWhole = bytes.length % 2 === 0 && bytes.toString("base64").replace(/=+$/, "") === base64;
  if (!isWhole) return shift;
  const decoded = bytes.swap16().toString("utf16le");
  return /^[^\p{C}]+$/u.test(decoded) ? decoded : shift;
}
