import { InvalidFileError } from "../shared/errors.ts";
import type { CsvRecord } from "./csv.ts";
import { findLayout } from "./entries/layout.ts";

/** What books write behind a player whose game has begun, in an entry that holds him. */
const LOCKED = /\(LOCKED\)$/i;

/**
 * An entries file whose contests have begun is no fresh slate: lineups made anew would drop the players who are
 * locked into the entries.
 * @throws InvalidFileError at the first entry with a locked player.
 */
export function refuseLockedEntries(records: readonly CsvRecord[], file: string): void {
  const locked = entriesOf(records).flatMap(({ line, cells }) => {
    const player = cells.find((cell) => LOCKED.test(cell));
    return player === undefined ? [] : [{ line, player }];
  });
  const [first] = locked;
  if (first === undefined) return;
  throw new InvalidFileError(
    file,
    first.line,
    `"${first.player}": games of these contests have begun; entries with locked players: ${locked.length}. ` +
      "Use `dfs-lineups swap` (`swapEntries`), which keeps them, or a file of contests that have not begun.",
  );
}

/** The rows of entries, without the pool that may stand to their right; none in a file that has no entries. */
function entriesOf(records: readonly CsvRecord[]): readonly CsvRecord[] {
  const found = findLayout(records);
  if (found?.layout.kind !== "entries") return [];
  const { columns, width } = found.layout;
  return records
    .slice(found.row + 1)
    .filter(({ cells }) => (cells[columns.entryId!] ?? "") !== "")
    .map(({ line, cells }) => ({ line, cells: cells.slice(0, width) }));
}
