import type { ContestBase, ContestSlot } from "../../shared/schema/contest.ts";

/**
 * Slots with the same multiplier and salary. A solver chooses which players have which role, not their seats.
 */
export interface Role {
  readonly pointsMultiplier: number;
  readonly salary: ContestSlot["salary"];
  /** Indices into the contest's slots. */
  readonly slots: readonly number[];
}

/**
 * The roles of a contest, in the order of their first slots. Each slot in the bit set `apart` gets its own
 * role: where a rule is about a slot, the solver must choose the seat too.
 */
export function rolesOf(contest: Pick<ContestBase, "slots">, apart = 0): Role[] {
  const roles: { pointsMultiplier: number; salary: ContestSlot["salary"]; slots: number[] }[] = [];
  const isApart = (slot: number) => ((apart >> slot) & 1) === 1;
  for (const [index, { pointsMultiplier, salary }] of contest.slots.entries()) {
    const known = roles.find(
      (role) =>
        role.pointsMultiplier === pointsMultiplier && role.salary === salary && !isApart(role.slots[0]!),
    );
    if (known && !isApart(index)) known.slots.push(index);
    else roles.push({ pointsMultiplier, salary, slots: [index] });
  }
  return roles;
}
