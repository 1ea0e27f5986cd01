import { listedUpTo } from "../../shared/collections.ts";
import { easternText } from "../game-info.ts";
import { type Aliases, indexListings, listingNamed } from "../listing-index.ts";
import { BEGUN, type LeftOut, type Listing, type PlayedGame, type Slate } from "../slate.ts";
import type { EntrySeat, FileEntry } from "./read-entries.ts";

/** Why a player must leave an entry: marked out, missing from the pool, excluded, or without points. */
export type LeavingReason = "out" | "not-in-pool" | "excluded" | "no-projection";

export type Unwanted = ReadonlyMap<string, "out" | "excluded">;

/** By its own mark, by the book's other marks, or by the start time. */
export type LockedBy = "entry" | "game" | "clock";

export interface Sitting {
  readonly listing: Listing | null;
  /** The cell's text if the player is unknown; empty for an empty seat. */
  readonly name: string;
  readonly locked: boolean;
  readonly lockedBy: LockedBy | null;
  /** The seat is locked, or the player can still be drafted. */
  readonly stays: boolean;
  readonly leaves: LeavingReason | null;
}

/**
 * Finds the players whose games have started. What the book writes decides, whatever the time: `LOCKED` in
 * the player's row or in a seat (`locked` has those players), or a row of the team that says `In Progress` or
 * `Final`. Where the book writes nothing, a game has started by `now`, in milliseconds. `notes` are on games
 * that the book marks as started before their time.
 */
export function startedIn(slate: Slate, locked: Iterable<Listing>, now = Number.NEGATIVE_INFINITY) {
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
    startedBy(listing: Listing): Exclude<LockedBy, "entry"> | null {
      if (marked.has(listing) || teams.has(listing.team)) return "game";
      return isPast(gameOf(listing)?.startsAt) ? "clock" : null;
    },
    notes:
      early.length === 0 || now === Number.NEGATIVE_INFINITY
        ? []
        : [
            `the file marks players as locked whose games start only after ${easternText(new Date(now).toISOString())}: ${listedUpTo(MOST_GAMES, [...new Set(early)])}. The marks decide; check the time of the swap.`,
          ],
  };
}

const MOST_GAMES = 8;

/**
 * Finds the player in each seat, by id or else by name. A player in a locked seat stays, even if unwanted.
 * `held` are players of `slate.leftOut` in locked seats; `closed` has the GUIDs of those who may not join an
 * entry.
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
      const out = listing === null ? undefined : leftOut.get(listing);
      if (out && locked) held.add(out);
      const known = listing && (out ? "out" : (unwanted.get(listing.uuid) ?? null));
      const leaves = locked ? null : listing === null && seat.text !== "" ? "not-in-pool" : known;
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

export interface LeavingPlayer {
  readonly name: string;
  readonly reason: LeavingReason;
  readonly entries: number;
}

export interface PlayerSwap {
  readonly name: string;
  /** Null if the player can stay. */
  readonly reason: LeavingReason | null;
  readonly before: number;
  readonly after: number;
}

export function reasonOf(
  { listing, locked, leaves }: Sitting,
  points: ReadonlyMap<string, number>,
): LeavingReason | null {
  if (leaves !== null || listing === null || locked) return leaves;
  return points.has(listing.uuid) ? null : "no-projection";
}

type SeatedPlayers = readonly { readonly uuid: string | null; readonly name: string }[];

/** For each player, the number of entries with the player before and after, and that the player must leave. */
function tally(
  entries: readonly (readonly Sitting[])[],
  after: readonly SeatedPlayers[],
  points: ReadonlyMap<string, number>,
) {
  const made = (name: string) => ({
    ...{ name, reason: null as LeavingReason | null },
    ...{ before: 0, leaving: 0, after: 0 },
  });
  const players = new Map<string, ReturnType<typeof made>>();
  const playerOf = (key: string, name: string) => {
    const player = players.get(key) ?? made(name);
    players.set(key, player);
    return player;
  };
  for (const [key, seat] of entries.flatMap((seats) => [...byPlayer(seats)])) {
    const player = playerOf(key, seat.name);
    const reason = reasonOf(seat, points);
    player.before += 1;
    player.reason ??= reason;
    if (reason !== null) player.leaving += 1;
  }
  const names = after.flatMap((lineup) => [...new Map(lineup.map(({ uuid, name }) => [uuid ?? name, name]))]);
  for (const [key, name] of names) playerOf(key, name).after += 1;
  return [...players.values()];
}

/** Players who must leave, ordered by their number of entries, highest first. */
export function leavingPlayers(
  entries: readonly (readonly Sitting[])[],
  points: ReadonlyMap<string, number>,
): readonly LeavingPlayer[] {
  return tally(entries, [], points)
    .flatMap(({ name, reason, leaving }) => (reason === null ? [] : [{ name, reason, entries: leaving }]))
    .sort((a, b) => b.entries - a.entries || compareNames(a, b));
}

/** Players who must leave, then those whose number of entries changes, largest change first. */
export function playerSwaps(...counted: Parameters<typeof tally>): readonly PlayerSwap[] {
  const change = (player: PlayerSwap) => Math.abs(player.after - player.before);
  return tally(...counted)
    .map(({ leaving: _, ...player }) => player)
    .filter((player) => player.reason !== null || player.before !== player.after)
    .sort(
      (a, b) =>
        Number(b.reason !== null) - Number(a.reason !== null) ||
        change(b) - change(a) ||
        a.after - b.after ||
        compareNames(a, b),
    );
}

/** The GUID, or the name of a player that is not in the pool. */
export function playerKey({ listing, name }: Pick<Sitting, "listing" | "name">): string {
  return listing?.uuid ?? name;
}

/** One seat per player: of two, the one that can change. */
function byPlayer(seats: readonly Sitting[]): ReadonlyMap<string, Sitting> {
  const taken = seats.filter(({ name }) => name !== "");
  return new Map(
    taken.toSorted((a, b) => Number(b.locked) - Number(a.locked)).map((seat) => [playerKey(seat), seat]),
  );
}

function compareNames(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : Number(a.name > b.name);
}
