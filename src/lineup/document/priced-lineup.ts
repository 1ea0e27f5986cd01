import { type Totals, totalsOf } from "../../contests/problem/pool.ts";
import type { Entry, Lineup, Problem } from "../../contests/problem/problem.ts";
import { POINT_UNITS } from "../../engine/model/model.ts";

/** `places`: per pool player, the place of the GUID among those in lineups; -1 for players in none. */
export function guidPlaces(entries: readonly Entry[], lineups: readonly { readonly seats: Lineup }[]) {
  const places = new Int32Array(entries.length).fill(-1);
  const seated: number[] = [];
  for (const { seats } of lineups) {
    for (const { entry } of seats) {
      if (places[entry] !== -1) continue;
      places[entry] = seated.length;
      seated.push(entry);
    }
  }
  seated.sort((a, b) => (entries[a]!.uuid < entries[b]!.uuid ? -1 : 1));
  for (let place = 0; place < seated.length; place += 1) places[seated[place]!] = place;
  return { places, seated };
}

export interface PricedLineup extends Totals {
  readonly seats: Lineup;
}

export interface FoundLineup extends PricedLineup {
  readonly drawn?: number | undefined;
  readonly optimal?: number | undefined;
  /** Estimated points, in units, that a portfolio loses if the best lineup outside replaces this one. */
  readonly margin?: number | undefined;
}

export function priceLineup(problem: Problem, seats: Lineup): PricedLineup {
  const { salary, points } = totalsOf(problem, seats);
  return { seats, salary, points };
}

/** Sorts best first: more points, then less salary, then the sorted GUIDs, then the GUIDs in seat order. */
export function sortLineups<Sorted extends PricedLineup>(
  problem: Problem,
  lineups: readonly Sorted[],
): Sorted[] {
  const { places } = guidPlaces(problem.entries, lineups);
  return lineups.toSorted(
    (a, b) =>
      b.points - a.points ||
      a.salary - b.salary ||
      // Of two ascending lists of equal length, the lesser is the one that has the smallest element not in
      // both.
      leastMissing(places, a.seats, b.seats) - leastMissing(places, b.seats, a.seats) ||
      compareInOrder(places, a.seats, b.seats),
  );
}

/** The least place of players in `seats` but not in `others`; larger than any if there are none. */
function leastMissing(places: Int32Array, seats: Lineup, others: Lineup): number {
  let least = places.length;
  for (let at = 0; at < seats.length; at += 1) {
    const { entry } = seats[at]!;
    let isMissing = true;
    for (let other = 0; other < others.length && isMissing; other += 1)
      isMissing = others[other]!.entry !== entry;
    if (isMissing && places[entry]! < least) least = places[entry]!;
  }
  return least;
}

function compareInOrder(places: Int32Array, a: Lineup, b: Lineup): number {
  for (let at = 0; at < a.length; at += 1)
    if (a[at]!.entry !== b[at]!.entry) return places[a[at]!.entry]! - places[b[at]!.entry]!;
  return 0;
}

/** Converts whole units of points to points, rounded to 4 decimals for output; never -0. */
export function roundedPoints(units: number): number {
  return Math.round(units / (POINT_UNITS / 1e4)) / 1e4 + 0;
}

export const TYPES = { player: "Player", team: "Team" } as const;

const COLLECTIONS = { player: "players", team: "teams" } as const;

export function resourceId(sport: string, { kind, uuid }: Pick<Entry, "kind" | "uuid">): string {
  return `/${sport}/v2/${COLLECTIONS[kind]}/${uuid}`;
}
