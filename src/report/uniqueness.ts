import type { ReportInput } from "./input.ts";

/** By how many players lineups differ. A captain is the same player as in any other slot. */
export interface Uniqueness {
  /** By the number of differing players, from 0 on: the number of pairs of lineups. */
  readonly pairs: readonly number[];
  /** The same for each lineup and the one most similar to it. */
  readonly nearest: readonly number[];
  /** The smallest difference of any two lineups; null if there are not two. */
  readonly least: number | null;
  /** The mean difference of two lineups; null if there are not two. */
  readonly mean: number | null;
}

/** Counts through each player's list of lineups, so that lineups without common players cost nothing. */
export function uniquenessOf({ lineups }: ReportInput): Uniqueness {
  const members = lineups.map(({ seats }) => [...new Set(seats.map(({ uuid }) => uuid))]);
  const size = Math.max(0, ...members.map((one) => one.length));
  const pairs = new Array<number>(size + 1).fill(0);
  const mostShared = new Uint8Array(lineups.length);
  const earlier = new Map<string, number[]>();
  const shared = new Uint8Array(lineups.length);
  for (const [index, uuids] of members.entries()) {
    shared.fill(0, 0, index);
    for (const uuid of uuids) {
      const others = earlier.get(uuid) ?? [];
      for (const other of others) shared[other]! += 1;
      earlier.set(uuid, others);
      others.push(index);
    }
    for (let other = 0; other < index; other += 1) {
      const common = shared[other]!;
      pairs[Math.max(uuids.length, members[other]!.length) - common]! += 1;
      if (common > mostShared[other]!) mostShared[other] = common;
      if (common > mostShared[index]!) mostShared[index] = common;
    }
  }
  const nearest = new Array<number>(size + 1).fill(0);
  if (lineups.length > 1)
    for (const [index, uuids] of members.entries()) nearest[uuids.length - mostShared[index]!]! += 1;
  const total = (lineups.length * (lineups.length - 1)) / 2;
  return {
    pairs,
    nearest,
    least: total === 0 ? null : pairs.findIndex((count) => count > 0),
    mean: total === 0 ? null : pairs.reduce((sum, count, differing) => sum + count * differing, 0) / total,
  };
}
