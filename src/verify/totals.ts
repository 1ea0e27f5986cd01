import { POINT_UNITS } from "../model/model.ts";
import type { Lineup, Problem, Seat } from "../problem/problem.ts";

/** A seat's points, in units of `POINT_UNITS` to the point. */
export function pointsOf({ contest, entries }: Problem, { entry, slot }: Seat): number {
  return Math.round(entries[entry]!.points * contest.slots[slot]!.pointsMultiplier * POINT_UNITS);
}

/** A lineup's sums: `points` in units, `salary` in whole currency. */
export function totalsOf(problem: Problem, lineup: Lineup): { salary: number; points: number } {
  let salary = 0;
  let points = 0;
  for (const seat of lineup) {
    const entry = problem.entries[seat.entry]!;
    const slot = problem.contest.slots[seat.slot]!;
    salary += (slot.salary === "captainSalary" ? entry.captainSalary : entry.salary) ?? 0;
    points += pointsOf(problem, seat);
  }
  return { salary, points };
}
