import { atLeast, type Rule } from "../../engine/model/model.ts";
import type { Finding, GeneralConstraint } from "./constraint.ts";

const name = "position-minimums";

/** At least as many players hold each position as the request's `positions` requires. */
export const positionMinimums: GeneralConstraint = {
  name,
  rules: (problem) =>
    problem.minimums.map(
      ({ position, minimum, pointer }): Rule => ({
        ...atLeast(
          [...problem.entries.keys()].filter((index) => problem.entries[index]!.positions.includes(position)),
          minimum,
        ),
        origin: { constraint: name, pointer, words: `at least ${minimum} ${position}` },
      }),
    ),
  check(problem, lineup) {
    const found: Finding[] = [];
    for (const { position, minimum, pointer } of problem.minimums) {
      const holders: string[] = [];
      for (const seat of lineup) {
        const { positions, uuid } = problem.entries[seat.entry]!;
        if (positions.includes(position)) holders.push(uuid);
      }
      if (holders.length >= minimum) continue;
      found.push({
        detail: `${holders.length} hold ${position}; at least ${minimum} must (${pointer}).`,
        limit: minimum,
        actual: holders.length,
        entries: holders,
      });
    }
    return found;
  },
};
