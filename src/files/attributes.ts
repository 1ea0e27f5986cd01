import type { BookName } from "../shared/books.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { counted } from "../shared/words.ts";
import { headerKey } from "./columns.ts";
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
import { type Listing, leftOutOf, type Slate } from "./slate.ts";

const MOST_NAMES = 8;

/** The table of a file with names or ids of players, whatever else it has; null for any other file. */
export function attributesTable(records: readonly CsvRecord[], book: BookName | undefined) {
  return playersTable(records, optionalColumns(projectionColumns(book)), projectionFit(book));
}

interface OtherFile {
  readonly file: string;
  readonly aliases?: Aliases | undefined;
}

/** @throws InvalidFileError for a file without a column of names or ids */
function columnsByPlayer(slate: Slate, input: string | Uint8Array, { file, aliases }: OtherFile) {
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
  const rest = strangers.length > MOST_NAMES ? ", ..." : "";
  const unmatched =
    strangers.length === 0
      ? "."
      : `; rows that match no player: ${strangers.length} (${strangers.slice(0, MOST_NAMES).join(", ")}${rest}).`;
  return { table, added, unmatched };
}

/**
 * Takes the marks of a newer file, such as a list of injuries, in place of the slate's own; without a column
 * `Status`, all of its players are out. @throws InvalidFileError for a file without a column of names or ids
 */
export function withNews(
  slate: Slate,
  input: string | Uint8Array,
  { isOut, ...named }: OtherFile & { readonly isOut: (mark: string) => boolean },
): { readonly slate: Slate; readonly note: string } {
  const { table, added, unmatched } = columnsByPlayer(slate, input, named);
  const status = table.header.cells.find((cell) => STATUS.has(headerKey(cell)));
  const marked = <One extends Listing>(one: One): One => {
    const cells = added.get(one.uuid);
    return cells === undefined
      ? one
      : { ...one, status: status === undefined ? "O" : (cells[status] ?? null) };
  };
  const isGone = ({ status: mark }: Listing) => mark !== null && isOut(mark);
  const known = [
    ...slate.entries,
    ...slate.leftOut.flatMap(({ listing, reason, played }) =>
      reason === "injured" && played !== undefined ? [{ ...listing, ...played }] : [],
    ),
  ].map(marked);
  const gone = known.filter(isGone);
  const rest = slate.leftOut.filter(({ reason, played }) => reason !== "injured" || played === undefined);
  const names = (of: readonly Listing[]) =>
    of.flatMap(({ uuid, name, status: mark }) => (added.has(uuid) ? [`${name} (${mark})`] : [])).join(", ");
  const may = known.filter((one) => !isGone(one) && one.status !== null);
  return {
    slate: {
      ...slate,
      entries: known.filter((one) => !isGone(one)),
      leftOut: [...rest, ...gone.map((entry) => leftOutOf(entry, "injured", entry.status!))],
    },
    note: `out: ${names(gone) || "nobody of this slate"}${names(may) && `; kept: ${names(may)}`}${unmatched}`,
  };
}

/** A column of numbers whose header is not known, with its first cells. */
export interface NumberColumn {
  readonly header: string;
  readonly samples: readonly string[];
}

const SAMPLES = 3;
/** Matches the headers of columns that may have points, if there are several columns of numbers. */
const MAY_BE_POINTS = /points|pts|proj|fp|score/i;

/**
 * The columns of a file without known points that may have them, those that sound like points first; none if
 * there are several and none of them sounds so. @throws InvalidFileError for a file without names and ids
 */
export function columnsOfPoints(slate: Slate, input: string | Uint8Array, named: OtherFile): NumberColumn[] {
  const { added } = columnsByPlayer(slate, input, named);
  const rows = slate.entries.flatMap((entry) => {
    const columns = added.get(entry.uuid);
    return columns === undefined ? [] : [{ ...entry, columns }];
  });
  const found = [...new Set(rows.flatMap(({ columns }) => Object.keys(columns)))].flatMap((header) => {
    const own = rows.filter(({ columns }) => header in columns);
    const cells = own.map(({ columns }) => columns[header]!);
    const isKnown = own.every(({ bookId, salary }, at) => [bookId, String(salary)].includes(cells[at]!));
    const isOfNumbers = cells.every((cell) => /^\s*-?\d+([.,]\d+)?\s*$/.test(cell));
    return isKnown || !isOfNumbers ? [] : [{ header, samples: cells.slice(0, SAMPLES) }];
  });
  const likely = found.filter(({ header }) => MAY_BE_POINTS.test(header));
  if (likely.length === 0) return found.length === 1 ? found : [];
  return [...likely, ...found.filter((column) => !likely.includes(column))];
}

const STATUS: ReadonlySet<string> = new Set(
  ["Status", "Injury", "Injury Status", "Injury Indicator", "Designation"].map(headerKey),
);

/**
 * Adds the columns of another file, such as starting positions or tee times, to the players of a slate. The
 * slate's own columns and those of projections take precedence. @throws InvalidFileError for a file without a
 * column of names or ids, or none of whose rows match.
 */
export function withAttributes(
  slate: Slate,
  input: string | Uint8Array,
  named: OtherFile,
): { readonly slate: Slate; readonly note: string } {
  const { table, added, unmatched } = columnsByPlayer(slate, input, named);
  if (added.size === 0)
    throw new InvalidFileError(
      named.file,
      null,
      "no row matches a player of the salary file. Give a file for this slate, or aliases for the names.",
    );
  const taken = new Set(IDENTITY_COLUMNS.map((column) => table.used[column]));
  const found = table.header.cells.filter((cell) => cell !== "" && !taken.has(cell));
  return {
    slate: {
      ...slate,
      entries: slate.entries.map((entry) => {
        const columns = added.get(entry.uuid);
        return columns === undefined ? entry : { ...entry, columns: { ...columns, ...entry.columns } };
      }),
    },
    note: `adds ${found.join(", ")} to ${counted(added.size, "player")}${unmatched}`,
  };
}
