import { POINT_UNITS } from "../model/model.ts";
import { salaryIn } from "../roster/captain.ts";
import type { Lineup, Problem, Seat } from "./problem.ts";

/** What a seat costs, in whole units of currency. */
export function seatSalary(problem: Problem, { entry, slot }: Seat): number {
  return salaryIn(problem.contest.slots[slot]!, problem.entries[entry]!);
}

/** What a seat pays, in units of `POINT_UNITS` to the point. */
export function seatPoints(problem: Problem, { entry, slot }: Seat): number {
  return Math.round(
    problem.entries[entry]!.points * problem.contest.slots[slot]!.pointsMultiplier * POINT_UNITS,
  );
}

/** A lineup's sums: `salary` in whole currency, `points` in units. */
export interface Totals {
  readonly salary: number;
  readonly points: number;
}

/** Sums a finished lineup anew, from its entries and its slots alone. */
export function totalsOf(problem: Problem, lineup: Lineup): Totals {
  let salary = 0;
  let points = 0;
  for (const seat of lineup) {
    salary += seatSalary(problem, seat);
    points += seatPoints(problem, seat);
  }
  return { salary, points };
}
