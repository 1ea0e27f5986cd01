import { POINT_UNITS } from "../model/model.ts";
import { type Totals, totalsOf } from "../problem/price.ts";
import type { Lineup, Problem } from "../problem/problem.ts";
import type { LineupViolation } from "./violation.ts";

/** A lineup whose seats could be read, with its place in the document. */
export interface PlacedLineup {
  readonly seats: Lineup;
  readonly pointer: string;
}

/** Lineups that came before, and those that stand behind a worse one; keyed by the lineup's pointer. */
export function misplaced(
  problem: Problem,
  lineups: readonly PlacedLineup[],
): Map<string, LineupViolation[]> {
  const found = new Map<string, LineupViolation[]>();
  const first = new Map<string, string>();
  let before: (PlacedLineup & Standing) | null = null;
  for (const { seats, pointer } of lineups) {
    const violations: LineupViolation[] = [];
    const uuids = seats.map(({ entry }) => problem.entries[entry]!.uuid);
    const identity = identityOf(problem, seats);
    const twin = first.get(identity);
    if (twin !== undefined)
      violations.push({
        constraint: "distinct",
        detail: `This lineup stands at ${twin} already.`,
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
        detail: `This lineup stands behind ${before.pointer}, but goes before it: more points, or as many for less salary, or the same with lower uuids.`,
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

/** What a lineup's place goes by. */
interface Standing extends Totals {
  readonly uuids: string;
}

function standingOf(problem: Problem, seats: Lineup): Standing {
  const uuids = seats.map(({ entry }) => problem.entries[entry]!.uuid).sort();
  return { ...totalsOf(problem, seats), uuids: uuids.join() };
}

function isBetter(one: Standing, other: Standing): boolean {
  if (one.points !== other.points) return one.points > other.points;
  if (one.salary !== other.salary) return one.salary < other.salary;
  return one.uuids < other.uuids;
}

/** Who plays in which role: lineups that differ in nothing but seats of one pay and price are the same. */
function identityOf({ contest, entries }: Problem, seats: Lineup): string {
  return seats
    .map(({ entry, slot }) => {
      const { pointsMultiplier, salary } = contest.slots[slot]!;
      return `${entries[entry]!.uuid} ${pointsMultiplier} ${salary}`;
    })
    .sort()
    .join();
}
