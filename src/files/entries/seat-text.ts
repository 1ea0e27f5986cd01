import { bookCellForms } from "../book-cells.ts";
import { LONGEST_NAMING_CELL } from "../row-names.ts";

/** The player in a cell of an entry. */
export interface SeatText {
  /** The book's id; null if the cell has only a name or is empty. */
  readonly bookId: string | null;
  /** Null if the cell has only an id or is empty. */
  readonly name: string | null;
  /** Whether the book marks the seat as locked. */
  readonly locked: boolean;
}

/** The suffix of a player in an entry whose game has started. */
const LOCKED = /\s*\(LOCKED\)$/i;

/** A cell without the lock suffix, and whether it had one. */
export function withoutLock(cell: string): { readonly text: string; readonly locked: boolean } {
  if (cell.length > LONGEST_NAMING_CELL) return { text: cell, locked: false };
  return { text: cell.replace(LOCKED, ""), locked: LOCKED.test(cell) };
}

/** Reads a cell in any book's form; a word without a digit is a name, such as `Bears`, not an id. */
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
