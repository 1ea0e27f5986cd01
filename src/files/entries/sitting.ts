import type { Aliases } from "../aliases.ts";
import { candidatesFor, indexListings } from "../listing-index.ts";
import type { LeftOut, Listing, Slate } from "../slate.ts";
import type { EntrySeat, FileEntry } from "./read-entries.ts";

/**
 * Why a player must leave an entry: out by the file or by the caller, in the pool of no file, excluded by the caller, or
 * without points.
 */
export type LeavingReason = "out" | "not-in-pool" | "excluded" | "no-projection";

/** Players that the caller takes out of entries, by GUID: those that do not play, and those that are not wanted. */
export type Unwanted = ReadonlyMap<string, "out" | "excluded">;

/** Who sits in a seat of an entry, and whether that can change. */
export interface Sitting {
  /** Null for an empty seat, and for somebody who is not in the pool's file. */
  readonly listing: Listing | null;
  /** What people call him. */
  readonly name: string;
  /** Whether the seat is marked as locked, or his game has begun. */
  readonly locked: boolean;
  /** Whether the player can stay: the seat is locked, or the player can still be drafted. */
  readonly stays: boolean;
  /** Why the player must leave; null for one who stays, and for an empty seat. */
  readonly leaves: LeavingReason | null;
}

/** Who sits where in a file's entries at a time. */
export interface SittingPeople {
  /** By entry and seat. */
  readonly seats: readonly (readonly Sitting[])[];
  /** Who can no longer be drafted and is locked into an entry. */
  readonly held: ReadonlySet<LeftOut>;
  /** GUIDs of players who can be put into no lineup any more: their games have begun, or they are unwanted. */
  readonly closed: ReadonlySet<string>;
}

/** States of a game of which no player can change any more. */
const BEGUN: ReadonlySet<string> = new Set(["game-started", "game-over"]);

/**
 * Finds who sits in the entries, by id, else by name; `now` is an instant in milliseconds. A game has begun for everyone
 * of a team as soon as the file says so of one, or its start has come. Unwanted players stay where they are locked.
 */
export function sittingPeople(
  slate: Slate,
  entries: readonly FileEntry[],
  now: number,
  aliases?: Aliases,
  unwanted: Unwanted = new Map(),
): SittingPeople {
  const index = indexListings(slate);
  const leftOut = new Map(slate.leftOut.map((one) => [one.listing, one]));
  const begun = new Set([
    ...slate.entries.flatMap(({ team, startsAt }) =>
      startsAt !== null && Date.parse(startsAt) <= now ? [team] : [],
    ),
    ...slate.leftOut.flatMap(({ listing, reason }) => (BEGUN.has(reason) ? [listing.team] : [])),
  ]);
  const find = ({ bookId, name }: EntrySeat): Listing | null => {
    const [byId] = bookId ? [...index.people.byId(bookId), ...index.people.byCaptainId(bookId)] : [];
    if (byId) return byId;
    if (name === null) return null;
    const nobody = { id: null, team: null, position: null, rosterPosition: null, salary: null };
    const { candidates } = candidatesFor({ ...nobody, name }, index, aliases);
    return candidates.length === 1 ? candidates[0]! : null;
  };
  const held = new Set<LeftOut>();
  const seats = entries.map((entry) =>
    entry.seats.map((seat): Sitting => {
      const listing = find(seat);
      const locked = seat.locked || (listing !== null && begun.has(listing.team));
      const out = listing && leftOut.get(listing);
      if (out && locked) held.add(out);
      const leaves = locked ? null : leavingOf(seat, listing, out !== undefined, unwanted);
      return {
        listing,
        name: listing?.name ?? seat.name ?? seat.text,
        locked,
        stays: locked || (listing !== null && leaves === null),
        leaves,
      };
    }),
  );
  const closed = new Set([
    ...slate.entries.flatMap(({ uuid, team }) => (begun.has(team) ? [uuid] : [])),
    ...[...held].map(({ listing }) => listing.uuid),
    ...unwanted.keys(),
  ]);
  return { seats, held, closed };
}

function leavingOf(
  { text }: EntrySeat,
  listing: Listing | null,
  isOut: boolean,
  unwanted: Unwanted,
): LeavingReason | null {
  if (listing === null) return text === "" ? null : "not-in-pool";
  return isOut ? "out" : (unwanted.get(listing.uuid) ?? null);
}
