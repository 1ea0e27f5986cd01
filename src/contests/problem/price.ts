import { POINT_UNITS } from "../../engine/model/model.ts";
import { salaryIn } from "../../engine/roster.ts";
import type { Lineup, Problem, Seat } from "./problem.ts";

/** The salary of a seat, in whole units of currency. */
export function seatSalary(problem: Problem, { entry, slot }: Seat): number {
  return salaryIn(problem.contest.slots[slot]!, problem.entries[entry]!);
}

/** The points of a seat, in integer units; `POINT_UNITS` units are one point. */
export function seatPoints(problem: Problem, { entry, slot }: Seat): number {
  return Math.round(
    problem.entries[entry]!.points * problem.contest.slots[slot]!.pointsMultiplier * POINT_UNITS,
  );
}

/** A lineup's sums: `salary` in whole units of currency, `points` in units of `POINT_UNITS` to the point. */
export interface Totals {
  readonly salary: number;
  readonly points: number;
}

/** Recomputes a finished lineup's sums from its entries and slots alone. */
export function totalsOf(problem: Problem, lineup: Lineup): Totals {
  let salary = 0;
  let points = 0;
  for (const seat of lineup) {
    salary += seatSalary(problem, seat);
    points += seatPoints(problem, seat);
  }
  return { salary, points };
}
