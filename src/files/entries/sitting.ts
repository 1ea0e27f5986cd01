import { type Aliases, indexListings, listingNamed } from "../listing-index.ts";
import { BEGUN, type LeftOut, type Listing, type Slate } from "../slate.ts";
import type { EntrySeat, FileEntry } from "./read-entries.ts";

/** Why a player must leave an entry: marked out, missing from the pool, excluded, or without points. */
export type LeavingReason = "out" | "not-in-pool" | "excluded" | "no-projection";

/** Players that the caller removes from entries, by GUID: out or excluded. */
export type Unwanted = ReadonlyMap<string, "out" | "excluded">;

/** Why a seat is locked: by the entries file, by its game in the pool file, or by the start time. */
export type LockedBy = "entry" | "game" | "clock";

/** The player in a seat of an entry, and whether the seat can change. */
export interface Sitting {
  /** The player's row; null for an empty seat, and for a player who is not in the pool file. */
  readonly listing: Listing | null;
  /** The player's name, or the cell's text if the player is unknown; empty for an empty seat. */
  readonly name: string;
  /** Whether the seat is marked as locked, or the player's game has started. */
  readonly locked: boolean;
  /** Why the seat is locked; null if it is not. */
  readonly lockedBy: LockedBy | null;
  /** Whether the player can stay: the seat is locked, or the player can still be drafted. */
  readonly stays: boolean;
  /** Why the player must leave; null for a player who stays, and for an empty seat. */
  readonly leaves: LeavingReason | null;
}

/**
 * Finds the player in each seat of the entries, by id or else by name; `now` is in milliseconds. A team's
 * game has started at its start time, or if the file says so of any player of the team. A player in a locked
 * seat stays, even if unwanted. `held` are players of `slate.leftOut` in locked seats. `closed` has the GUIDs
 * of players who may not join an entry.
 */
export function sittingPeople(
  slate: Slate,
  entries: readonly FileEntry[],
  now: number,
  aliases?: Aliases,
  unwanted: Unwanted = new Map(),
) {
  const index = indexListings(slate);
  const leftOut = new Map(slate.leftOut.map((one) => [one.listing, one]));
  const begun = new Map([
    ...slate.entries.flatMap(({ team, startsAt }): [string, LockedBy][] =>
      startsAt !== null && Date.parse(startsAt) <= now ? [[team, "clock"]] : [],
    ),
    ...slate.leftOut.flatMap(({ listing, reason }): [string, LockedBy][] =>
      BEGUN.has(reason) ? [[listing.team, "game"]] : [],
    ),
  ]);
  const find = ({ bookId, name }: EntrySeat): Listing | null => {
    const [byId] = bookId ? [...index.people.byId(bookId), ...index.people.byCaptainId(bookId)] : [];
    if (byId) return byId;
    return name === null ? null : listingNamed(name, index, aliases);
  };
  const held = new Set<LeftOut>();
  const seats = entries.map((entry) =>
    entry.seats.map((seat): Sitting => {
      const listing = find(seat);
      const lockedBy = seat.locked ? "entry" : ((listing && begun.get(listing.team)) ?? null);
      const locked = lockedBy !== null;
      const out = listing && leftOut.get(listing);
      if (out && locked) held.add(out);
      const leaves = locked ? null : leavingOf(seat, listing, out !== undefined, unwanted);
      return {
        listing,
        name: listing?.name ?? seat.name ?? seat.text,
        locked,
        lockedBy,
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

/** A player who must leave entries. */
export interface LeavingPlayer {
  readonly name: string;
  readonly reason: LeavingReason;
  /** The number of entries that have the player in an unlocked seat. */
  readonly entries: number;
}

/** The number of entries with a player, before and after a swap. */
export interface PlayerSwap {
  readonly name: string;
  /** Why the player must leave, or null if the player can stay. */
  readonly reason: LeavingReason | null;
  readonly before: number;
  readonly after: number;
}

/** Why the player of a seat must leave it, or null if the player can stay. */
export function reasonOf(
  { listing, locked, leaves }: Sitting,
  points: ReadonlyMap<string, number>,
): LeavingReason | null {
  if (leaves !== null || listing === null || locked) return leaves;
  return points.has(listing.uuid) ? null : "no-projection";
}

/** Players who must leave, ordered by their number of entries, highest first. */
export function leavingPlayers(
  entries: readonly (readonly Sitting[])[],
  points: ReadonlyMap<string, number>,
): readonly LeavingPlayer[] {
  const leaving = new Map<string, { name: string; reason: LeavingReason; entries: number }>();
  for (const seats of entries)
    for (const [key, seat] of byPlayer(seats)) {
      const reason = reasonOf(seat, points);
      if (reason === null) continue;
      const known = leaving.get(key) ?? { name: seat.name, reason, entries: 0 };
      known.entries += 1;
      leaving.set(key, known);
    }
  return [...leaving.values()].sort((a, b) => b.entries - a.entries || compareNames(a, b));
}

/**
 * Players who must leave, then players whose number of entries changes, largest change first. `after` has the
 * keys and names of each entry's players after the swap.
 */
export function playerSwaps(
  before: readonly (readonly Sitting[])[],
  after: readonly ReadonlyMap<string, string>[],
  points: ReadonlyMap<string, number>,
): readonly PlayerSwap[] {
  const players = new Map<
    string,
    { name: string; reason: LeavingReason | null; before: number; after: number }
  >();
  const playerOf = (key: string, name: string) => {
    const known = players.get(key) ?? { name, reason: null, before: 0, after: 0 };
    players.set(key, known);
    return known;
  };
  for (const seats of before)
    for (const [key, seat] of byPlayer(seats)) {
      const player = playerOf(key, seat.name);
      player.before += 1;
      player.reason ??= reasonOf(seat, points);
    }
  for (const lineup of after) for (const [key, name] of lineup) playerOf(key, name).after += 1;
  const change = (player: PlayerSwap) => Math.abs(player.after - player.before);
  return [...players.values()]
    .filter((player) => player.reason !== null || player.before !== player.after)
    .sort(
      (a, b) =>
        Number(b.reason !== null) - Number(a.reason !== null) ||
        change(b) - change(a) ||
        a.after - b.after ||
        compareNames(a, b),
    );
}

/** Identifies a player: the GUID, or the name of a player that is not in the pool. */
export function playerKey({ listing, name }: Pick<Sitting, "listing" | "name">): string {
  return listing?.uuid ?? name;
}

/** An entry's filled seats, one per player: of two seats of one player, the one that can change. */
function byPlayer(seats: readonly Sitting[]): ReadonlyMap<string, Sitting> {
  const taken = seats.filter(({ name }) => name !== "");
  return new Map(
    taken.toSorted((a, b) => Number(b.locked) - Number(a.locked)).map((seat) => [playerKey(seat), seat]),
  );
}

function compareNames(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : Number(a.name > b.name);
}
