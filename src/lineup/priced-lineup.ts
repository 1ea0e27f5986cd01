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
  const seated = new Map<PricedLineup, readonly string[]>();
  const uuidsOf = (lineup: PricedLineup) => lineup.seats.map(({ entry }) => problem.entries[entry]!.uuid);
  const sortedUuidsOf = (lineup: PricedLineup) => {
    const known = seated.get(lineup) ?? uuidsOf(lineup).sort();
    seated.set(lineup, known);
    return known;
  };
  return lineups.toSorted(
    (a, b) =>
      b.points - a.points ||
      a.salary - b.salary ||
      compare(sortedUuidsOf(a), sortedUuidsOf(b)) ||
      compare(uuidsOf(a), uuidsOf(b)),
  );
}

function compare(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((uuid, index) => uuid !== b[index]);
  if (at === -1) return 0;
  return a[at]! < b[at]! ? -1 : 1;
}
