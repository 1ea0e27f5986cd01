import type { ReportInput } from "./input.ts";
import { percentOf } from "./percent.ts";

/** Two players who are together in lineups. */
export interface Pair {
  readonly names: readonly [string, string];
  readonly teams: readonly [string, string];
  readonly lineups: number;
  /** Percent of the lineups. */
  readonly share: number;
}

/** The number of pairs listed. */
const LISTED = 20;

/** The most common pairs, then by names; pairs of a single lineup are left out. */
export function pairsOf({ lineups, people }: ReportInput): Pair[] {
  const indices = new Map<string, number>();
  for (const { seats } of lineups)
    for (const { uuid } of seats) if (!indices.has(uuid)) indices.set(uuid, indices.size);
  const uuids = [...indices.keys()];
  const counts = new Map<number, number>();
  for (const { seats } of lineups) {
    const members = [...new Set(seats.map(({ uuid }) => indices.get(uuid)!))].sort((a, b) => a - b);
    for (const [at, first] of members.entries())
      for (const second of members.slice(at + 1)) {
        const key = first * uuids.length + second;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
  }
  const nameOf = (index: number) => people.get(uuids[index]!)?.name ?? uuids[index]!;
  const teamOf = (index: number) => people.get(uuids[index]!)?.team ?? "";
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([key, count]) => ({ pair: [Math.floor(key / uuids.length), key % uuids.length] as const, count }))
    .sort((a, b) => b.count - a.count || a.pair[0] - b.pair[0] || a.pair[1] - b.pair[1])
    .slice(0, LISTED)
    .map(({ pair: [first, second], count }) => ({
      names: [nameOf(first), nameOf(second)],
      teams: [teamOf(first), teamOf(second)],
      lineups: count,
      share: percentOf(count, lineups.length),
    }));
}
