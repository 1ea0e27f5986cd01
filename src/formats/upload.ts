import { type Book, bookNamed } from "../books/index.ts";
import type { ContestBase } from "../schema/contest.ts";
import { csvLine } from "./csv.ts";

/** Someone in a lineup, as an upload file may call them. */
export interface UploadPlayer {
  readonly bookId: string | null;
  readonly captainBookId: string | null;
  readonly name: string;
}

/** A lineup by slot name; a slot of several seats has several players. */
export interface UploadLineup {
  readonly slots: readonly { readonly slot: string; readonly players: readonly UploadPlayer[] }[];
}

/**
 * Lineups as the book's upload file: a header of one column per seat in the contest's upload order, then a row per
 * lineup. A cell is the book's id (the captain's own in a slot that costs the captain salary, where the book has
 * such ids), or the name where the pool has no id. RFC 4180 quoting; lines end with a line feed.
 * @throws RangeError for a lineup that does not fill the contest's slots.
 */
export function uploadCsv(
  table: Pick<ContestBase, "book" | "slots" | "uploadOrder">,
  lineups: readonly UploadLineup[],
): string {
  const book = bookNamed(table.book);
  const slots = table.uploadOrder.map((name) => table.slots.find((slot) => slot.name === name)!);
  const header = slots.flatMap(({ count, uploadColumn }) => Array<string>(count).fill(uploadColumn));
  const rows = lineups.map((lineup) =>
    slots.flatMap(({ name, count, salary }) => {
      const players = lineup.slots.filter(({ slot }) => slot === name).flatMap((slot) => slot.players);
      if (players.length !== count)
        throw new RangeError(`A lineup has ${players.length} in ${name}, which has ${count} seats.`);
      return players.map((player) => cellOf(player, book, salary === "captainSalary"));
    }),
  );
  return [header, ...rows].map((cells) => `${csvLine(cells)}\n`).join("");
}

function cellOf(
  { bookId, captainBookId, name }: UploadPlayer,
  { salaryFile, uploadFile }: Book,
  isCaptain: boolean,
): string {
  const id = isCaptain && salaryFile.captains.ownRows ? captainBookId : bookId;
  return id === null ? name : uploadFile.cells[0].replace("{id}", id).replace("{name}", () => name);
}
