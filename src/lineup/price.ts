import { POINT_UNITS } from "../model/model.ts";
import type { Problem, Seat } from "../problem/problem.ts";

/** What a seat costs, in whole units of currency. */
export function seatSalary(problem: Problem, { entry, slot }: Seat): number {
  const { salary, captainSalary } = problem.entries[entry]!;
  return problem.contest.slots[slot]!.salary === "captainSalary" ? captainSalary! : salary;
}

/** What a seat pays, in units of `POINT_UNITS` to the point. */
export function seatPoints(problem: Problem, { entry, slot }: Seat): number {
  return Math.round(
    problem.entries[entry]!.points * problem.contest.slots[slot]!.pointsMultiplier * POINT_UNITS,
  );
}

/** Whole units of points as points, rounded to 4 decimals for output; never -0. */
export function roundedPoints(units: number): number {
  return Math.round(units / (POINT_UNITS / 1e4)) / 1e4 + 0;
}
