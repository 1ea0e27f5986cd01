import { bookCellForms } from "../book-cells.ts";
import { LONGEST_NAMING_CELL } from "../row-names.ts";

/** What an entry's cell says of who sits there. */
export interface SeatText {
  /** The book's id; null where the cell gives a name alone, or nobody. */
  readonly bookId: string | null;
  /** Null where the cell gives an id alone, or nobody. */
  readonly name: string | null;
  /** Whether the book marks the seat as one that can no longer change. */
  readonly locked: boolean;
}

/** What books write behind a player whose game has begun, in an entry that holds him. */
const LOCKED = /\s*\(LOCKED\)$/i;

/** A cell without the mark of a locked player, and whether it had one. */
export function withoutLock(cell: string): { readonly text: string; readonly locked: boolean } {
  if (cell.length > LONGEST_NAMING_CELL) return { text: cell, locked: false };
  return { text: cell.replace(LOCKED, ""), locked: LOCKED.test(cell) };
}

/** Reads a cell by the forms of all books; a word without a digit is no id, but a name such as `Bears`. */
export function readSeatText(cell: string): SeatText {
  const { text, locked } = withoutLock(cell);
  if (text === "") return { bookId: null, name: null, locked };
  if (text.length > LONGEST_NAMING_CELL) return { bookId: null, name: text, locked };
  for (const form of bookCellForms()) {
    const { id, name } = form.exec(text)?.groups ?? {};
    if (id === undefined || (name === undefined && !/\d/.test(id))) continue;
    return { bookId: id, name: name?.trim() || null, locked };
  }
  return { bookId: null, name: text, locked };
}
