import { isCaptains } from "../../engine/roster.ts";
import { bookNamed } from "../../shared/books.ts";
import { InvalidFileError, invalidRequest } from "../../shared/errors.ts";
import type { ContestBase } from "../../shared/schema/contest.ts";
import { headerKey } from "../header.ts";
import type { Listing } from "../slate.ts";
import { idInSlot, uploadHeader } from "../upload.ts";
import type { SeatedLineup, SeatPlayer } from "./fill-entries.ts";
import type { Sitting } from "./sitting.ts";

/** A lineup as in its document: the players in each slot, by slot name. */
export type LineupBySlot = Readonly<Record<string, readonly { readonly uuid: string }[]>>;

/**
 * Arranges a lineup in the seat order of a file, with the book's ids and names for each slot. `seats` has the
 * index of each seat's slot, from `seatSlots`.
 * @throws InvalidRequestError for players without a known book id; RangeError for a lineup that leaves a seat
 * empty.
 */
export function seatLineup(
  lineup: LineupBySlot,
  seats: readonly number[],
  contest: Pick<ContestBase, "book" | "slots">,
  listings: ReadonlyMap<string, Pick<Listing, "bookId" | "captainBookId" | "name">>,
): SeatedLineup {
  const taken = contest.slots.map(() => 0);
  return seats.map((slot) => {
    const { name } = contest.slots[slot]!;
    const who = lineup[name]?.[taken[slot]!];
    taken[slot]! += 1;
    const listing = who && listings.get(who.uuid);
    if (listing === undefined) throw new RangeError(`The lineup leaves a seat of ${name} empty.`);
    return seatPlayer(listing, contest.slots[slot]!, contest.book);
  });
}

/** A player with the book's id for a slot. @throws InvalidRequestError if the book's id is unknown */
export function seatPlayer(
  listing: Pick<Listing, "bookId" | "captainBookId" | "name">,
  slot: Pick<ContestBase["slots"][number], "salary">,
  book: ContestBase["book"],
): SeatPlayer {
  const record = bookNamed(book);
  const id = idInSlot(listing, slot, record);
  if (id !== null) return { bookId: id, name: listing.name };
  throw invalidRequest(
    "no-book-ids",
    "salaries",
    `${record.vendor} requires its own ids in uploads, and ${listing.name} has none. Give a salary file that has them.`,
  );
}

/**
 * For each seat of a file, the index of its slot in the contest. Headers are the book's column names or the
 * slot names.
 * @throws InvalidFileError for a file with slots of another contest.
 */
export function seatSlots(
  slots: readonly string[],
  contest: Pick<ContestBase, "book" | "contest" | "slots" | "uploadOrder">,
  file: string,
): readonly number[] {
  const captain = headerKey(bookNamed(contest.book).salaryFile.captains.slot);
  const open = contest.slots.map(({ count }) => count);
  const found = slots.map((header) => {
    const key = headerKey(header);
    const slot = contest.slots.findIndex(
      (one, index) =>
        open[index]! > 0 &&
        (key === headerKey(one.uploadColumn) ||
          key === headerKey(one.name) ||
          (key === captain && isCaptains(one))),
    );
    if (slot !== -1) open[slot]! -= 1;
    return slot;
  });
  if (!found.includes(-1) && open.every((seats) => seats === 0)) return found;
  throw new InvalidFileError(
    file,
    null,
    `has the slots ${slots.join(", ")}, but the contest ${contest.contest} has ${uploadHeader(contest).join(", ")}. Name the contest that the file is for.`,
  );
}

/**
 * For each seat of an entry, the GUID of the player who takes it when `lineup` replaces the entry's lineup;
 * null if the seat does not change. A player keeps the seat if `lineup` has the player in the same slot.
 * `slots` has the slot of each seat.
 */
export function keptSeats(
  sitting: readonly Sitting[],
  slots: readonly number[],
  { slots: table }: Pick<ContestBase, "slots">,
  lineup: readonly { readonly slot: string; readonly uuid: string }[],
): (string | null)[] {
  const coming = new Map<number, string[]>();
  for (const { slot, uuid } of lineup) {
    const index = table.findIndex(({ name }) => name === slot);
    coming.set(index, [...(coming.get(index) ?? []), uuid]);
  }
  const isKept = slots.map((slot, seat) => {
    const own = coming.get(slot) ?? [];
    const at = own.indexOf(sitting[seat]!.listing?.uuid ?? "");
    if (at !== -1) own.splice(at, 1);
    return at !== -1;
  });
  return slots.map((slot, seat) => (isKept[seat] ? null : coming.get(slot)!.shift()!));
}
