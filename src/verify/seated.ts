import type { Violation } from "../constraints/constraint.ts";
import { judgeOf } from "../constraints/readers/apply.ts";
import type { Problem, Seat } from "../problem/problem.ts";
import { rolesOf } from "../roster/roles.ts";
import { isLegal } from "./legal.ts";

/** The judge of seated lineups: what each breaks, and whether the same entries would be legal seated otherwise. */
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
    const remedy = isLegal(problem, picks) ? " Seated otherwise, the same entries are legal." : "";
    return broken.map((violation) => ({ ...violation, detail: `${violation.detail}${remedy}` }));
  };
}
