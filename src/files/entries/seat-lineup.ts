import { isCaptains } from "../../engine/roster.ts";
import { bookNamed } from "../../shared/books/index.ts";
import { InvalidRequestError } from "../../shared/errors.ts";
import type { ContestBase } from "../../shared/schema/contest.ts";
import type { Listing } from "../slate.ts";
import type { SeatedLineup, SeatPlayer } from "./fill-entries.ts";

/** A lineup as in its document: the players in each slot, by slot name. */
export type LineupBySlot = Readonly<Record<string, readonly { readonly uuid: string }[]>>;

/**
 * A lineup in the seat order of a file, with the book's ids and names for each slot. `seats` are the slots of
 * the seats, from `seatSlots`.
 * @throws InvalidRequestError for players without a known book id; RangeError for a lineup with other slots.
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
  { bookId, captainBookId, name }: Pick<Listing, "bookId" | "captainBookId" | "name">,
  slot: Pick<ContestBase["slots"][number], "salary">,
  book: ContestBase["book"],
): SeatPlayer {
  const { salaryFile, vendor } = bookNamed(book);
  const id = isCaptains(slot) && salaryFile.captains.ownRows ? captainBookId : bookId;
  if (id !== null) return { bookId: id, name };
  throw new InvalidRequestError([
    {
      code: "no-book-ids",
      detail: `${vendor} takes no upload without its ids, and there is none of ${name}. Give a salary file that has them.`,
      source: { parameter: "salaries" },
    },
  ]);
}
