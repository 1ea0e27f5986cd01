import type { BookName } from "../shared/books.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { counted } from "../shared/words.ts";
import { type CsvRecord, FileFaults, parseCsv } from "./csv.ts";
import { type Aliases, candidatesFor, indexListings } from "./listing-index.ts";
import {
  IDENTITY_COLUMNS,
  optionalColumns,
  playersTable,
  projectionColumns,
  projectionFit,
} from "./projection-columns.ts";
import { readPlayers } from "./projections.ts";
import type { Listing, Slate } from "./slate.ts";

const MOST_NAMES = 8;

/** The table of a file with names or ids of players, whatever else it has; null for any other file. */
export function attributesTable(records: readonly CsvRecord[], book: BookName | undefined) {
  return playersTable(records, optionalColumns(projectionColumns(book)), projectionFit(book));
}

/**
 * Adds the columns of another file, such as starting positions or tee times, to the players of a slate. The
 * slate's own columns and those of projections take precedence. @throws InvalidFileError for a file without a
 * column of names or ids, or none of whose rows match.
 */
export function withAttributes(
  slate: Slate,
  input: string | Uint8Array,
  { file, aliases }: { readonly file: string; readonly aliases?: Aliases | undefined },
): { readonly slate: Slate; readonly note: string } {
  const records = parseCsv(input, file);
  const table = attributesTable(records, slate.book);
  if (table === null) {
    const { name, id } = projectionColumns(slate.book);
    throw new InvalidFileError(
      file,
      records[0].line,
      `has no column for the name (${name.names.join(", ")}) or the id (${id.names.join(", ")}). Rename a column to one of these.`,
    );
  }
  const faults = new FileFaults(file);
  const rows = readPlayers(table, faults).map(({ row }) => row);
  faults.throwIfAny();
  const index = indexListings(slate);
  const added = new Map<string, Listing["columns"]>();
  const strangers: string[] = [];
  for (const row of rows) {
    const { candidates } = candidatesFor(row, index, aliases);
    if (candidates.length === 1) added.set(candidates[0]!.uuid, row.columns);
    else strangers.push(row.name ?? row.id!);
  }
  if (added.size === 0)
    throw new InvalidFileError(
      file,
      null,
      "no row matches a player of the salary file. Give a file for this slate, or aliases for the names.",
    );
  const taken = new Set(IDENTITY_COLUMNS.map((column) => table.used[column]));
  const found = table.header.cells.filter((cell) => cell !== "" && !taken.has(cell));
  const rest = strangers.length > MOST_NAMES ? ", ..." : "";
  return {
    slate: {
      ...slate,
      entries: slate.entries.map((entry) => {
        const columns = added.get(entry.uuid);
        return columns === undefined ? entry : { ...entry, columns: { ...columns, ...entry.columns } };
      }),
    },
    note:
      `adds ${found.join(", ")} to ${counted(added.size, "player")}` +
      (strangers.length === 0
        ? "."
        : `; rows that match no player: ${strangers.length} (${strangers.slice(0, MOST_NAMES).join(", ")}${rest}).`),
  };
}
