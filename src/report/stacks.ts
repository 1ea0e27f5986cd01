import type { ReportedLineup, ReportInput } from "./input.ts";
import { percentOf } from "./percent.ts";

/** How many lineups have how many players of a team. */
export interface TeamStacks {
  readonly team: string;
  /** Lineups with at least one player of the team, and with two or more. */
  readonly lineups: number;
  readonly stacked: number;
  /** By number of the team's players in a lineup, from 1 on: the number of such lineups. */
  readonly bySize: readonly number[];
}

/** How a lineup's players split over teams, the largest first: `4-3-1-1`. */
export interface StackShape {
  readonly shape: string;
  readonly lineups: number;
  /** Percent of the lineups. */
  readonly share: number;
}

/**
 * The teams, ordered by the number of lineups with two or more of their players. Players of unknown teams do
 * not count.
 */
export function teamStacksOf({ lineups, people }: ReportInput): TeamStacks[] {
  const bySize = new Map<string, number[]>();
  for (const lineup of lineups) {
    for (const [team, size] of sizesOf(lineup, people)) {
      const sizes = bySize.get(team) ?? [];
      while (sizes.length < size) sizes.push(0);
      sizes[size - 1]! += 1;
      bySize.set(team, sizes);
    }
  }
  const sum = (sizes: readonly number[]) => sizes.reduce((total, one) => total + one, 0);
  return [...bySize]
    .map(([team, sizes]) => ({ team, lineups: sum(sizes), stacked: sum(sizes.slice(1)), bySize: sizes }))
    .sort((a, b) => b.stacked - a.stacked || b.lineups - a.lineups || a.team.localeCompare(b.team, "en"));
}

/** The shapes of the lineups, the most common first; empty if teams are unknown. */
export function shapesOf({ lineups, people }: ReportInput): StackShape[] {
  const counts = new Map<string, number>();
  for (const lineup of lineups) {
    const sizes = [...sizesOf(lineup, people).values()].sort((a, b) => b - a);
    if (sizes.length === 0) continue;
    const shape = sizes.join("-");
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  return [...counts]
    .map(([shape, count]) => ({ shape, lineups: count, share: percentOf(count, lineups.length) }))
    .sort((a, b) => b.lineups - a.lineups || b.shape.localeCompare(a.shape, "en"));
}

function sizesOf({ seats }: ReportedLineup, people: ReportInput["people"]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { uuid } of seats) {
    const team = people.get(uuid)?.team ?? "";
    if (team !== "") sizes.set(team, (sizes.get(team) ?? 0) + 1);
  }
  return sizes;
}
