import { type Book, type BookName, bookNamed } from "../../shared/books.ts";
import { InvalidFileError } from "../../shared/errors.ts";
import { lineEndAt, plainRecord, type RawRecord } from "../csv.ts";
import { ownPoolOf } from "../pool-rows.ts";
import type { FileContent } from "./read-entries.ts";
import { bookCell, isComment, type LocatedEntries, locateEntries, readSeatText } from "./read-entries.ts";

/** A player as named in an upload file; `bookId` is the id for the slot, so a captain has the captain id. */
export interface SeatPlayer {
  readonly bookId: string;
  readonly name: string;
}

/** A lineup as one player per seat, in the order of the file's slots; null leaves a seat unchanged. */
export type SeatedLineup = readonly (SeatPlayer | null)[];

export interface FillEntriesOptions {
  readonly file: string;
  readonly book: BookName;
  /** For an entries file, one per entry or null to keep it; for a template, any number. */
  readonly lineups: readonly (SeatedLineup | null)[];
  /** The maximum number of lineups per file; unlimited by default. */
  readonly most?: number | undefined;
}

/**
 * Writes lineups into a book's entries file or template. Changes only cells whose player changes and keeps
 * the rest byte for byte: columns, rows, comments, quotes, line ends, encoding, and the pool to the right.
 * Returns text or bytes, like the input; several files, each with the whole pool, if there are more lineups
 * than one file may have.
 * @throws InvalidFileError, also for players who are not in the file's own pool; InvalidRequestError for an id that a spreadsheet would run as a formula;
 * RangeError for a wrong number of lineups or seats, and for a locked seat.
 */
export function fillEntries(
  input: FileContent,
  { file, book, lineups, most = Number.POSITIVE_INFINITY }: FillEntriesOptions,
): FileContent[] {
  const located = locateEntries(input, { file });
  const { kind, entries, rows } = located;
  if (kind === "entries" && lineups.length !== entries.length)
    throw new RangeError(
      `${file} has ${entries.length} entries, but ${lineups.length} lineups are given. Give one for each.`,
    );
  refuseStrangers(located, lineups, file);
  const writer = writerOf(located, bookNamed(book));
  const sources = kind === "entries" ? rows : rowsToFill(located, lineups.length);
  const places = lineups.length <= most || kind === "template" ? sources : rows;
  const blocks = lineups.map((lineup, index) => writer.block(sources[index]!, lineup));
  const files: FileContent[] = [];
  for (let from = 0; from === 0 || from < blocks.length; from += most) {
    const part = blocks.slice(from, from + most);
    const written = new Map<number, string | null>(part.map((block, index) => [places[index]!, block]));
    for (const row of rows) if (!written.has(row)) written.set(row, null);
    files.push(located.encode(writer.file(written)));
  }
  return files;
}

function refuseStrangers(
  { records }: LocatedEntries,
  lineups: readonly (SeatedLineup | null)[],
  file: string,
): void {
  const ids = ownPoolOf(records.map(plainRecord), file)?.ids;
  if (ids === undefined) return;
  const stranger = lineups
    .flatMap((lineup) => lineup ?? [])
    .find((one) => one !== null && !ids.has(one.bookId));
  if (stranger)
    throw new InvalidFileError(
      file,
      null,
      `has no ${stranger.name} (${stranger.bookId}) in its own pool: the lineups are of another slate. Build them from this file.`,
    );
}

/** All rows below the header except comments, then new rows. */
function rowsToFill({ records, header }: LocatedEntries, count: number): readonly number[] {
  const rows = records.flatMap(({ cells }, row) => (row > header && !isComment(cells[0]!.says) ? [row] : []));
  return Array.from({ length: count }, (_, index) => rows[index] ?? records.length + index - rows.length);
}

function writerOf({ text, records, entries, layout, separator, header }: LocatedEntries, book: Book) {
  const seated = entries.flatMap(({ seats }) => seats.filter(({ bookId }) => bookId !== null));
  const named = book.uploadFile.cells.find((one) => one.includes("{name}"));
  const isNamed = seated.length > 0 && seated.every(({ name }) => name !== null);
  const form = isNamed && named !== undefined ? named : book.uploadFile.cells[0];
  const lineEnd = lineEndAt(text, records[0]!.cells.at(-1)!.end) || "\n";

  const raw = (record: RawRecord | undefined, column: number): string => {
    const cell = record?.cells[column];
    return cell === undefined ? "" : text.slice(cell.start, cell.end);
  };
  /** Quotes a cell like the cell it replaces, or like its header if that cell was empty. */
  const quoted = (cell: string, before: string, column: number): string => {
    const like = before.trim() === "" ? raw(records[header], column) : before;
    const needed = cell.includes(separator) || /["\r\n]/.test(cell);
    return needed || isQuoted(like) ? `"${cell.replaceAll('"', '""')}"` : cell;
  };
  const blank = (record: RawRecord): string[] =>
    Array.from({ length: layout.width }, (_, column) => (isQuoted(raw(record, column)) ? '""' : ""));

  return {
    /** Null keeps the players. */
    block(row: number, lineup: SeatedLineup | null): string {
      const record = records[row];
      const texts = Array.from({ length: layout.width }, (_, column) => raw(record, column));
      if (lineup !== null && lineup.length !== layout.seats.length)
        throw new RangeError(`A lineup has ${lineup.length} seats; the file has ${layout.seats.length}.`);
      for (const [seat, player] of (lineup ?? []).entries()) {
        if (player === null) continue;
        const { column } = layout.seats[seat]!;
        const { bookId, locked } = readSeatText(record?.cells[column]?.says ?? "");
        if (bookId === player.bookId) continue;
        if (locked)
          throw new RangeError(
            `Seat ${seat + 1} of the entry on line ${record!.line} is locked. Give null to keep its player.`,
          );
        const cell = bookCell({ id: player.bookId, name: player.name }, book, form);
        texts[column] = quoted(cell, raw(record, column), column);
      }
      return texts.join(separator);
    },
    /** The whole file, in which each block replaces the entry columns of its row; null clears them. */
    file(blocks: ReadonlyMap<number, string | null>): string {
      const parts = [text.slice(0, records[0]!.cells[0]!.start)];
      const last = Math.max(records.length - 1, ...blocks.keys());
      for (let row = 0; row <= last; row += 1) {
        const record = records[row];
        const block = blocks.get(row);
        if (record === undefined) {
          if (!/[\r\n]$/.test(parts.at(-1)!)) parts.push(lineEnd);
          parts.push(block!, lineEnd);
          continue;
        }
        const { cells, next } = record;
        const end = cells.at(-1)!.end;
        const right = text.slice(cells[layout.width - 1]?.end ?? end, end);
        if (block === undefined) parts.push(text.slice(cells[0]!.start, next));
        else if (block !== null) parts.push(block, right, text.slice(end, next));
        else if (right !== "") parts.push(blank(record).join(separator), right, text.slice(end, next));
      }
      return parts.join("");
    },
  };
}

function isQuoted(cell: string): boolean {
  return /^\uFEFF*".*"\s*$/s.test(cell);
}
