import { InvalidFileError } from "../shared/errors.ts";
import type { PoolRow } from "./pool-rows.ts";
import type { Listing } from "./slate.ts";

/** @throws InvalidFileError where two rows have one id of the book. */
export function refuseSameIds(rows: readonly PoolRow[], file: string): void {
  const seen = new Map<string, PoolRow>();
  for (const row of rows) {
    if (row.id === null) continue;
    const first = seen.get(row.id);
    if (first)
      throw new InvalidFileError(
        file,
        row.line,
        `the id ${row.id} (${row.name}) stands on line ${first.line} already (${first.name}). Keep one of the rows.`,
      );
    seen.set(row.id, row);
  }
}

/** @throws InvalidFileError where two rows are one person or one team's defense, as far as the file can tell. */
export function refuseSameListings(
  listed: readonly { readonly row: PoolRow; readonly listing: Listing }[],
  file: string,
): void {
  const seen = new Map<string, PoolRow>();
  for (const { row, listing } of listed) {
    const first = seen.get(listing.uuid);
    if (first) {
      const { name, team, position } = row;
      const remedy =
        listing.kind === "team"
          ? "A team has one defense: remove one of the rows."
          : "The file has no ids to tell them apart: remove one, or give its name an addition.";
      throw new InvalidFileError(
        file,
        row.line,
        `${name} (${team}, ${position}) stands on line ${first.line} already. ${remedy}`,
      );
    }
    seen.set(listing.uuid, row);
  }
}
