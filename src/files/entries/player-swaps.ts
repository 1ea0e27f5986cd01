import type { LeavingReason, Sitting } from "./sitting.ts";

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

/** The filled seats of an entry, one per player; if a player has two seats, the one that changes. */
function byPlayer(seats: readonly Sitting[]): ReadonlyMap<string, Sitting> {
  const taken = seats.filter(({ name }) => name !== "");
  return new Map(
    taken.toSorted((a, b) => Number(b.locked) - Number(a.locked)).map((seat) => [playerKey(seat), seat]),
  );
}

function compareNames(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : Number(a.name > b.name);
}
