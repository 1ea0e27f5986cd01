import { InvalidFileError } from "../shared/errors.ts";

export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

const MARKED = [
  { mark: [0xff, 0xfe], encoding: "utf-16le" },
  { mark: [0xfe, 0xff], encoding: "utf-16be" },
] as const;

/** UTF-16 if it has that byte order mark, else UTF-8, else Windows-1252, which spreadsheet programs use. */
export function decodeText(input: string | Uint8Array): string {
  return typeof input === "string" ? input : new TextDecoder(encodingOf(input)).decode(input);
}

export function encodingOf(bytes: Uint8Array): TextEncoding {
  const marked = MARKED.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) return marked.encoding;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

export function beginsLikeJson(input: string | Uint8Array): boolean {
  const start = typeof input === "string" ? input : new TextDecoder().decode(input.subarray(0, 200));
  return /^\ufeff?\s*\{/.test(start);
}

const MOST_LISTED = 20;

/** Collects the faults of a file, so that one error names all of them. */
export class FileFaults {
  readonly file: string;
  readonly #found: { readonly line: number; readonly reason: string }[] = [];

  constructor(file: string) {
    this.file = file;
  }

  add(line: number, reason: string): void {
    this.#found.push({ line, reason });
  }

  /** @throws InvalidFileError if there are faults, with the first 20 by line and the number of others. */
  throwIfAny(): void {
    const [first, ...others] = this.#found.sort((a, b) => a.line - b.line);
    if (first === undefined) return;
    const listed = others.slice(0, MOST_LISTED - 1);
    const unlisted = others.length - listed.length;
    const rest = unlisted === 0 ? [] : [{ line: null, reason: `has ${unlisted} more such faults.` }];
    throw new InvalidFileError(this.file, first.line, first.reason, undefined, [...listed, ...rest]);
  }
}

/** Cell separators. The comma is last, because in files with another separator it is a decimal mark. */
const SEPARATORS = [";", "\t", "|", ","] as const;

const SAMPLE_CHARACTERS = 65_536;
const LINES = 10;

const QUOTED = /"(?:[^"]|"")*"/g;

const DECLARED = /^\uFEFF?sep=(.)[ \t]*(?=\n)/i;

/**
 * Detects the separator. A first line such as `sep=;` declares it, and is removed from the returned text.
 * Otherwise each of the first lines votes for the separator that it has most often outside quotes. In a tie,
 * the comma loses, because it may be a decimal mark.
 */
export function separatorOf(text: string) {
  const declared = DECLARED.exec(text);
  if (declared) return { separator: declared[1]!, text: text.slice(declared[0].length) };
  const lines = text
    .slice(0, SAMPLE_CHARACTERS)
    .replace(QUOTED, "")
    .split("\n")
    // A line of quoted cells is now its separators, which may be tabs.
    .filter((line) => /[^ ]/.test(line))
    .slice(0, LINES);
  const votes = lines.flatMap(
    (line) => mostOf(SEPARATORS, (separator) => line.split(separator).length - 1) ?? [],
  );
  const separator = mostOf(SEPARATORS, (candidate) => votes.filter((vote) => vote === candidate).length);
  return { separator: separator ?? ",", text };
}

/** The first item with the highest count; null if all counts are zero. */
function mostOf<Item>(items: readonly Item[], countOf: (item: Item) => number): Item | null {
  const counts = items.map(countOf);
  const most = Math.max(...counts);
  return most === 0 ? null : items[counts.indexOf(most)]!;
}

/** Quotes and spaces included: `text.slice(start, end)`. */
interface RawCell {
  readonly start: number;
  readonly end: number;
  /** Without quotes and surrounding spaces. */
  readonly says: string;
}

/** An empty line is one empty cell. */
export interface RawRecord {
  /** The line on which the record ends, from 1. */
  readonly line: number;
  readonly cells: readonly RawCell[];
  /** The offset after the line end. */
  readonly next: number;
}

export const DRAFTABLES =
  "is DraftKings' JSON of draftable players. Give the contest's salary file instead: Export to CSV on the page where lineups are made.";

/** Patterns of a file's first characters, with the reason and the remedy. */
const OTHER_KINDS: readonly (readonly [RegExp, string])[] = [
  [/^PK\p{Cc}{2}/u, "is an Excel workbook or another ZIP archive. Save the sheet as CSV, or unpack it."],
  [/^ÐÏ\p{Cc}à/u, "is an old Excel workbook (.xls). Save the sheet as CSV."],
  [/^(?!\s)\p{Cc}[\u008B‹\uFFFD]/u, "is compressed (gzip). Unpack it."],
  [/^%PDF-/, "is a PDF. Download the data as CSV."],
  [
    /^\s*<(?:!doctype html|html|head|body)\b/i,
    "is a web page (HTML), not the file. Sign in at the site, and download it again.",
  ],
];

