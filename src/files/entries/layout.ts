import { headerKey } from "../header.ts";

/** A column of an entries file other than the lineup's seats. */
export type EntryColumn = "entryId" | "contestId" | "contestName" | "entryFee";

/** The columns of the lineups in an entries file or upload template. */
export interface EntriesLayout {
  /** `entries` have the book's entry ids; a `template` takes new lineups. */
  readonly kind: "entries" | "template";
  /** The columns of the file other than the seats. */
  readonly columns: Readonly<Partial<Record<EntryColumn, number>>>;
  /** The slot in the header and the column of each seat. */
  readonly seats: readonly { readonly slot: string; readonly column: number }[];
  /** The number of lineup columns; the book ignores the columns after them. */
  readonly width: number;
}

const ENTRY_COLUMNS: Readonly<Record<string, EntryColumn>> = {
  entryid: "entryId",
  contestid: "contestId",
  contestname: "contestName",
  entryfee: "entryFee",
};

/** The header after a template's slots and an empty cell. */
const INSTRUCTIONS = "instructions";

/** Every layout header contains one of these words; most other rows contain neither. */
const HEADER = /entry|instructions/i;

/** The layout given by a header row, or null for any other row. */
function layoutOf(cells: readonly string[]): EntriesLayout | null {
  if (!HEADER.test(cells.join())) return null;
  const keys = cells.map(headerKey);
  const blank = keys.indexOf("");
  const width = blank === -1 ? keys.length : blank;
  const columns: Partial<Record<EntryColumn, number>> = {};
  const seats: { slot: string; column: number }[] = [];
  for (const [column, key] of keys.slice(0, width).entries()) {
    const known = ENTRY_COLUMNS[key];
    if (known === undefined) seats.push({ slot: cells[column]!, column });
    else columns[known] = column;
  }
  if (seats.length === 0) return null;
  if (columns.entryId !== undefined) return { kind: "entries", columns, seats, width };
  return blank !== -1 && keys[blank + 1] === INSTRUCTIONS
    ? { kind: "template", columns, seats, width }
    : null;
}

/** The first header row with a layout, or null. */
export function findLayout(
  records: readonly { readonly cells: readonly string[] }[],
): { readonly row: number; readonly layout: EntriesLayout } | null {
  for (const [row, { cells }] of records.entries()) {
    const layout = layoutOf(cells);
    if (layout !== null) return { row, layout };
  }
  return null;
}
