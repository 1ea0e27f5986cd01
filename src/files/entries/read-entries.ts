import { type Book, books } from "../../shared/books.ts";
import { InvalidFileError, invalidRequest } from "../../shared/errors.ts";
import { headerKey, LONGEST_NAMING_CELL, readAmount, repeatedHeader } from "../columns.ts";
import {
  beforePandas,
  type CsvRecord,
  encodingOf,
  FileFaults,
  plainRecord,
  type RawRecord,
  rawRecords,
  type TextEncoding,
} from "../csv.ts";

export type FileContent = string | Uint8Array;

/**
 * Encoding the text gives the same bytes. @throws InvalidFileError for bytes that are invalid in their
 * encoding.
 */
function keptText(input: FileContent, file: string) {
  if (typeof input === "string") return { text: input, encode: (text: string): FileContent => text };
  const encoding = encodingOf(input);
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(input);
  const encode = ENCODERS[encoding];
  const again = encode(text);
  if (again.length !== input.length || again.some((byte, at) => byte !== input[at]))
    throw new InvalidFileError(
      file,
      null,
      `is damaged: not all of its bytes are valid ${encoding.toUpperCase()}. Download it again.`,
    );
  return { text, encode };
}

const ENCODERS: { readonly [Encoding in TextEncoding]: (text: string) => Uint8Array } = {
  "utf-8": (text) => new TextEncoder().encode(text),
  "utf-16le": (text) => utf16(text, true),
  "utf-16be": (text) => utf16(text, false),
  "windows-1252": (text) => Uint8Array.from(text, (letter) => BYTES_1252.get(letter) ?? QUESTION_MARK),
};

const QUESTION_MARK = 0x3f;

function utf16(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
}

const BYTES_1252 = new Map(
  [...new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))].map(
    (letter, byte) => [letter, byte],
  ),
);

type EntryColumn = "entryId" | "contestId" | "contestName" | "entryFee";

export interface EntriesLayout {
  /** `entries` have the book's entry ids; a `template` takes new lineups. */
  readonly kind: "entries" | "template";
  readonly columns: Readonly<Partial<Record<EntryColumn, number>>>;
  readonly seats: readonly { readonly slot: string; readonly column: number }[];
  /** The number of columns of an entry, including its seats; the book ignores the columns after them. */
  readonly width: number;
}

const ENTRY_COLUMNS: Readonly<Record<string, EntryColumn>> = {
  entryid: "entryId",
  contestid: "contestId",
  contestname: "contestName",
  entryfee: "entryFee",
};

const INSTRUCTIONS = "instructions";

/** A header row with the slots contains one of these words; most other rows contain neither. */
const HEADER = /entry|instructions/i;

/** The most characters of a slot's name; a longer cell is prose. */
const LONGEST_SLOT = 40;

function layoutOf(cells: readonly string[]): EntriesLayout | null {
  if (!HEADER.test(cells.join())) return null;
  const keys = cells.map(headerKey);
  // Pandas puts the numbers of the rows in front, below an empty header.
  const from = keys[0] === "" ? 1 : 0;
  const blank = keys.indexOf("", from);
  const width = blank === -1 ? keys.length : blank;
  const columns: Partial<Record<EntryColumn, number>> = {};
  const seats: { slot: string; column: number }[] = [];
  for (let column = from; column < width; column += 1) {
    const known = ENTRY_COLUMNS[keys[column]!];
    if (known === undefined) seats.push({ slot: repeatedHeader(cells[column]!, cells), column });
    else columns[known] = column;
  }
  if (seats.length === 0 || seats.some(({ slot }) => slot.length > LONGEST_SLOT)) return null;
  if (columns.entryId !== undefined) return { kind: "entries", columns, seats, width };
  return blank !== -1 && keys[blank + 1] === INSTRUCTIONS
    ? { kind: "template", columns, seats, width }
    : null;
}

export function findLayout(
  records: readonly CsvRecord[],
): { readonly row: number; readonly layout: EntriesLayout } | null {
  for (const [row, { cells }] of records.entries()) {
    const layout = layoutOf(cells);
    if (layout !== null) return { row, layout };
  }
  return null;
}

/** Includes full-width signs and leading blanks. */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * Writes a player as a cell of a book's upload or entries file, in one of the book's forms, such as
 * `{name} ({id})`. Omits a name that a spreadsheet would run as a formula, because the id alone is enough for
 * the book.
 * @throws InvalidRequestError for an id that a spreadsheet would run as a formula.
 */
export function bookCell(
  { id, name }: { readonly id: string; readonly name: string },
  { uploadFile }: Pick<Book, "uploadFile">,
  form: string = uploadFile.cells[0],
): string {
  const cell = form.replace("{id}", () => id).replace("{name}", () => name);
  if (!FORMULA.test(cell)) return cell;
  if (!FORMULA.test(id)) return id;
  throw invalidRequest(
    "unsafe-id",
    "lineups",
    `the id ${JSON.stringify(id)} of ${name} is not a book's id: a spreadsheet would run it as a formula. Correct it in the pool.`,
  );
}

/** A pattern with the groups `id` and `name`, which allows any spacing. */
function cellPattern(form: string): RegExp {
  const pattern = form
    .replaceAll(/[()[\]:.*+?^$|\\]/g, "\\$&")
    .replaceAll(/\s+/g, "\\s*")
    .replace("{id}", "(?<id>[\\w-]+)")
    .replace("{name}", "(?<name>.*)");
  return new RegExp(`^${pattern}$`);
}

const CELL_FORMS = [...new Set(books.flatMap(({ uploadFile }) => uploadFile.cells))].map(cellPattern);

export interface SeatText {
  /** Null if the cell has only a name or is empty. */
  readonly bookId: string | null;
  /** Null if the cell has only an id or is empty. */
  readonly name: string | null;
  readonly locked: boolean;
}

