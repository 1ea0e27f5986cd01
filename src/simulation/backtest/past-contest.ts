import { groupBy } from "../../shared/collections.ts";

export interface PastPlayer {
  readonly name: string;
  /** GUID of the slate's player of this name; null if there is none, or there are several. */
  readonly uuid: string | null;
  /** The slot that the points are for, such as the captain's; null if the book does not say. */
  readonly slot: string | null;
  /** The percentage of all entries that have the player; null if the book does not say. */
  readonly drafted: number | null;
  /** The player's points, in hundredths; null for a player without points, who counts 0. */
  readonly hundredths: number | null;
}

export interface PastEntry {
  readonly line: number;
  /** The entry's rank; null if the file has no ranks. */
  readonly rank: number | null;
  /** The name of the account, without the number of the entry; null if the file has none. */
  readonly user: string | null;
  /** The entry's points, in hundredths without the float noise of exports; null if the file has no points. */
  readonly hundredths: number | null;
  /** The lineup; empty for an entry never submitted, null for a text that is no lineup of the contest. */
  readonly seats: readonly { readonly slot: string; readonly name: string }[] | null;
}

export interface PastContest {
  readonly entries: readonly PastEntry[];
  readonly players: readonly PastPlayer[];
}

/** Returns the points of a player in a slot, in hundredths, or why they are unknown. */
export type PointsOfSeat = (seat: { readonly slot: string; readonly name: string }) => number | SeatFault;

/**
 * Why the points of a seat are unknown: no player of that name is listed, or several are, with different
 * points.
 */
type SeatFault = "unknown-player" | "two-players";

interface PastSlot {
  readonly name: string;
  readonly uploadColumn: string;
  readonly pointsMultiplier: number;
}

/**
 * Finds the points of a seat in the book's table of players. Books list a captain in a row of its own, with
 * the multiplied points; without such a row, the plain points are multiplied.
 */
export function pointsFinder(players: readonly PastPlayer[], slots: readonly PastSlot[]): PointsOfSeat {
  const rows = groupBy(players, ({ name }) => name);
  const multiplied = new Map(
    slots
      .filter(({ pointsMultiplier }) => pointsMultiplier !== 1)
      .flatMap(({ name, uploadColumn, pointsMultiplier }) => [
        [name, pointsMultiplier],
        [uploadColumn, pointsMultiplier],
      ]),
  );
  return ({ slot, name }) => {
    const found = rows.get(name);
    if (found === undefined) return "unknown-player";
    const factor = multiplied.get(slot) ?? 1;
    const own = found.filter((row) => (multiplied.get(row.slot ?? "") ?? 1) === factor);
    const plain = found.filter((row) => !multiplied.has(row.slot ?? ""));
    const among = own.length > 0 ? own : plain;
    if (among.length === 0) return "unknown-player";
    const values = new Set(among.map(({ hundredths }) => hundredths ?? 0));
    if (values.size > 1) return "two-players";
    const [value] = values as Set<number>;
    const isMultiplied = factor === 1 || (own.length > 0 && plain.every((row) => row.hundredths !== value));
    return isMultiplied ? value! : Math.round(value! * factor);
  };
}

export type EntryFault = SeatFault | "no-lineup" | "other-points" | "other-rank";

/**
 * How many entries agree with the book's points and ranks. `exceptions` counts the others by reason, with the
 * line of the first one.
 */
export interface PastCheck {
  readonly entries: number;
  /** The number of entries that were never submitted. */
  readonly empty: number;
  readonly agree: number;
  readonly exceptions: readonly {
    readonly reason: EntryFault;
    readonly count: number;
    readonly line: number;
  }[];
}

export function checkPastContest(contest: PastContest, slots: readonly PastSlot[]): PastCheck | null {
  const { entries, players } = contest;
  if (players.length === 0 || entries.every(({ seats }) => (seats?.length ?? 0) === 0)) return null;
  const pointsOf = pointsFinder(players, slots);
  const faults = new Map<EntryFault, { count: number; line: number }>();
  const fault = (reason: EntryFault, line: number) => {
    const known = faults.get(reason);
    if (known === undefined) faults.set(reason, { count: 1, line });
    else known.count += 1;
  };
  const recomputed = entries.map(({ line, seats, hundredths }): number | null => {
    const sum = sumOf(seats, pointsOf);
    if (typeof sum === "string") {
      fault(sum, line);
      return null;
    }
    if (sum === hundredths) return sum;
    fault("other-points", line);
    return null;
  });
  // The book's own points decide the ranks of entries that could not be recomputed.
  const all = Float64Array.from(entries, ({ hundredths }, at) => recomputed[at] ?? hundredths ?? 0);
  const rankOf = rankFinder(all);
  let agree = 0;
  for (const [at, { line, rank }] of entries.entries()) {
    if (recomputed[at] === null) continue;
    if (rank === null || rankOf(all[at]!) === rank) agree += 1;
    else fault("other-rank", line);
  }
  return {
    entries: entries.length,
    empty: entries.filter(({ seats }) => seats?.length === 0).length,
    agree,
    exceptions: [...faults].map(([reason, { count, line }]) => ({ reason, count, line })),
  };
}

function sumOf(seats: PastEntry["seats"], pointsOf: PointsOfSeat): number | EntryFault {
  if (seats === null) return "no-lineup";
  let sum = 0;
  for (const seat of seats) {
    const points = pointsOf(seat);
    if (typeof points === "string") return points;
    sum += points;
  }
  return sum;
}

/** Returns a function that ranks a number among `values`: 1 plus the number of higher ones. */
export function rankFinder(values: Float64Array): (value: number) => number {
  const sorted = values.toSorted();
  return (value) => sorted.length - countUpTo(sorted, value) + 1;
}

/** How many numbers of an ascending list are at most `value`. */
export function countUpTo(sorted: Float64Array, value: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]! <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** With fewer players to compare, projections are not taken for results. */
const FEWEST_PLAYERS = 8;
/** The fraction of equal values that no projection reaches by chance. */
const SUSPICIOUS_PART = 0.5;

/**
 * Whether projections are in fact the results: at least half of the players who scored have exactly the
 * projected points. Both maps have numbers by the same keys.
 */
export function areResults(
  projected: ReadonlyMap<string, number>,
  scored: ReadonlyMap<string, number>,
): boolean {
  const compared = [...projected].filter(([key]) => (scored.get(key) ?? 0) !== 0);
  const equal = compared.filter(([key, points]) => Math.abs(points - scored.get(key)!) < 0.005);
  return compared.length >= FEWEST_PLAYERS && equal.length >= SUSPICIOUS_PART * compared.length;
}

/**
 * Returns which of the projected numbers are in fact results of the contest, and so not from before lock;
 * null if none are.
 */
export function leakIn(
  { players }: Pick<PastContest, "players">,
  projected: {
    readonly points: ReadonlyMap<string, number>;
    readonly ownership: ReadonlyMap<string, number>;
  },
): "points" | "ownership" | null {
  const named = players.flatMap(({ uuid, ...one }) => (uuid === null ? [] : [{ uuid, ...one }]));
  const points = new Map(named.map(({ uuid, hundredths }) => [uuid, (hundredths ?? 0) / 100]));
  const ownership = new Map(named.map(({ uuid, drafted }) => [uuid, drafted ?? 0]));
  if (areResults(projected.points, points)) return "points";
  return areResults(projected.ownership, ownership) ? "ownership" : null;
}
