import { slotsNamed } from "../contests/problem/file-seats.ts";
import { bookNamed } from "../shared/books.ts";
import { listedUpTo } from "../shared/collections.ts";
import { InvalidFileError, invalidRequest } from "../shared/errors.ts";
import { isCaptains, slotsInOrder, uploadRow } from "../shared/roster.ts";
import type { ContestBase } from "../shared/schema/contest.ts";
import { counted } from "../shared/words.ts";
import { csvLine } from "./csv.ts";
import type { SeatedLineup, SeatPlayer } from "./entries/fill-entries.ts";
import { bookCell, type EntriesFile } from "./entries/read-entries.ts";
import type { Sitting } from "./entries/sitting.ts";
import type { Slate } from "./slate.ts";

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

type UploadTable = Pick<ContestBase, "book" | "slots" | "uploadOrder">;
type Slot = Pick<ContestBase["slots"][number], "salary">;

/**
 * Writes lineups as the book's upload file (RFC 4180): a header with one column per seat in the contest's
 * upload order, then a row per lineup. A cell is the book's id.
 * @throws RangeError for a lineup that does not fill the contest's slots; InvalidRequestError for players
 * without a known book id, because the book accepts no names, and for a book that accepts no files.
 */
export function uploadCsv(table: UploadTable, lineups: readonly UploadLineup[]): string {
  const book = bookNamed(table.book);
  const { vendor, uploadFile } = book;
  if (uploadFile.rows === 0)
    throw invalidRequest(
      "no-uploads",
      "format",
      `${vendor} takes no files of lineups. Write a table or JSON, and enter the lineups on its site.`,
    );
  const unknown = new Set<string>();
  const rows = lineups.map((lineup) =>
    slotsInOrder(table).flatMap((own) => {
      const { name, count } = own;
      const players = lineup.slots.filter(({ slot }) => slot === name).flatMap((slot) => slot.players);
      if (players.length !== count)
        throw new RangeError(
          `A lineup has ${counted(players.length, "player")} in ${name}, which has ${counted(count, "seat")}.`,
        );
      return players.map((player) => {
        const id = idInSlot(player, own, table);
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
  return [uploadRow(table), ...rows].map((cells) => `${csvLine(cells)}\n`).join("");
}

/**
 * Writes lineups as upload files, each with at most the book's number of rows; at least one file.
 * @throws as `uploadCsv`
 */
export function uploadFiles(table: UploadTable, lineups: readonly UploadLineup[]): string[] {
  const { rows } = bookNamed(table.book).uploadFile;
  const files = Math.max(1, Math.ceil(lineups.length / Math.max(1, rows)));
  return Array.from({ length: files }, (_, file) =>
    uploadCsv(table, lineups.slice(file * rows, (file + 1) * rows)),
  );
}

/** Some books have separate ids for the captain slot. */
function idInSlot(
  { bookId, captainBookId }: UploadPlayer,
  slot: Slot,
  { book }: Pick<ContestBase, "book">,
): string | null {
  return isCaptains(slot) && bookNamed(book).salaryFile.captains.ownRows ? captainBookId : bookId;
}

export type LineupBySlot = Readonly<Record<string, readonly { readonly uuid: string }[]>>;

/**
 * Arranges a lineup in the seat order of a file (see `seatSlots`).
 * @throws InvalidRequestError for players without a known book id; RangeError for a lineup that leaves a seat
 * empty.
 */
export function seatLineup(
  lineup: LineupBySlot,
  seats: readonly number[],
  contest: Pick<ContestBase, "book" | "slots">,
  listings: ReadonlyMap<string, UploadPlayer>,
): SeatedLineup {
  const taken = contest.slots.map(() => 0);
  return seats.map((slot) => {
    const { name } = contest.slots[slot]!;
    const who = lineup[name]?.[taken[slot]!];
    taken[slot]! += 1;
    const listing = who && listings.get(who.uuid);
    if (listing === undefined) throw new RangeError(`The lineup leaves a seat of ${name} empty.`);
    return seatPlayer(listing, contest.slots[slot]!, contest);
  });
}

/** @throws InvalidRequestError if the book's id is unknown */
export function seatPlayer(player: UploadPlayer, slot: Slot, contest: Pick<ContestBase, "book">): SeatPlayer {
  const id = idInSlot(player, slot, contest);
  if (id !== null) return { bookId: id, name: player.name };
  throw invalidRequest(
    "no-book-ids",
    "salaries",
    `${bookNamed(contest.book).vendor} requires its own ids in uploads, and ${player.name} has none. Give a salary file that has them.`,
  );
}

/**
 * For each seat, the index of its slot. Headers are the book's column names or the slot names.
 * @throws InvalidFileError for a file with slots of another contest.
 */
export function seatSlots(
  slots: readonly string[],
  contest: Pick<ContestBase, "book" | "contest" | "slots" | "uploadOrder">,
  file: string,
): readonly number[] {
  const open = contest.slots.map(({ count }) => count);
  const found = slots.flatMap((header) => {
    const slot = slotsNamed(contest, header).find((one) => open[one]! > 0);
    if (slot === undefined) return [];
    open[slot]! -= 1;
    return slot;
  });
  if (found.length === slots.length && open.every((seats) => seats === 0)) return found;
  throw new InvalidFileError(
    file,
    null,
    `has the slots ${slots.join(", ")}, but the contest ${contest.contest} has ${uploadRow(contest).join(", ")}. Name the contest that the file is for.`,
  );
}

/** For each seat, who takes it when `lineup` replaces the entry's lineup; null if the seat does not change. */
export function keptSeats(
  sitting: readonly Sitting[],
  slots: readonly number[],
  { slots: table }: Pick<ContestBase, "slots">,
  lineup: readonly { readonly slot: string; readonly uuid: string }[],
): (string | null)[] {
  const coming = table.map(({ name }) => lineup.flatMap(({ slot, uuid }) => (slot === name ? uuid : [])));
  const isKept = slots.map((slot, seat) => {
    const at = coming[slot]!.indexOf(sitting[seat]!.listing?.uuid ?? "");
    if (at !== -1) coming[slot]!.splice(at, 1);
    return at !== -1;
  });
  return slots.map((slot, seat) => (isKept[seat] ? null : coming[slot]!.shift()!));
}

/** The slots that take a player of these positions, such as `SG/SF`. */
export function slotsFor(position: string, { positions, slots }: Pick<ContestBase, "positions" | "slots">) {
  const own = position.split("/");
  const isOwn = (name: string) => own.includes(name);
  const names = positions
    .filter(({ name, aliases }) => isOwn(name) || aliases.some(isOwn))
    .map(({ name }) => name);
  return slots.filter(({ accepts }) => accepts.some((one) => names.includes(one))).map(({ name }) => name);
}

interface SeatingFile {
  readonly file: string;
  readonly entries: Pick<EntriesFile, "slots">;
  readonly contest: Pick<ContestBase, "book" | "contest" | "slots" | "uploadOrder">;
  readonly slate: Pick<Slate, "entries">;
}

/** As `seatLineup`, of a file's lineups. */
export function seatLineups(
  lineups: readonly LineupBySlot[],
  { file, entries, contest, slate }: SeatingFile,
): SeatedLineup[] {
  const seats = seatSlots(entries.slots, contest, file);
  const listings = new Map(slate.entries.map((entry) => [entry.uuid, entry]));
  return lineups.map((lineup) => seatLineup(lineup, seats, contest, listings));
}