const LOCKED = /\s*\(LOCKED\)$/i;

export function withoutLock(cell: string): { readonly text: string; readonly locked: boolean } {
  if (cell.length > LONGEST_NAMING_CELL) return { text: cell, locked: false };
  return { text: cell.replace(LOCKED, ""), locked: LOCKED.test(cell) };
}

/** Reads a cell in any book's form; a word without a digit is a name, such as `Bears`, not an id. */
export function readSeatText(cell: string): SeatText {
  const { text, locked } = withoutLock(cell);
  if (text === "") return { bookId: null, name: null, locked };
  if (text.length > LONGEST_NAMING_CELL) return { bookId: null, name: text, locked };
  for (const form of CELL_FORMS) {
    const { id, name } = form.exec(text)?.groups ?? {};
    if (id === undefined || (name === undefined && !/\d/.test(id))) continue;
    return { bookId: id, name: name?.trim() || null, locked };
  }
  return { bookId: null, name: text, locked };
}

export interface EntrySeat extends SeatText {
  readonly slot: string;
  readonly text: string;
}

export interface FileEntry {
  readonly line: number;
  readonly entryId: string | null;
  readonly contestId: string | null;
  readonly contestName: string | null;
  /** In dollars; null if the file does not say. */
  readonly entryFee: number | null;
  /** In column order; all empty for a reserved entry. */
  readonly seats: readonly EntrySeat[];
}

export interface EntriesFile {
  readonly kind: "entries" | "template";
  readonly slots: readonly string[];
  /** In file order; for a template, the lineups that it already contains. */
  readonly entries: readonly FileEntry[];
}

export type LocatedEntries = ReturnType<typeof locateEntries>;

export interface ReadEntriesOptions {
  readonly file: string;
}

/**
 * Reads a book's entries file or its template for new lineups, as text or bytes. Does not look up the
 * players. @throws InvalidFileError for any other file, and for entry ids that a spreadsheet has rounded.
 */
export function readEntries(input: FileContent, options: ReadEntriesOptions): EntriesFile {
  const { kind, slots, entries } = locateEntries(input, options);
  return { kind, slots, entries };
}

/** @throws InvalidFileError */
export function locateEntries(input: FileContent, { file }: ReadEntriesOptions) {
  const { text: given, encode } = keptText(input, file);
  const text = withoutPandas(given, file);
  const { separator, records } = rawRecords(text, file);
  const found = findLayout(records.map(plainRecord));
  if (found === null)
    throw new InvalidFileError(
      file,
      null,
      "is neither an entries file nor an upload template: no row has the slots of a lineup after Entry ID or before " +
        "Instructions. Give the book's own file.",
    );
  const { row: header, layout } = found;
  const faults = new FileFaults(file);
  const located = records.flatMap((record, row) => {
    const entry = row <= header ? null : readEntry(record, layout, faults);
    return entry === null ? [] : [{ row, entry }];
  });
  faults.throwIfAny();
  return {
    kind: layout.kind,
    slots: layout.seats.map(({ slot }) => slot),
    entries: located.map(({ entry }) => entry),
    text,
    separator,
    records,
    layout,
    header,
    rows: located.map(({ row }) => row),
    encode,
  };
}

/**
 * The text as the book wrote it, if pandas saved it again: with equal and empty headers, whole ids, and no
 * numbers of rows in front.
 */
function withoutPandas(text: string, file: string): string {
  if (!/\.\d|Unnamed: \d/.test(text)) return text;
  const { records } = rawRecords(text, file);
  const found = findLayout(records.map(plainRecord));
  if (found === null) return text;
  const headers = records[found.row]!.cells.map(({ says }) => says);
  const parts: string[] = [];
  let at = 0;
  for (const [row, { cells }] of records.entries()) {
    for (const [column, { start, end, says }] of cells.entries()) {
      const isNumber = column === 0 && headers[0] === "";
      const raw = text.slice(start, end).replace(/^\uFEFF/, "");
      const own = row === found.row ? repeatedHeader(says, headers) : says;
      if (!isNumber && own === says && beforePandas(raw.trim()) === raw.trim()) continue;
      parts.push(text.slice(at, start), isNumber ? "" : own);
      at = isNumber ? (cells[1]?.start ?? end) : end;
    }
  }
  return parts.join("") + text.slice(at);
}

/** Why a cell cannot be an entry id; null if it can. */
export function faultOfEntryId(cell: string): string | null {
  if (/^[\w-]+$/.test(cell)) return null;
  return `"${cell}" is not an entry id. A spreadsheet may have rounded it: download the file again.`;
}

/** Null for a comment or a row of the pool on the right. */
function readEntry({ line, cells }: RawRecord, layout: EntriesLayout, faults: FileFaults): FileEntry | null {
  const said = (column: EntryColumn) => cells[layout.columns[column] ?? -1]?.says || null;
  if (isComment(cells[0]!.says)) return null;
  const seats = layout.seats.map(({ slot, column }): EntrySeat => {
    const text = cells[column]?.says ?? "";
    return { slot, text, ...readSeatText(text) };
  });
  const entryId = said("entryId");
  if (layout.kind === "template") {
    if (seats.every(({ text }) => text === "")) return null;
  } else if (entryId === null) return null;
  else {
    const fault = faultOfEntryId(entryId);
    if (fault !== null) {
      faults.add(line, fault);
      return null;
    }
  }
  return {
    line,
    entryId,
    contestId: said("contestId"),
    contestName: said("contestName"),
    entryFee: readAmount(said("entryFee") ?? ""),
    seats,
  };
}

export function isComment(text: string): boolean {
  return /^(#|\/\/)/.test(text);
}
