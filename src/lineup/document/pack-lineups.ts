import { POINT_UNITS } from "../../engine/model/model.ts";
import type { PricedLineup } from "./priced-lineup.ts";

/** Lineups as typed arrays, in their order. */
export interface PackedLineups {
  /** The players as indices of entries, lineup by lineup and seat by seat. */
  readonly entries: Int32Array;
  /** Each lineup's total, in points. */
  readonly points: Float64Array;
  /** Each lineup's total, in whole units of currency. */
  readonly salaries: Float64Array;
}

/** Packs lineups of `seats` seats each. */
export function packLineups(lineups: readonly PricedLineup[], seats: number): PackedLineups {
  const entries = new Int32Array(lineups.length * seats);
  const points = new Float64Array(lineups.length);
  const salaries = new Float64Array(lineups.length);
  for (let index = 0; index < lineups.length; index += 1) {
    const lineup = lineups[index]!;
    for (let seat = 0; seat < seats; seat += 1) entries[index * seats + seat] = lineup.seats[seat]!.entry;
    points[index] = lineup.points / POINT_UNITS;
    salaries[index] = lineup.salary;
  }
  return { entries, points, salaries };
}
