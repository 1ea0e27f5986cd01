import type { ContestBase, ContestSlot } from "../schema/contest.ts";

/** Slots that pay and cost the same: what a solver chooses is who plays in which role, not in which seat. */
export interface Role {
  readonly pointsMultiplier: number;
  readonly salary: ContestSlot["salary"];
  /** Indices into the contest's slots. */
  readonly slots: readonly number[];
}

/**
 * The roles of a contest, in the order in which its slots name them first. Slots `apart`, as bits, are a role each: where
 * something is said of who sits in them, the seat has to be chosen, too.
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
