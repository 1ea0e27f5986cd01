import type { Violation } from "../../contests/constraints/constraint.ts";
import { judgeOf } from "../../contests/constraints/readers/apply.ts";
import type { Problem, Seat } from "../../contests/problem/problem.ts";
import { rolesOf } from "../../engine/roster/roles.ts";
import { isLegal } from "./legal.ts";

/**
 * Creates a function that returns the violations of seated lineups, and whether the same players would be
 * legal in other seats.
 */
export function seatedJudgeOf(problem: Problem): (seats: readonly Seat[]) => readonly Violation[] {
  const brokenBy = judgeOf(problem);
  const roles = rolesOf(problem.contest);
  return (seats) => {
    const broken = brokenBy(seats);
    if (broken.length === 0) return broken;
    const picks = seats.map(({ entry, slot }) => ({
      entry,
      role: roles.findIndex(({ slots }) => slots.includes(slot)),
    }));
    const remedy = isLegal(problem, picks) ? " In other seats, the same players are legal." : "";
    return broken.map((violation) => ({ ...violation, detail: `${violation.detail}${remedy}` }));
  };
}
