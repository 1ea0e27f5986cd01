import type { ContestSlot } from "../schema/contest.ts";

type Paid = Pick<ContestSlot, "salary">;

/** Whether a slot is the captain's: neither its name nor what it pays says so, but the salary that a seat of it costs. */
export function isCaptains({ salary }: Paid): boolean {
  return salary === "captainSalary";
}

/** What someone costs in a slot; the pool was held to name a captain's salary wherever a slot asks for it. */
export function salaryIn(
  slot: Paid,
  { salary, captainSalary }: { readonly salary: number; readonly captainSalary: number | null },
): number {
  return isCaptains(slot) ? captainSalary! : salary;
}
