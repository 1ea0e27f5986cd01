import type { ContestTable } from "../contests/catalog/contest-table.ts";
import { isCaptains } from "../engine/roster.ts";
import { bookNamed } from "../shared/books/index.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { nameKey } from "../shared/names.ts";
import { cellPattern } from "./book-cells.ts";
import { type CsvRecord, parseCsv } from "./csv.ts";
import { isComment } from "./entries/read-entries.ts";
import { withoutLock } from "./entries/seat-text.ts";
import { headerKey } from "./header.ts";
import { LONGEST_NAMING_CELL } from "./row-names.ts";
import type { Listing, Slate } from "./slate.ts";

/** A seat of a lineup row. */
interface UploadedSeat {
  /** The contest's slot, as named in its table. */
  readonly slot: string;
  /** The cell's text without the lock suffix. */
  readonly text: string;
  /** Whether the book marks the seat as locked. */
  readonly locked: boolean;
  /** The player; null if none or several of the slate match. */
  readonly listing: Listing | null;
  /** Why the cell gives no player; null if it gives one. */
  readonly fault: string | null;
  /** Whether the id is the player's id for a different kind of slot: the captain id or the plain one. */
  readonly isOtherId: boolean;
}

/** One lineup of an upload or entries file. */
export interface UploadedLineup {
  readonly line: number;
  /** The book's id of the entry; null in an upload file. */
  readonly entryId: string | null;
  readonly seats: readonly UploadedSeat[];
}

/** `file` names the text in errors; the columns are slots of `contest`. */
export interface ReadLineupsOptions {
  readonly file: string;
  readonly contest: Pick<ContestTable, "book" | "slots" | "uploadOrder">;
  readonly slate: Slate;
}

/**
 * Reads the lineups of a book's upload file or entries file: a header with the contest's slots, and rows of
 * ids, names or both. Skips comments and empty rows, such as reserved entries. Takes text, or a file's bytes.
 * @throws InvalidFileError for a file without the slots or without lineups.
 */
export function readUploadedLineups(
  input: string | Uint8Array,
  { file, contest, slate }: ReadLineupsOptions,
): UploadedLineup[] {
  const records = parseCsv(input, file);
  const seats = contest.uploadOrder.flatMap((name) => {
    const slot = contest.slots.find((one) => one.name === name)!;
    return Array.from({ length: slot.count }, () => slot);
  });
  const header = headerOf(
    records,
    seats.map(({ uploadColumn }) => uploadColumn),
  );
  if (header === null) {
    const columns = seats.map(({ uploadColumn }) => uploadColumn).join(",");
    throw new InvalidFileError(
      file,
      null,
      `has no row with the contest's slots ${columns}. Give an upload or entries file of this contest.`,
    );
  }
  const readCell = cellReader(slate);
  const isEntries = headerKey(records[header.row]!.cells[0] ?? "") === "entryid";
  const lineups = records.slice(header.row + 1).flatMap(({ line, cells }): UploadedLineup[] => {
    const texts = seats.map((_, index) => cells[header.at + index] ?? "");
    if (texts.every((text) => text === "") || isComment(cells[0] ?? "")) return [];
    const entryId = isEntries ? (cells[0] ?? "") : null;
    const read = seats.map((slot, index) => {
      const { text, locked } = withoutLock(texts[index]!);
      return { slot: slot.name, text, locked, ...readCell(text, isCaptains(slot)) };
    });
    return [{ line, entryId, seats: read }];
  });
  if (lineups.length === 0)
    throw new InvalidFileError(
      file,
      records[header.row]!.line,
      `has the contest's slots, but no lineup below.${
        isEntries ? ` Fill its entries first: dfs-lineups build ${file} -o upload.csv.` : ""
      }`,
    );
  return lineups;
}

/** The header row with the slots in adjacent columns. */
function headerOf(
  records: readonly CsvRecord[],
  columns: readonly string[],
): { readonly row: number; readonly at: number } | null {
  const wanted = columns.map(headerKey).join();
  for (const [row, { cells }] of records.entries()) {
    const keys = cells.map(headerKey);
    for (const at of keys.keys())
      if (keys.slice(at, at + columns.length).join() === wanted) return { row, at };
  }
  return null;
}

type ReadCell = Pick<UploadedSeat, "listing" | "fault" | "isOtherId">;

/** Reads cells in the books' forms: by id if there is one, else by name. */
function cellReader(slate: Slate): (text: string, isCaptain: boolean) => ReadCell {
  const { salaryFile, uploadFile } = bookNamed(slate.book);
  const forms = uploadFile.cells.map(cellPattern);
  const listed: readonly Listing[] = [...slate.entries, ...slate.leftOut.map(({ listing }) => listing)];
  const hasCaptainIds =
    salaryFile.captains.ownRows && listed.some(({ captainBookId }) => captainBookId !== null);
  const nobody = (fault: string) => ({ listing: null, fault, isOtherId: false });
  return (text, isCaptain) => {
    if (text === "") return nobody("nobody sits there");
    if (text.length > LONGEST_NAMING_CELL) return nobody(`"${text.slice(0, 80)}…" is nobody of the slate`);
    for (const id of forms.flatMap((form) => form.exec(text)?.groups?.["id"] ?? [])) {
      const listing = listed.find(({ bookId, captainBookId }) => id === bookId || id === captainBookId);
      if (listing === undefined) continue;
      const wanted = isCaptain && hasCaptainIds ? listing.captainBookId : listing.bookId;
      return { listing, fault: null, isOtherId: id !== wanted };
    }
    const key = nameKey(text);
    const [named, ...others] = listed.filter(({ name }) => nameKey(name) === key);
    if (named === undefined) return nobody(`"${text}" is nobody of the slate`);
    if (others.length > 0) return nobody(`"${text}" is the name of ${others.length + 1} people`);
    return { listing: named, fault: null, isOtherId: false };
  };
}
