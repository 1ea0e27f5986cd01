import type { BookRecord } from "./book.ts";
import { bookA } from "./bookA.ts";
import { bookB } from "./bookB.ts";

/** Every book, by name. */
const all = [bookA, bookB] as const;

/** A book's name, as in requests and tables. */
export type BookName = (typeof all)[number]["name"];

/** The attribute of a projection that holds a book's points. */
export type PointsAttribute = (typeof all)[number]["pointsAttribute"];

/** The record of a known book. */
export interface Book extends BookRecord {
  readonly name: BookName;
  readonly pointsAttribute: PointsAttribute;
}

export const books: readonly Book[] = all;

/** The names of all books, for a schema or an option that accepts one. */
export const BOOK_NAMES = books.map(({ name }) => name) as [BookName, ...BookName[]];

/** Returns the record of a book. */
export function bookNamed(name: BookName): Book {
  return books.find((book) => book.name === name)!;
}
