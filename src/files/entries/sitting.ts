import type { Aliases } from "../aliases.ts";
import { candidatesFor, indexListings } from "../listing-index.ts";
import type { LeftOut, Listing, Slate } from "../slate.ts";
import type { EntrySeat, FileEntry } from "./read-entries.ts";

/**
 * Why a player must leave an entry: marked out by the file or the caller, missing from the pool file,
 * excluded by the caller, or without points.
 */
export type LeavingReason = "out" | "not-in-pool" | "excluded" | "no-projection";

/** Players that the caller removes from entries, by GUID: out or excluded. */
export type Unwanted = ReadonlyMap<string, "out" | "excluded">;

/** The player in a seat of an entry, and whether the seat can change. */
export interface Sitting {
  /** Null for an empty seat, and for a player who is not in the pool file. */
  readonly listing: Listing | null;
  /** The player's name. */
  readonly name: string;
  /** Whether the seat is marked as locked, or the player's game has started. */
  readonly locked: boolean;
  /** Whether the player can stay: the seat is locked, or the player can still be drafted. */
  readonly stays: boolean;
  /** Why the player must leave; null for a player who stays, and for an empty seat. */
  readonly leaves: LeavingReason | null;
}

/** The players in the seats of a file's entries at a point in time. */
export interface SittingPeople {
  /** By entry and seat. */
  readonly seats: readonly (readonly Sitting[])[];
  /** Locked players of entries who can no longer be drafted. */
  readonly held: ReadonlySet<LeftOut>;
  /** GUIDs of players who can join no lineup: their games have started, or the caller removes them. */
  readonly closed: ReadonlySet<string>;
}

/** Game states in which players are locked. */
const BEGUN: ReadonlySet<string> = new Set(["game-started", "game-over"]);

/**
 * Finds the players of the entries, by id, else by name; `now` is an instant in milliseconds. A team's game
 * has started when the file says so for any of its players, or at its start time. Unwanted players stay in
 * locked seats.
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
