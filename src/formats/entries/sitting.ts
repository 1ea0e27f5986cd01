import type { Aliases } from "../aliases.ts";
import { candidatesFor, indexListings } from "../listing-index.ts";
import type { LeftOut, Listing, Slate } from "../slate.ts";
import type { EntrySeat, FileEntry } from "./read-entries.ts";

/** Who sits in a seat of an entry, and whether that can change. */
export interface Sitting {
  /** Null for an empty seat, and for somebody who is not in the pool's file. */
  readonly listing: Listing | null;
  /** What people call him. */
  readonly name: string;
  /** Whether the seat is marked as locked, or his game has begun. */
  readonly locked: boolean;
  /** Whether he can stay: he is locked, or can still be drafted. */
  readonly stays: boolean;
}

/** Who sits where in a file's entries at a time. */
export interface SittingPeople {
  /** By entry and seat. */
  readonly seats: readonly (readonly Sitting[])[];
  /** Who can no longer be drafted and is locked into an entry. */
  readonly held: ReadonlySet<LeftOut>;
  /** GUIDs of who can be put into no lineup any more, as his game has begun. */
  readonly closed: ReadonlySet<string>;
}

/** States of a game of which no player can change any more. */
const BEGUN: ReadonlySet<string> = new Set(["game-started", "game-over"]);

/**
 * Finds who sits in the entries, by id, else by name; `now` is an instant in milliseconds. A game has begun for everyone
 * of a team as soon as the file says so of one, or its start has come.
 */
export function sittingPeople(
  slate: Slate,
  entries: readonly FileEntry[],
  now: number,
  aliases?: Aliases,
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
    const byId = bookId && (index.byId.get(bookId) ?? index.byCaptainId.get(bookId));
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
      return {
        listing,
        name: listing?.name ?? seat.name ?? seat.text,
        locked,
        stays: locked || (listing !== null && out === undefined),
      };
    }),
  );
  const closed = new Set([
    ...slate.entries.flatMap(({ uuid, team }) => (begun.has(team) ? [uuid] : [])),
    ...[...held].map(({ listing }) => listing.uuid),
  ]);
  return { seats, held, closed };
}
