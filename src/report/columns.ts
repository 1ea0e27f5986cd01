import { type Content, type Html, table } from "../shared/page.ts";
import { percent } from "../shared/words.ts";

/**
 * One column of a table of results, as text and on pages. Pages show `page`, if given, instead of `cell`;
 * null leaves the column out of pages. `how`: `right` aligns the column as numbers; `extra` also hides it on
 * narrow screens; `page` does the same for a column that only pages have; `wraps` lets the column shrink
 * until the text fits the terminal, while other columns stay as wide as their cells.
 */
export type Column<Row> = readonly [
  title: string,
  cell: (row: Row) => string,
  how?: "right" | "extra" | "page" | "wraps" | undefined,
  page?: ((row: Row) => Content) | null | undefined,
];

/** The rows as an HTML table; empty HTML if there are no rows. */
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

export function cutColumn<Item extends { readonly cut?: number | undefined }>(
  items: readonly Item[],
  title: string,
): Column<Item> | false {
  return items.some(({ cut }) => cut !== undefined) && [title, ({ cut }) => percent(cut ?? 0), "right"];
}
