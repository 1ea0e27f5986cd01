import { type Content, type Html, table } from "../shared/page.ts";
import { percent } from "../shared/words.ts";

/**
 * One column of a table of results, for text and for pages. Pages show `page`, if it is given, instead of
 * `cell`; null leaves the column out of pages. Values of `how`: `right` aligns the column as numbers; `extra`
 * also hides it on narrow screens; `page` is `extra` for a column that only pages have; `wraps` lets it
 * shrink until the text fits the terminal, where other columns are as wide as their cells.
 */
export type Column<Row> = readonly [
  title: string,
  cell: (row: Row) => string,
  how?: "right" | "extra" | "page" | "wraps" | undefined,
  page?: ((row: Row) => Content) | null | undefined,
];

/** The rows as a table of a page; empty without rows. */
export function pageTable<Row>(
  columns: readonly (Column<Row> | false)[],
  rows: readonly Row[],
  caption?: string,
): Html {
  const shown = columns.filter((column) => column !== false && column[3] !== null) as readonly Column<Row>[];
  return table(
    shown.map(([title, , how]) => ({
      title,
      isNumber: how !== undefined && how !== "wraps",
      isExtra: how === "extra" || how === "page",
    })),
    rows.map((row) => shown.map(([, cell, , page]) => (page ?? cell)(row))),
    caption,
  );
}

/** A column with the chance to make the cut; false in sports without one. */
export function cutColumn<Item extends { readonly cut?: number | undefined }>(
  items: readonly Item[],
  title: string,
): Column<Item> | false {
  return items.some(({ cut }) => cut !== undefined) && [title, ({ cut }) => percent(cut ?? 0), "right"];
}
