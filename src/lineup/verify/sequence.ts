import { type Totals, totalsOf } from "../../contests/problem/price.ts";
import type { Lineup, Problem } from "../../contests/problem/problem.ts";
import { POINT_UNITS } from "../../engine/model/model.ts";
import type { LineupViolation } from "./violation.ts";

/** A lineup with readable seats, and its place in the document. */
export interface PlacedLineup {
  readonly seats: Lineup;
  readonly pointer: string;
}

/** Finds repeated lineups and lineups after a worse one; keyed by the lineup's pointer. */
export function misplaced(
  problem: Problem,
  lineups: readonly PlacedLineup[],
): Map<string, LineupViolation[]> {
  const found = new Map<string, LineupViolation[]>();
  const first = new Map<string, string>();
  let before: (PlacedLineup & Rank) | null = null;
  for (const { seats, pointer } of lineups) {
    const violations: LineupViolation[] = [];
    const uuids = seats.map(({ entry }) => problem.entries[entry]!.uuid);
    const identity = identityOf(problem, seats);
    const twin = first.get(identity);
    if (twin !== undefined)
      violations.push({
        constraint: "distinct",
        detail: `This lineup repeats ${twin}.`,
        limit: 1,
        actual: 2,
        entries: uuids,
        pointer,
      });
    first.set(identity, twin ?? pointer);
    const standing = standingOf(problem, seats);
    if (before !== null && isBetter(standing, before))
      violations.push({
        constraint: "order",
        detail: `This lineup is listed after ${before.pointer}, but must come before it: it has more points, or as many for less salary, or the same with lower uuids.`,
        limit: before.points / POINT_UNITS,
        actual: standing.points / POINT_UNITS,
        entries: uuids,
        pointer,
      });
    before = { seats, pointer, ...standing };
    if (violations.length > 0) found.set(pointer, violations);
  }
  return found;
}

/** The values that decide a lineup's place. */
interface Rank extends Totals {
  readonly uuids: string;
}

function standingOf(problem: Problem, seats: Lineup): Rank {
  const uuids = seats.map(({ entry }) => problem.entries[entry]!.uuid).sort();
  return { ...totalsOf(problem, seats), uuids: uuids.join() };
}

function isBetter(one: Rank, other: Rank): boolean {
  if (one.points !== other.points) return one.points > other.points;
  if (one.salary !== other.salary) return one.salary < other.salary;
  return one.uuids < other.uuids;
}

/** The lineup's players by role. Lineups that differ only in seats of one role are the same. */
function identityOf({ contest, entries }: Problem, seats: Lineup): string {
  return seats
    .map(({ entry, slot }) => {
      const { pointsMultiplier, salary } = contest.slots[slot]!;
      return `${entries[entry]!.uuid} ${pointsMultiplier} ${salary}`;
    })
    .sort()
    .join();
}
