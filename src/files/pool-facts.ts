import type { AbsentPerson, ColumnExposure, FilePlace, PoolFacts } from "../portfolio/people.ts";
import { InvalidFileError } from "../shared/errors.ts";
import { headerKey } from "../shared/header-key.ts";
import type { CellsByHeader } from "./cells.ts";
import { projectionColumns } from "./projection-columns.ts";
import type { ProjectionRow } from "./projections.ts";
import { toPercent } from "./projections.ts";
import type { Slate, SlateEntry } from "./slate.ts";
import type { ProjectionColumn } from "./vendor-headers.ts";

/** The rows of the points of a slate's players, by GUID, from `matchProjections`. */
export type RowsOfPeople = ReadonlyMap<string, Partial<ProjectionRow>>;

/** The players that a file's columns lock and exclude, by GUID. */
export interface MarkedPeople {
  readonly locked: readonly string[];
  readonly excluded: readonly string[];
}

const EXPOSURES = ["minimumExposure", "maximumExposure"] as const;
type Share = "ownership" | (typeof EXPOSURES)[number];

/** The header that always gives the ownership, besides the file's own header. */
const OWNERSHIP = "Ownership";

/** Headers of columns that lock and exclude, normalized by `headerKey`. */
const MARKS = {
  locked: ["lock", "locked"],
  excluded: ["exclude", "excluded", "ban", "banned"],
} as const;
const YES = /^(x|✓|✔|1|y|yes|true|lock(ed)?|excluded?|ban(ned)?)$/i;
const NO = /^(0|n|no|false)$/i;

/**
 * Facts about players from the salary file and the projection rows, apart from points: all other columns, and
 * exposure limits. The rows take precedence over the salary file.
 */
export function poolFacts(slate: Slate, rows: RowsOfPeople, games: ReadonlyMap<string, string>): PoolFacts {
  const { entries, leftOut } = slate;
  const ownerships = sharesOf("ownership", entries, rows);
  const minimums = sharesOf("minimumExposure", entries, rows);
  const maximums = sharesOf("maximumExposure", entries, rows);
  const columns = new Map<string, CellsByHeader>();
  const exposures = new Map<string, ColumnExposure>();
  const exposureKeys = EXPOSURES.flatMap(keysOf);
  for (const entry of entries) {
    const { uuid } = entry;
    const ownership = ownerships.get(uuid);
    const cells = cellsOf(entry, rows);
    columns.set(uuid, ownership === undefined ? cells : withOwnership(cells, ownership));
    const minimum = minimums.get(uuid) ?? null;
    const maximum = maximums.get(uuid) ?? null;
    if ((minimum ?? maximum) !== null)
      exposures.set(uuid, {
        minimum,
        maximum,
        place: placeOf(entry, rows, exposureKeys),
      });
  }
  const absent = leftOut.map(({ listing: { name, bookId, captainBookId }, reason, detail }): AbsentPerson => {
    const ids = [bookId, captainBookId].filter((id) => id !== null);
    return { name, ids, why: `${reason}: ${detail}` };
  });
  return { columns, exposures, games, absent };
}

/**
 * The players marked in the files' `Lock` and `Exclude` columns.
 * @throws InvalidFileError for an invalid mark
 */
export function markedPeople({ entries }: Slate, rows: RowsOfPeople): MarkedPeople {
  const marked = (headers: readonly string[]) => {
    const isNamed = oneOf(headers);
    return entries.filter((entry) => {
      const cells = cellsOf(entry, rows);
      for (const header of Object.keys(cells)) {
        if (!isNamed(header)) continue;
        const cell = cells[header]!;
        if (NO.test(cell)) continue;
        if (YES.test(cell)) return true;
        const { file = "a file", line = null } = placeOf(entry, rows, headers);
        throw new InvalidFileError(
          file,
          line,
          `column ${header} says "${cell}" of ${entry.name}. Write x, or leave the cell empty.`,
        );
      }
      return false;
    });
  };
  const uuids = (found: readonly SlateEntry[]) => found.map(({ uuid }) => uuid);
  return { locked: uuids(marked(MARKS.locked)), excluded: uuids(marked(MARKS.excluded)) };
}

/** The row that has a player's columns: the projection row if it has one of them, else the salary row. */
function placeOf(entry: SlateEntry, rows: RowsOfPeople, keys: readonly string[]): FilePlace {
  const row = rows.get(entry.uuid) ?? {};
  const isOfRow = Object.keys(row.columns ?? {}).some((header) => keys.includes(headerKey(header)));
  const { file, line } = isOfRow ? row : entry;
  return { file, line };
}

function cellsOf({ uuid, columns }: SlateEntry, rows: RowsOfPeople): CellsByHeader {
  const own = rows.get(uuid)?.columns;
  return own === undefined ? (columns ?? {}) : { ...columns, ...own };
}

/** Returns a memoized test whether a header has one of these keys, because all rows share their headers. */
function oneOf(keys: readonly string[]): (header: string) => boolean {
  const known = new Map<string, boolean>();
  return (header) => {
    const isOne = known.get(header) ?? keys.includes(headerKey(header));
    known.set(header, isOne);
    return isOne;
  };
}

/** Cells with the ownership as a percentage, under its own header and the common one. */
function withOwnership(cells: CellsByHeader, ownership: number): CellsByHeader {
  const keys = keysOf("ownership");
  const own = Object.keys(cells).filter((header) => keys.includes(headerKey(header)));
  return {
    ...cells,
    ...Object.fromEntries([...own, OWNERSHIP].map((header) => [header, String(ownership)])),
  };
}

function keysOf(column: ProjectionColumn): readonly string[] {
  return projectionColumns(undefined)[column].names.map(headerKey);
}

/** Each player's share in percent: from the row, else from the cells. */
function sharesOf(
  share: Share,
  entries: readonly SlateEntry[],
  rows: RowsOfPeople,
): ReadonlyMap<string, number> {
  const isNamed = oneOf(keysOf(share));
  const listed = entries.flatMap((entry) => {
    const cells = cellsOf(entry, rows);
    return Object.keys(cells)
      .filter(isNamed)
      .flatMap((header) => {
        const cell = cells[header]!;
        const number = Number(cell.replace("%", "").replace(",", "."));
        return Number.isNaN(number) ? [] : [{ uuid: entry.uuid, header, cell, number }];
      });
  });
  const isPercent = listed.some(
    ({ header, cell, number }) => header.includes("%") || cell.includes("%") || number > 1,
  );
  const found = new Map(listed.map(({ uuid, number }) => [uuid, toPercent(number, isPercent ? 1 : 100)]));
  for (const [uuid, row] of rows) {
    const value = row[share] ?? null;
    if (value !== null) found.set(uuid, value);
  }
  return found;
}
