import { listedUpTo } from "../../shared/collections.ts";
import { type Aliases, indexListings, listingNamed } from "../listing-index.ts";
import { easternText } from "../pool-rows.ts";
import { BEGUN, type LeftOut, type Listing, type PlayedGame, type Slate } from "../slate.ts";
import type { EntrySeat, FileEntry } from "./read-entries.ts";

/** Why a player must leave an entry: marked out, missing from the pool, excluded, or without points. */
export type LeavingReason = "out" | "not-in-pool" | "excluded" | "no-projection";

/** Players that the caller removes from entries, by GUID: out or excluded. */
export type Unwanted = ReadonlyMap<string, "out" | "excluded">;

/** Why a seat is locked: by its own mark, by the book's other marks, or by the start time. */
export type LockedBy = "entry" | "game" | "clock";

/** The player in a seat of an entry, and whether the seat can change. */
export interface Sitting {
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

export interface Started {
  /** Why the player's game has started; null if it has not. */
  readonly startedBy: (listing: Listing) => Exclude<LockedBy, "entry"> | null;
  /** A note on games that the book marks as started before the time at which they start; else empty. */
  readonly notes: readonly string[];
}

/**
 * Finds the players whose games have started. What the book writes decides, whatever the time: `LOCKED` in
 * the player's row or in a seat (`locked` has those players), or a row of the team that says `In Progress` or
 * `Final`. Where the book writes nothing, a game has started by `now`, in milliseconds.
 */
export function startedIn(slate: Slate, locked: Iterable<Listing>, now = Number.NEGATIVE_INFINITY): Started {
  const begun = slate.leftOut.filter(({ reason }) => BEGUN.has(reason));
  const marked = new Set([...begun.map(({ listing }) => listing), ...locked]);
  const teams = new Set(begun.flatMap(({ listing, played }) => (played ? [] : [listing.team])));
  const games = new Map<Listing, PlayedGame>(slate.entries.map((entry) => [entry, entry]));
  for (const { listing, played } of slate.leftOut) if (played) games.set(listing, played);
  const ofTeams = new Map([...games].map(([{ team }, game]) => [team, game]));
  const gameOf = (listing: Listing) => games.get(listing) ?? ofTeams.get(listing.team);
  const isPast = (startsAt: string | null | undefined) => Date.parse(startsAt ?? "") <= now;
  const early = [...marked].flatMap((listing) => {
    const { game, startsAt = null } = gameOf(listing) ?? {};
    return startsAt === null || isPast(startsAt) ? [] : [`${game} (${easternText(startsAt)})`];
  });
  return {
    startedBy(listing) {
      if (marked.has(listing) || teams.has(listing.team)) return "game";
      return isPast(gameOf(listing)?.startsAt) ? "clock" : null;
    },
    notes: early.length === 0 || now === Number.NEGATIVE_INFINITY ? [] : [earlyNote(early, now)],
  };
}

function earlyNote(games: readonly string[], now: number): string {
  return (
    `the file marks players as locked whose games start only after ${easternText(new Date(now).toISOString())}: ` +
    `${listedUpTo(MOST_GAMES, [...new Set(games)])}. The marks decide; check the time of the swap.`
  );
}

const MOST_GAMES = 8;

/**
 * Finds the player in each seat of the entries, by id or else by name; `now` is in milliseconds. A player in
 * a locked seat stays, even if unwanted. `held` are players of `slate.leftOut` in locked seats. `closed` has
 * the GUIDs of players who may not join an entry; `hasBegun`: whether any game has started; `notes` are those
 * of `startedIn`.
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
  const find = ({ bookId, name }: EntrySeat): Listing | null => {
    const [byId] = bookId ? [...index.people.byId(bookId), ...index.people.byCaptainId(bookId)] : [];
    if (byId) return byId;
    return name === null ? null : listingNamed(name, index, aliases);
  };
  const found = entries.map((entry) => entry.seats.map((seat) => ({ seat, listing: find(seat) })));
  const marked = found.flat().flatMap(({ seat, listing }) => (seat.locked && listing ? [listing] : []));
  const { startedBy, notes } = startedIn(slate, marked, now);
  const held = new Set<LeftOut>();
  const seats = found.map((entry) =>
    entry.map(({ seat, listing }): Sitting => {
      const lockedBy = seat.locked ? "entry" : listing && startedBy(listing);
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
  const started = slate.entries.filter((entry) => startedBy(entry) !== null);
  const closed = new Set([
    ...started.map(({ uuid }) => uuid),
    ...[...held].map(({ listing }) => listing.uuid),
    ...unwanted.keys(),
  ]);
  const hasBegun = started.length > 0 || slate.leftOut.some(({ reason }) => BEGUN.has(reason));
  return { seats, held, closed, hasBegun, notes };
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

export interface LeavingPlayer {
  readonly name: string;
  readonly reason: LeavingReason;
  readonly entries: number;
}

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
