import { isCaptains } from "../engine/roster.ts";
import { type Book, bookNamed } from "../shared/books.ts";
import { listedUpTo } from "../shared/collections.ts";
import { invalidRequest } from "../shared/errors.ts";
import type { ContestBase } from "../shared/schema/contest.ts";
import { counted } from "../shared/words.ts";
import { csvLine } from "./csv.ts";
import { bookCell } from "./entries/read-entries.ts";

const MOST_NAMES = 8;

export interface UploadPlayer {
  readonly bookId: string | null;
  readonly captainBookId: string | null;
  readonly name: string;
}

/** A lineup by slot name; a slot with several seats has several players. */
export interface UploadLineup {
  readonly slots: readonly { readonly slot: string; readonly players: readonly UploadPlayer[] }[];
}

/**
 * Writes lineups as the book's upload file: a header with one column per seat in the contest's upload order,
 * then a row per lineup. A cell is the book's id (the captain id, if any, in a slot with captain salary). RFC
 * 4180 quoting; lines end with a line feed.
 * @throws RangeError for a lineup that does not fill the contest's slots; InvalidRequestError for players
 * without a known book id, because the book accepts no names, and for a book that accepts no files.
 */
export function uploadCsv(
  table: Pick<ContestBase, "book" | "slots" | "uploadOrder">,
  lineups: readonly UploadLineup[],
): string {
  const book = bookNamed(table.book);
  const { vendor, uploadFile } = book;
  if (uploadFile.rows === 0)
    throw invalidRequest(
      "no-uploads",
      "format",
      `${vendor} takes no files of lineups. Write a table or JSON, and enter the lineups on its site.`,
    );
  const slots = slotsInOrder(table);
  const unknown = new Set<string>();
  const rows = lineups.map((lineup) =>
    slots.flatMap((own) => {
      const { name, count } = own;
      const players = lineup.slots.filter(({ slot }) => slot === name).flatMap((slot) => slot.players);
      if (players.length !== count)
        throw new RangeError(
          `A lineup has ${counted(players.length, "player")} in ${name}, which has ${counted(count, "seat")}.`,
        );
      return players.map((player) => {
        const id = idInSlot(player, own, book);
        if (id !== null) return bookCell({ id, name: player.name }, book);
        unknown.add(player.name);
        return "";
      });
    }),
  );
  if (unknown.size > 0)
    throw invalidRequest(
      "no-book-ids",
      "format",
      `${vendor} accepts only uploads with its player ids, which are missing for ${listedUpTo(MOST_NAMES, [...unknown])}. ` +
        "Give a salary file that has them, or write another format.",
    );
  return [uploadHeader(table), ...rows].map((cells) => `${csvLine(cells)}\n`).join("");
}

export function uploadHeader(table: Pick<ContestBase, "slots" | "uploadOrder">): string[] {
  return slotsInOrder(table).flatMap(({ count, uploadColumn }) => Array<string>(count).fill(uploadColumn));
}

/** The contest's slots in the order of the book's upload file. */
export function slotsInOrder({ slots, uploadOrder }: Pick<ContestBase, "slots" | "uploadOrder">) {
  return uploadOrder.map((name) => slots.find((slot) => slot.name === name)!);
}

/**
 * Writes lineups as upload files, each with at most the book's number of rows; at least one file.
 * @throws as `uploadCsv`
 */
export function uploadFiles(
  table: Pick<ContestBase, "book" | "slots" | "uploadOrder">,
  lineups: readonly UploadLineup[],
): string[] {
  const { rows } = bookNamed(table.book).uploadFile;
  const files = Math.max(1, Math.ceil(lineups.length / Math.max(1, rows)));
  return Array.from({ length: files }, (_, file) =>
    uploadCsv(table, lineups.slice(file * rows, (file + 1) * rows)),
  );
}

/**
 * The id that the book expects for a player in a slot: some books have separate ids for the captain slot.
 * Null if unknown.
 */
export function idInSlot(
  { bookId, captainBookId }: Pick<UploadPlayer, "bookId" | "captainBookId">,
  slot: Pick<ContestBase["slots"][number], "salary">,
  { salaryFile }: Book,
): string | null {
  return isCaptains(slot) && salaryFile.captains.ownRows ? captainBookId : bookId;
}