/** Like `OTHER_KINDS`, for files that may be what a reader of other text than CSV expects. */
const OTHER_TEXTS: typeof OTHER_KINDS = [
  [/^\s*[[{].*"draftable(?:s|Id)"/s, DRAFTABLES],
  [
    /^\s*(?:\{\s*["}]|\[\s*[[{"])/,
    "is JSON, not CSV. Give the book's own file, or a CSV file with a header row.",
  ],
  [
    /^#{1,6} \S.*^(?:[-*>] |```|\|.*\|$|\d+\. |\*\*)/ms,
    "is a text (Markdown), not a table. Give the book's own file, or a CSV file with a header row.",
  ],
];

const KIND_CHARACTERS = 4_000;

/** @throws InvalidFileError */
function refuseOtherKinds(text: string, file: string, kinds = OTHER_KINDS): void {
  const start = text
    .slice(0, KIND_CHARACTERS)
    .replace(/^\uFEFF/, "")
    .replaceAll(/\r\n?/g, "\n");
  const reason = kinds.find(([pattern]) => pattern.test(start))?.[1];
  if (reason !== undefined) throw new InvalidFileError(file, null, reason);
}

/**
 * The records of a text as `parseCsv` reads them, including empty lines, with the position of every cell, so
 * that a caller can change one cell and keep the rest.
 * @throws InvalidFileError for an unclosed quote, and for a workbook, archive or web page.
 */
export function rawRecords(text: string, file: string) {
  refuseOtherKinds(text, file, [...OTHER_KINDS, ...OTHER_TEXTS]);
  const clean = text.replace(/\r\n?/g, "\n");
  const { separator, text: rest } = separatorOf(clean);
  const end = new RegExp(`[\\r\\n${separator.replace(/[\]\\^-]/, "\\$&")}]`, "g");
  const records: RawRecord[] = [];
  // The line that declares a separator contains no line end, so it has the same length in `clean` and in
  // `text`.
  let at = clean.length - rest.length;
  let line = 1;
  while (at < text.length) {
    const cells: RawCell[] = [];
    for (;;) {
      const cell = cellAt(text, at, end, file, line);
      cells.push(cell);
      // Only a quoted cell can have line breaks.
      const raw = text.slice(cell.start, cell.end);
      if (raw.includes('"')) line += raw.split(/\r\n?|\n/).length - 1;
      at = cell.end;
      if (text[at] !== separator) break;
      at += 1;
    }
    at += lineEndAt(text, at).length;
    records.push({ line, cells, next: at });
    line += 1;
  }
  // The line that declares the separator is not a record.
  return { separator, records: clean.length === rest.length ? records : records.slice(1) };
}

export function lineEndAt(text: string, at: number): string {
  if (text.startsWith("\r\n", at)) return "\r\n";
  return text[at] === "\n" || text[at] === "\r" ? text[at]! : "";
}

function cellAt(text: string, start: number, cellEnd: RegExp, file: string, line: number): RawCell {
  const open = skipMarks(text, start);
  const close = text[open] === '"' ? closingQuote(text, open + 1) : null;
  if (close === -1)
    throw new InvalidFileError(file, line, "a quote opens here that is never closed. Close or remove it.");
  cellEnd.lastIndex = close === null ? start : close + 1;
  const end = cellEnd.exec(text)?.index ?? text.length;
  // If text follows the closing quote, the cell is not quoted and its quotes are literal.
  const isQuoted = close !== null && text.slice(close + 1, end).trim() === "";
  const said = (isQuoted ? text.slice(open + 1, close) : text.slice(start, end)).replaceAll("\uFEFF", "");
  if (close === null) return { start, end, says: beforePandas(decodeUtf7Remains(said).trim()) };
  const plain = (isQuoted ? said.replaceAll('""', '"') : said).replace(/\r\n?/g, "\n");
  return { start, end, says: beforePandas(decodeUtf7Remains(plain).trim()) };
}

/** `Unnamed: 3` is an empty header, and `5268167454.0` an id among empty cells, after pandas saved a file again. */
const OF_PANDAS = /^(?:Unnamed: \d+|\d{6,}\.0)$/;

export function beforePandas(cell: string): string {
  if (!OF_PANDAS.test(cell)) return cell;
  return cell.startsWith("U") ? "" : cell.slice(0, -2);
}

function skipMarks(text: string, at: number): number {
  let next = at;
  while (text[next] === "\uFEFF") next += 1;
  return next;
}

/** -1 if it is never closed. */
function closingQuote(text: string, at: number): number {
  let quote = text.indexOf('"', at);
  while (quote !== -1) {
    const next = skipMarks(text, quote + 1);
    if (text[next] !== '"') return quote;
    quote = text.indexOf('"', next + 1);
  }
  return -1;
}

/** UTF-7: `+`, base64, `-`; or any other plus sign, so that no text is scanned twice. */
const SHIFT = /\+([A-Za-z0-9+/]*)(-?)/g;
const SHORTEST_BASE64 = 3;

/** Decodes leftover UTF-7 sequences, such as `+AEA-` for `@`; keeps all other plus signs. */
export function decodeUtf7Remains(text: string): string {
  if (!text.includes("+")) return text;
  return text.replace(SHIFT, (shift, base64: string, end: string) =>
    end === "" || base64.length < SHORTEST_BASE64 ? shift : (decoded(base64) ?? shift),
  );
}

/** Null if it is not whole UTF-16 units padded with zero bits, or if a character is not printable. */
function decoded(base64: string): string | null {
  if (base64.length % 4 === 1) return null;
  const bytes = atob(base64);
  if (bytes.length % 2 !== 0 || btoa(bytes).replace(/=+$/, "") !== base64) return null;
  const text = Array.from({ length: bytes.length / 2 }, (_, unit) =>
    String.fromCharCode(bytes.charCodeAt(2 * unit) * 256 + bytes.charCodeAt(2 * unit + 1)),
  ).join("");
  return /^[^\p{C}]+$/u.test(text) ? text : null;
}

/** Cells are trimmed. The record ends on `line`, counted from 1. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

export function plainRecord({ line, cells }: RawRecord): CsvRecord {
  return { line, cells: cells.map(({ says }) => says) };
}

/**
 * Reads separated values as users download and re-save them: with commas, semicolons, tabs or bars; in UTF-8,
 * UTF-16 or Windows-1252; with any or mixed line ends, records of different lengths, and leftover UTF-7.
 * Skips empty lines.
 * @throws InvalidFileError for an empty file and for broken quotes.
 */
export function parseCsv(input: string | Uint8Array, file: string): [CsvRecord, ...CsvRecord[]] {
  const text = decodeText(input);
  const records = rawRecords(text, file)
    .records.filter(({ cells }) => cells.length > 1 || !isEmpty(text.slice(cells[0]!.start, cells[0]!.end)))
    .map(plainRecord);
  if (records.every(({ cells }) => cells.every((cell) => cell === "")))
    throw new InvalidFileError(file, null, "is empty. Give a CSV file with a header row.");
  return records as [CsvRecord, ...CsvRecord[]];
}

function isEmpty(cell: string): boolean {
  return /^\uFEFF*(?:"\uFEFF*"\uFEFF*)?$/.test(cell);
}

/** Whether there is a multi-line cell: a stray quote swallowed the following rows. */
export function reportSwallowedRows({ line, cells }: CsvRecord, faults: FileFaults): boolean {
  if (!cells.some((cell) => cell.includes("\n"))) return false;
  const breaks = cells.join().split("\n").length - 1;
  faults.add(
    line - breaks,
    `a quoted cell opens here and runs on to line ${line}. Close or remove its quote.`,
  );
  return true;
}

/** A line of an RFC 4180 file, with quotes where required. */
export function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",");
}

/** A byte order mark is skipped. @throws InvalidFileError */
export function decodeUtf8(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    refuseOtherKinds(new TextDecoder("windows-1252").decode(bytes.subarray(0, 1_000)), file);
    throw new InvalidFileError(file, null, "is not UTF-8 text. Save it in that encoding.", cause);
  }
}

