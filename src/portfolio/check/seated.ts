import type { Lineup, Problem } from "../../problem/problem.ts";
import type { People, Person } from "../people.ts";

/** Someone in a seat of a finished lineup, as checks read him. */
export interface Seated {
  readonly person: Person;
  /** The slot's name. */
  readonly slot: string;
  /** What the seat costs and pays. */
  readonly cost: number;
  readonly pays: number;
}

/** A finished lineup for checks. */
export function seatedLineup(lineup: Lineup, people: People, problem: Problem): Seated[] {
  return lineup.map(({ entry, slot }) => {
    const { name, pointsMultiplier, salary } = problem.contest.slots[slot]!;
    const { captainSalary, salary: plain, points } = problem.entries[entry]!;
    return {
      person: people.all[entry]!,
      slot: name,
      cost: salary === "captainSalary" ? captainSalary! : plain,
      pays: points * pointsMultiplier,
    };
  });
}
