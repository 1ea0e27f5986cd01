import type { Entry, Lineup } from "../../contests/problem/problem.ts";

/** All players of some lineups, ordered by GUID. */
export interface GuidPlaces {
  /** Per entry, its place in that order; -1 for others. */
  readonly places: Int32Array;
  /** Entries by place. */
  readonly seated: readonly number[];
}

export function guidPlaces(
  entries: readonly Entry[],
  lineups: readonly { readonly seats: Lineup }[],
): GuidPlaces {
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
