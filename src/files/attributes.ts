import { InvalidFileError } from "../shared/errors.ts";
import { counted } from "../shared/words.ts";
import { FileFaults, parseCsv } from "./csv.ts";
import { type Aliases, candidatesFor, indexListings } from "./listing-index.ts";
import { IDENTITY_COLUMNS, projectionColumns } from "./projection-columns.ts";
import { namesHeader, readRows } from "./projections.ts";
import type { Listing, Slate } from "./slate.ts";

/** The maximum number of names in a note. */
const MOST_NAMES = 8;

/**
 * Adds the columns of another file, such as starting positions or tee times, to the players of a slate. The
 * file is a CSV with names or the book's ids. The slate's own columns and those of projections take
 * precedence. `note` says what was added, and which rows match no player.
 * @throws InvalidFileError for a file without a column of names or ids, or none of whose rows match.
 */
export function withAttributes(
  slate: Slate,
  input: string | Uint8Array,
  { file, aliases }: { readonly file: string; readonly aliases?: Aliases | undefined },
): { readonly slate: Slate; readonly note: string } {
  const records = parseCsv(input, file);
  const header = namesHeader(records, slate.book);
  if (header === null) {
    const { name, id } = projectionColumns(slate.book);
    throw new InvalidFileError(
      file,
      records[0]!.line,
      `has no column for the name (${name.names.join(", ")}) or the id (${id.names.join(", ")}). Rename a column to one of these.`,
    );
  }
  const headings = records[header.row]!;
  const faults = new FileFaults(file);
  const rows = readRows(records.slice(header.row + 1), header, headings, faults);
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
  const taken = new Set(IDENTITY_COLUMNS.map((column) => headings.cells[header.at[column] ?? -1]));
  const found = headings.cells.filter((cell) => cell !== "" && !taken.has(cell));
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
