import type { Column } from "../shared/books/book.ts";
import { BOOK_NAMES, type BookName } from "../shared/books/index.ts";
import { type ProjectionColumn, VENDOR_HEADERS } from "./vendor-headers.ts";

export type { ProjectionColumn } from "./vendor-headers.ts";

/** The columns of a projections file with their names in messages. */
export const PROJECTION_COLUMN_WORDS: Readonly<Record<ProjectionColumn, string>> = {
  id: "id",
  name: "name",
  firstName: "first name",
  lastName: "last name",
  team: "team",
  position: "position",
  rosterPosition: "roster position",
  salary: "salary",
  points: "points",
  ownership: "ownership",
  minimumExposure: "minimum exposure",
  maximumExposure: "maximum exposure",
  deviation: "deviation",
  floor: "floor",
  ceiling: "ceiling",
  samples: "samples",
};

/** The columns in the order of messages. */
export const PROJECTION_COLUMN_NAMES = Object.keys(PROJECTION_COLUMN_WORDS) as ProjectionColumn[];

/** The required columns. */
const REQUIRED: ReadonlySet<ProjectionColumn> = new Set(["points"]);

/**
 * The known headers of each column of a projections file. Headers for one book apply only to that book, and
 * then precede the vendor's general ones; without a given book they come last.
 */
export function projectionColumns(book: BookName | undefined): Record<ProjectionColumn, Column> {
  const columns = PROJECTION_COLUMN_NAMES.map((column): [ProjectionColumn, Column] => {
    const names = VENDOR_HEADERS.flatMap(({ headers, ofBook }) => [
      ...((book && ofBook?.[book]?.[column]) ?? []),
      ...(headers[column] ?? []),
    ]);
    const ofEither =
      book === undefined
        ? VENDOR_HEADERS.flatMap(({ ofBook }) => BOOK_NAMES.flatMap((name) => ofBook?.[name]?.[column] ?? []))
        : [];
    return [column, { names: [...new Set([...names, ...ofEither])], required: REQUIRED.has(column) }];
  });
  return Object.fromEntries(columns) as Record<ProjectionColumn, Column>;
}
