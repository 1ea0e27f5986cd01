import { type Totals, totalsOf } from "../problem/price.ts";
import type { Lineup, Problem } from "../problem/problem.ts";

/** A lineup with its totals. */
export interface PricedLineup extends Totals {
  readonly seats: Lineup;
}

/** Recomputes a lineup's totals from its seats. */
export function priceLineup(problem: Problem, seats: Lineup): PricedLineup {
  return { seats, ...totalsOf(problem, seats) };
}

/** Sorts best first: more points, then less salary, then the sorted GUIDs, then the GUIDs in seat order. */
export function sortLineups(problem: Problem, lineups: readonly PricedLineup[]): PricedLineup[] {
  const uuids = (lineup: PricedLineup) => lineup.seats.map((seat) => problem.entries[seat.entry]!.uuid);
  return lineups.toSorted(
    (a, b) =>
      b.points - a.points ||
      a.salary - b.salary ||
      compare(uuids(a).sort(), uuids(b).sort()) ||
      compare(uuids(a), uuids(b)),
  );
}

function compare(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((uuid, index) => uuid !== b[index]);
  if (at === -1) return 0;
  return a[at]! < b[at]! ? -1 : 1;
}
