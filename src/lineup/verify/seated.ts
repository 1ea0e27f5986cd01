import type { Violation } from "../../contests/constraints/constraint.ts";
import { judgeOf } from "../../contests/constraints/readers/contest-table.ts";
import type { Problem, Seat } from "../../contests/problem/problem.ts";
import { type Naming, named, plain } from "../../shared/errors/message-parts.ts";
import { Matching } from "../../shared/matching.ts";
import { rolesOf } from "../../shared/roster.ts";

/** Lists a lineup's violations, and says if the same players would be legal in other seats. */
export function seatedJudgeOf(
  problem: Problem,
  naming: Naming = {},
): (seats: readonly Seat[]) => readonly Violation[] {
  const brokenBy = judgeOf(problem);
  const roles = rolesOf(problem.contest);
  return (seats) => {
    const broken = brokenBy(seats);
    if (broken.length === 0) return [];
    const picks = seats.map(({ entry, slot }) => ({
      entry,
      role: roles.findIndex(({ slots }) => slots.includes(slot)),
    }));
    const remedy = isLegal(problem, picks) ? " In other seats, the same players are legal." : "";
    return broken.map((violation) => ({
      ...violation,
      detail: `${plain(named(violation.detail, naming))}${remedy}`,
    }));
  };
}

interface RolePick {
  readonly entry: number;
  readonly role: number;
}

export function isLegal(problem: Problem, picks: readonly RolePick[]): boolean {
  const lineup = seatingOf(problem, picks);
  return lineup !== null && judgeOf(problem)(lineup).length === 0;
}

/** Seats each pick in a slot of its role, locked ones in theirs; null if impossible. */
function seatingOf(problem: Problem, picks: readonly RolePick[]): Seat[] | null {
  const { slots } = problem.contest;
  const roles = rolesOf(problem.contest);
  const matching = new Matching(slots.map(({ count }) => count));
  const seated = picks.every(({ entry, role }) => {
    const { positions } = problem.entries[entry]!;
    const locked = problem.locks.find((lock) => lock.entry === entry)?.slot ?? null;
    const accepting = roles[role]!.slots.filter(
      (slot) =>
        positions.some((position) => slots[slot]!.accepts.includes(position)) &&
        (locked === null || locked === slot) &&
        !problem.slotBans.some((ban) => ban.entry === entry && ban.slot === slot),
    );
    return matching.add(accepting.reduce((bits, slot) => bits | (1 << slot), 0));
  });
  return seated ? matching.slots().map((slot, at) => ({ entry: picks[at]!.entry, slot })) : null;
}
