import { InvalidFileError } from "../../shared/errors.ts";
import { FileFaults, type RawRecord, rawRecords } from "../csv.ts";
import { type FileContent, keptText } from "./kept-text.ts";
import { type EntriesLayout, type EntryColumn, findLayout } from "./layout.ts";
import { readSeatText, type SeatText } from "./seat-text.ts";

/** A seat of an entry. */
export interface EntrySeat extends SeatText {
  /** The slot as the file's header has it. */
  readonly slot: string;
  /** The whole cell. */
  readonly text: string;
}

/** An entry of a contest, or a lineup in a template. */
export interface FileEntry {
  readonly line: number;
  /** The book's entry id; null in a template. */
  readonly entryId: string | null;
  readonly contestId: string | null;
  readonly contestName: string | null;
  /** In dollars; null where the file does not say. */
  readonly entryFee: number | null;
  /** In column order; all empty for a reserved entry. */
  readonly seats: readonly EntrySeat[];
}

/** The content of a book's entries file or upload template. */
export interface EntriesFile {
  readonly kind: "entries" | "template";
  /** The header's slot names, one for each seat. */
  readonly slots: readonly string[];
  /** In file order; for a template, the lineups that it already contains. */
  readonly entries: readonly FileEntry[];
}

/** An entries file with the positions of its records. */
export interface LocatedEntries extends EntriesFile {
  readonly text: string;
  readonly separator: string;
  readonly records: readonly RawRecord[];
  readonly layout: EntriesLayout;
  /** The index of the header's record. */
  readonly header: number;
  /** The index of each entry's record. */
  readonly rows: readonly number[];
  encode(text: string): FileContent;
}

/** `file` names the content in errors. */
export interface ReadEntriesOptions {
  readonly file: string;
}

/**
 * Reads a book's entries file (`DKEntries.csv`, FanDuel's entries template) or its template for new lineups:
 * entries with contest and fee, and the text of each seat. Does not look up the players. Takes text, or a
 * file's bytes.
 * @throws InvalidFileError for any other file, and for entry ids that a spreadsheet has rounded.
 */
export function readEntries(input: FileContent, options: ReadEntriesOptions): EntriesFile {
  const { kind, slots, entries } = locateEntries(input, options);
  return { kind, slots, entries };
}

/** As `readEntries`. @throws InvalidFileError */
export function locateEntries(input: FileContent, { file }: ReadEntriesOptions): LocatedEntries {
  const { text, encode } = keptText(input, file);
  const { separator, records } = rawRecords(text, file);
  const found = findLayout(records.map(({ cells }) => ({ cells: cells.map(({ says }) => says) })));
  if (found === null)
    throw new InvalidFileError(
      file,
      null,
      "is no entries file and no upload template: no row has the slots of a lineup, behind Entry ID or before " +
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

/** Returns null for a row without an entry, such as a comment or a row of the pool on the right. */
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
  else if (!/^[\w-]+$/.test(entryId)) {
    faults.add(
      line,
      `"${entryId}" is no entry id. A spreadsheet may have rounded it: download the file again.`,
    );
    return null;
  }
  return {
    line,
    entryId,
    contestId: said("contestId"),
    contestName: said("contestName"),
    entryFee: feeOf(said("entryFee") ?? ""),
    seats,
  };
}

/** Whether a row that begins with this text is a user's comment. */
export function isComment(text: string): boolean {
  return /^(#|\/\/)/.test(text);
}

function feeOf(text: string): number | null {
  const plain = text.replace(/[$,\s]/g, "");
  return /^\d*\.?\d+$/.test(plain) ? Number(plain) : null;
}
