import type { ContestSlot } from "../../shared/schema/contest.ts";

type Paid = Pick<ContestSlot, "salary">;

/**
 * Whether a slot is the captain's. What decides is the salary a seat costs, not the slot's name or its
 * multiplier.
 */
export function isCaptains({ salary }: Paid): boolean {
  return salary === "captainSalary";
}

/**
 * A player's salary in a slot. Pools are already checked to have a captain's salary wherever a slot needs
 * one.
 */
export function salaryIn(
  slot: Paid,
  { salary, captainSalary }: { readonly salary: number; readonly captainSalary: number | null },
): number {
  return isCaptains(slot) ? captainSalary! : salary;
}
