import { seatSalary } from "../../contests/problem/pool.ts";
import type { Lineup, Problem } from "../../contests/problem/problem.ts";
import type { People, Person } from "../people.ts";

/** A player in a seat of a finished lineup, for checks. */
export interface Seated {
  readonly person: Person;
  /** The slot's name. */
  readonly slot: string;
  /** The salary and points of the seat. */
  readonly cost: number;
  readonly pays: number;
}

/** A finished lineup for checks. */
export function seatedLineup(lineup: Lineup, people: People, problem: Problem): Seated[] {
  return lineup.map(({ entry, slot }) => {
    const { name, pointsMultiplier } = problem.contest.slots[slot]!;
    return {
      person: people.all[entry]!,
      slot: name,
      cost: seatSalary(problem, { entry, slot }),
      pays: problem.entries[entry]!.points * pointsMultiplier,
    };
  });
}
