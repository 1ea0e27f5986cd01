import { groupBy } from "../../shared/collections.ts";
import type { EnteredLineup } from "../contest/entered.ts";

export interface PastPlayer {
  readonly name: string;
  readonly uuid: string | null;
  readonly slot: string | null;
  readonly drafted: number | null;
  readonly hundredths: number | null;
}

export interface PastEntry {
  readonly line: number;
  readonly rank: number | null;
  readonly entryId?: string | null | undefined;
  readonly user: string | null;
  readonly hundredths: number | null;
  readonly seats: readonly { readonly slot: string; readonly name: string }[] | null;
}

export interface PastContest {
  readonly entries: readonly PastEntry[];
  readonly players: readonly PastPlayer[];
}

/** Whether an entry is of one of these accounts. */
export function ownedBy(users: readonly string[] = []): (entry: Pick<PastEntry, "user">) => boolean {
  const own = new Set(users.map((user) => user.toLowerCase()));
  return ({ user }) => user !== null && own.has(user.toLowerCase());
}

/** The complete lineups of a contest's entries. */
export function lineupsIn({ entries, players }: PastContest): {
  readonly entry: PastEntry;
  readonly lineup: EnteredLineup;
}[] {
  const uuids = new Map(players.map(({ name, uuid }) => [name, uuid]));
  return entries.flatMap((entry) => {
    const lineup = (entry.seats ?? []).map(({ slot, name }) => ({ slot, uuid: uuids.get(name) ?? "" }));
    return lineup.length === 0 || lineup.some(({ uuid }) => uuid === "") ? [] : [{ entry, lineup }];
  });
}

export type PointsOfSeat = (seat: { readonly slot: string; readonly name: string }) => number | SeatFault;

/** No player of that name is listed, or several are, with different points. */
type SeatFault = "unknown-player" | "two-players";

interface PastSlot {
  readonly name: string;
  readonly uploadColumn: string;
  readonly pointsMultiplier: number;
}

/**
 * Books list a captain in a row of its own, with the multiplied points; without it, the plain points are
 * multiplied.
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
 * How many entries agree with the book's points and ranks; `exceptions` has the line of the first of each
 * reason.
 */
export interface PastCheck {
  readonly entries: number;
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

export function rankFinder(values: Float64Array): (value: number) => number {
  const sorted = values.toSorted();
  return (value) => sorted.length - countUpTo(sorted, value) + 1;
}

export function countUpTo(sorted: Float64Array, value: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]! <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}

const FEWEST_PLAYERS = 8;
const SUSPICIOUS_PART = 0.5;

/** Whether at least half of the players who scored have exactly the projected points. */
export function areResults(
  projected: ReadonlyMap<string, number>,
  scored: ReadonlyMap<string, number>,
): boolean {
  const compared = [...projected].filter(([key]) => (scored.get(key) ?? 0) !== 0);
  const equal = compared.filter(([key, points]) => Math.abs(points - scored.get(key)!) < 0.005);
  return compared.length >= FEWEST_PLAYERS && equal.length >= SUSPICIOUS_PART * compared.length;
}

/** Which of the projected numbers are in fact results of the contest; null if none are. */
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
