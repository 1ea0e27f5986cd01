import Papa from "papaparse";
import type { CsvRecord } from "../../src/files/csv.ts";
import { InvalidFileError } from "../../src/shared/errors.ts";

/** Placeholders for characters within a cell: Unicode noncharacters, which no text contains. */
const HIDDEN_QUOTE = "\uFDD0";
const HIDDEN_SEPARATOR = "\uFDD1";
const HIDDEN_BREAK = "\uFDD2";

/**
 * A second opinion on records: those of a text with line feeds, read by papaparse, without empty lines. A
 * cell that continues after its closing quote, such as `"Bo" Lander`, was never a quoted one. Papaparse
 * detects that too late, so such a cell's quotes are hidden from it, and reading continues at the cell's
 * record.
 * @throws InvalidFileError for a quote that is never closed.
 */
export function papaparseRecords(text: string, separator: string, file: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  // A byte order mark within the text is not part of it, and the parser would not count it. Every record
  // must end its line.
  let rest = `${text.replaceAll("\uFEFF", "")}\n`;
  let lines = 0;
  for (;;) {
    let end = 0;
    let fault: Papa.ParseError | undefined;
    Papa.parse<string[]>(rest, {
      delimiter: separator,
      newline: "\n",
      step({ data, errors, meta }, parser) {
        fault = errors[0];
        if (fault) return parser.abort();
        lines += lineBreaks(rest.slice(end, meta.cursor));
        end = meta.cursor;
        if (data.length > 1 || data[0] !== "")
          records.push({ line: lines, cells: data.map((cell) => shown(cell, separator)) });
      },
    });
    if (!fault) return records;
    const quote = fault.index! - 1;
    if (fault.code === "MissingQuotes")
      throw new InvalidFileError(
        file,
        lines + lineBreaks(rest.slice(end, quote)) + 1,
        "a quote opens here that is never closed. Close or remove it.",
      );
    rest = rest.slice(end, quote) + rest.slice(quote).replace(QUOTED, (quoted) => hidden(quoted, separator));
  }
}

/** The text between a cell's first quote and its closing quote. */
const QUOTED = /^"(?:[^"]|"")*"/;

function hidden(quoted: string, separator: string): string {
  return quoted
    .replaceAll('"', HIDDEN_QUOTE)
    .replaceAll(separator, HIDDEN_SEPARATOR)
    .replaceAll("\n", HIDDEN_BREAK);
}

function shown(cell: string, separator: string): string {
  return cell
    .replaceAll(HIDDEN_QUOTE, '"')
    .replaceAll(HIDDEN_SEPARATOR, separator)
    .replaceAll(HIDDEN_BREAK, "\n")
    .trim();
}

function lineBreaks(text: string): number {
  return text.split(/[\n\uFDD2]/).length - 1;
}
