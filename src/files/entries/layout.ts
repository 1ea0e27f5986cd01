import { headerKey } from "../header.ts";

/** What an entries file says of an entry beside its lineup. */
export type EntryColumn = "entryId" | "contestId" | "contestName" | "entryFee";

/** Where the lineups of an entries file or upload template stand. */
export interface EntriesLayout {
  /** Entries have an id of the book's; a template takes new lineups. */
  readonly kind: "entries" | "template";
  /** The columns that the file has beside the seats. */
  readonly columns: Readonly<Partial<Record<EntryColumn, number>>>;
  /** A slot for each seat, as the header has it, and its column. */
  readonly seats: readonly { readonly slot: string; readonly column: number }[];
  /** How many columns are of the lineups; what stands behind them, the book passes over. */
  readonly width: number;
}

const ENTRY_COLUMNS: Readonly<Record<string, EntryColumn>> = {
  entryid: "entryId",
  contestid: "contestId",
  contestname: "contestName",
  entryfee: "entryFee",
};

/** What stands behind the slots of a template, after an empty cell. */
const INSTRUCTIONS = "instructions";

/** Words of which a header that makes a layout has one; most rows of a file have neither. */
const HEADER = /entry|instructions/i;

/** The layout that a header row states; null for any other row. */
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

/** The first row that is such a header; null where none is. */
export function findLayout(
  records: readonly { readonly cells: readonly string[] }[],
): { readonly row: number; readonly layout: EntriesLayout } | null {
  for (const [row, { cells }] of records.entries()) {
    const layout = layoutOf(cells);
    if (layout !== null) return { row, layout };
  }
  return null;
}