/** Whether a file is an Excel workbook: a ZIP archive, whose directory names its parts. */
function isWorkbook(bytes: Uint8Array): boolean {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  return isZip && new TextDecoder("latin1").decode(bytes).includes("xl/workbook.xml");
}

/**
 * The cells of an Excel workbook as CSV; any other file as it is. Loads the reader of workbooks for the first.
 * @throws InvalidFileError for a workbook that cannot be read, or with several sheets
 */
export async function withoutWorkbook<Bytes extends Uint8Array>(
  bytes: Bytes,
  file: string,
): Promise<Bytes | Uint8Array<ArrayBuffer>> {
  if (!isWorkbook(bytes)) return bytes;
  const { default: readSheets } = await import("read-excel-file/universal");
  const all = await readSheets(new Uint8Array(bytes).buffer).catch((cause: unknown) => {
    throw new InvalidFileError(file, null, "is a broken Excel workbook. Save the sheet as CSV.", cause);
  });
  const [first, ...others] = all.filter(({ data }) => data.some((row) => row.some((cell) => cell !== null)));
  if (others.length > 0)
    throw new InvalidFileError(
      file,
      null,
      `has several sheets with cells: ${all.map(({ sheet }) => sheet).join(", ")}. Keep one, or save it as CSV.`,
    );
  const lines = (first?.data ?? []).map((row) => csvLine(row.map(textOf)));
  return new TextEncoder().encode(`${lines.join("\n")}\n`);
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  return cell instanceof Date ? cell.toISOString().replace("T00:00:00.000Z", "") : String(cell);
}
