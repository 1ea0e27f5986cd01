import { judgeOf } from "../../contests/constraints/readers/apply.ts";
import type { Problem, Seat } from "../../contests/problem/problem.ts";
import { rolesOf } from "../../engine/roster/roles.ts";
import { Matching } from "../../shared/matching.ts";

/**
 * A player of `Problem.entries` in a role, an index into the contest's roles in the order its slots name
 * them.
 */
export interface RolePick {
  readonly entry: number;
  readonly role: number;
}

/** Whether the picks can be seated so that every check accepts the lineup. */
export function isLegal(problem: Problem, picks: readonly RolePick[]): boolean {
  const lineup = seatingOf(problem, picks);
  return lineup !== null && judgeOf(problem)(lineup).length === 0;
}

/**
 * Seats every pick in a slot of its role that accepts and allows the player, with locks in their own slots;
 * null if that is impossible.
 */
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
