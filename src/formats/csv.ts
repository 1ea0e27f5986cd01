import { CsvError, type Options, parse } from "csv-parse/sync";
import { InvalidFileError } from "../errors.ts";

/** One record of a CSV file. `line` is the line it ends on, counted from 1; cells are trimmed. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

type Parsed = readonly { readonly record: readonly string[]; readonly info: { readonly lines: number } }[];

const OPTIONS: Options = {
  bom: true,
  info: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  record_delimiter: "\n",
};

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
  let parsed: Parsed;
  try {
    parsed = parse(clean, OPTIONS) as unknown as Parsed;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = lineAfter(clean, Number(error["records"]));
    throw new InvalidFileError(
      file,
      line,
      "a quote opens here that is never closed. Close or remove it.",
      error,
    );
  }
  const records = parsed.map(({ record, info }) => ({
    line: info.lines,
    cells: record.map((cell) => cell.trim()),
  }));
  if (records.every(({ cells }) => cells.every((cell) => cell === "")))
    throw new InvalidFileError(file, null, "is empty. Give a CSV file with a header row.");
  return records;
}

/**
 * A stray quote makes one cell of all that follows up to the next quote, and rows vanish: below a header, no cell
 * may hold several lines.
 * @throws InvalidFileError at the line where the record begins.
 */
export function refuseSwallowedRows({ line, cells }: CsvRecord, file: string): void {
  const breaks = cells.join("").split("\n").length - 1;
  if (breaks > 0)
    throw new InvalidFileError(
      file,
      line - breaks,
      `a quoted cell opens here and runs on to line ${line}. Close or remove its quote.`,
    );
}

/** Cells of an RFC 4180 file, quoted where they must be. */
export function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",");
}

/** The line on which the record behind the first `count` records begins. */
function lineAfter(text: string, count: number): number {
  const sound = count > 0 ? (parse(text, { ...OPTIONS, to: count }) as unknown as Parsed) : [];
  const lines = text.split("\n");
  let line = (sound.at(-1)?.info.lines ?? 0) + 1;
  while (lines[line - 1] === "") line += 1;
  return line;
}

/** Leaves alone what is no UTF-7: whole UTF-16 units padded with zero bits, all of them printable. */
function decodeUtf7(shift: string, base64: string): string {
  const bytes = Buffer.from(base64, "base64");
  const isWhole = bytes.length % 2 === 0 && bytes.toString("base64").replace(/=+$/, "") === base64;
  if (!isWhole) return shift;
  const decoded = bytes.swap16().toString("utf16le");
  return /^[^\p{C}]+$/u.test(decoded) ? decoded : shift;
}
